/** Order pages that hold a word: those that explain come before those that record. The other numbers are Sphinx's own. */
var Scorer = {
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
  // what is added for a page: that of the first line with which its name begins; a heading that is the query counts more, too
  weights: [
    ["how-it-works/", 3],
    ["how-to/change-a-loop", -4],
    ["how-to/test-on-aarch64", -4],
    ["how-to/", 2],
    ["coach", 2],
    ["tutorial", 2],
    ["web-page", 2],
    ["faq", 1],
    ["certificates", 1],
    ["results/", 1],
    ["reference/python", -2],
    ["reference/command-line", 0.5],
    ["reference/http-api", -4],
    ["reproduction/", -2],
    ["research/", -2],
    ["architecture", -4],
    ["decisions", -4],
    ["signature", -4],
  ],
  score: function (result) {
    var page = this.weights.find(function (each) { return result[0].startsWith(each[0]); });
    return result[4] + (page ? page[1] : 0) + (result[6] === "title" ? 10 : 0);
  },
};
