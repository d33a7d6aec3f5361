#include "codes/set_search.hpp"

#include "codes/part_bytes.hpp"
#include "core/bitplanes.hpp"
#include "core/random.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <memory>
#include <numeric>
#include <tuple>
#include <utility>

namespace codepegs {

namespace {

/// Guesses listed and scored at a time for a large set.
constexpr int64_t GUESSES_LISTED = 512;

/// Numbers of members for which each is compared in lanes: fewer are compared code by code, more have larger parts than
/// a look-up takes. Parts of up to MOST_IN_ONE_WORD members take half a look-up.
constexpr int64_t LEAST_IN_LANES = 5;
constexpr int64_t MOST_IN_ONE_WORD = 63;
constexpr int64_t MOST_IN_LANES = MOST_IN_BYTES;

} // namespace

void OneStepOptions::check() const {
    require(objective >= WORST_PART && objective <= FEWEST_PARTS, "options: expected an objective from 0 to 3");
    require(objective != NEGATIVE_ENTROPY || table.size() > MOST_MEMBERS, "options: the table is too short");
}

void OneStepOptions::check_set(int64_t size) const {
    require(objective != NEGATIVE_ENTROPY || table.size() >= logs_listed(size), "options: the table is too short");
}

void check_arguments(Array<const uint64_t> keys, Array<const int64_t> first_played, const CodeRules &rules,
                     const Cells &cells, const OneStepOptions &options) {
    cells.check(rules);
    options.check();
    require(first_played.size() == rules.colors, "first_played: expected an entry for each colour");
    check_keys(keys, rules);
}

void check_keys(Array<const uint64_t> keys, const CodeRules &rules) {
    const Packing packing = rules.packing();
    const int64_t bits = packing.pegs * packing.bits;
    uint64_t wrong = 0; // in any key
    if (bits < WORD_BITS) {
        for (uint64_t key : keys) wrong |= key >> bits;
    }
    for (int64_t i = 0; i < packing.pegs && rules.colors <= static_cast<int64_t>(packing.mask()); ++i) {
        for (uint64_t key : keys) wrong |= packing.color(key, i) >= rules.colors;
    }
    require(wrong == 0, "keys: expected codes of the game");
}

SetSearch::SetSearch(const CodeRules &rules, const Cells &cells, const OneStepOptions &options)
    : rules_(rules), packing_(rules.packing()), cells_(cells), options_(options),
      small_(packing_, rules.colors, rules.repeats, cells),
      members_in_bytes_(rules.pegs >= LEAST_PEGS_IN_BYTES && rules.pegs <= MOST_PEGS_IN_BYTES &&
                        rules.colors <= MOST_COLUMNS && cells.each_is_a_part(rules.pegs)),
      counter_(packing_, cells) {
    if (members_in_bytes_ && options.objective != WORST_PART) {
        const auto table_to = [&](int64_t most) { return std::min(most, options.table.size() - 1); };
        sums_[0].set(options.objective, options.table, table_to(MOST_IN_ONE_WORD));
        if (options.candidates_only) sums_[1].set(options.objective, options.table, table_to(MOST_IN_LANES));
    }
}

bool SetSearch::begin(std::span<const uint64_t> members, int64_t depth, Array<const int64_t> first_played,
                      bool is_closed, const HistorySymmetry *symmetry) {
    members_ = members;
    scored = 0;
    const auto size = static_cast<int64_t>(members.size());
    GuessScoring scoring{.objective = options_.objective, .table = options_.table};
    if (size <= cells_.parts) {
        scoring.floor = (singletons_score(size, cells_.parts, options_.objective, options_.table) << 1) + 1;
    }
    guess = members[0];
    stage_ = Stage::DONE;
    bool is_classified = false;
    const auto classify = [&] {
        if (std::exchange(is_classified, true)) return small_.columns.count;
        classify_colors(members, depth, first_played, packing_, rules_.repeats, options_.candidates_only,
                        small_.columns);
        return small_.columns.count;
    };
    const bool in_lanes = members_in_bytes_ && size >= LEAST_IN_LANES &&
                          size <= (options_.candidates_only ? MOST_IN_LANES : MOST_IN_ONE_WORD);
    if (in_lanes || (size <= WORD_BITS && (rules_.colors <= MOST_COLUMNS || classify() <= MOST_COLUMNS))) {
        const GuessFound member =
            in_lanes ? with_pegs(rules_.pegs, [&]<int64_t PEGS>() { return choose_member_in_bytes<PEGS>(); })
                     : choose_member();
        guess = member.guess;
        scored = size;
        scoring.incumbent = member.key;
        if (options_.candidates_only || member.key <= scoring.floor) return is_closed;
    }
    const bool by_lanes = classify() <= MOST_COLUMNS && size <= MOST_MEMBERS;
    if (by_lanes && !options_.candidates_only) {
        begin_small(scoring);
        return is_closed;
    }
    listed_ = {};
    if (options_.candidates_only) is_closed = list_members(is_closed, symmetry);
    begin_large();
    return is_closed;
}

/// List the members to compare: those that name colours never played in ascending order. If exchanging such colours
/// maps the members to each other, as at every position, the others have the same parts as one of these; they count as
/// scored. Returns whether it does. With other symmetries, one of each orbit under all of them is listed.
bool SetSearch::list_members(bool is_closed, const HistorySymmetry *symmetry) {
    const auto list = [this] {
        listed_ = lowest_;
        scored = static_cast<int64_t>(members_.size() - lowest_.size());
        return true;
    };
    if (symmetry != nullptr) {
        DifferingGuesses differing(*symmetry, {members_.data(), static_cast<int64_t>(members_.size())}, true);
        while (!differing.step(INT64_MAX)) {}
        lowest_ = differing.guesses();
        return list();
    }
    const Columns &columns = small_.columns;
    rank_of_.assign(index(rules_.colors), -1);
    free_.clear();
    for (int64_t n = 0; n < columns.count; ++n) {
        if (columns.kind[index(n)] != 1) continue;
        rank_of_[index(columns.color_of[index(n)])] = static_cast<int64_t>(free_.size());
        free_.push_back(columns.color_of[index(n)]);
    }
    listed_ = members_;
    if (free_.size() < 2) return is_closed;
    if (!is_closed && !holds_all_orbits()) return false;
    lowest_.clear();
    std::copy_if(members_.begin(), members_.end(), std::back_inserter(lowest_),
                 [&](uint64_t key) { return names_in_order(key); });
    return list();
}

/// Whether the colours never played appear in a code in ascending order, none left out.
bool SetSearch::names_in_order(uint64_t key) const {
    int64_t named = 0;
    for (int64_t i = 0; i < packing_.pegs; ++i) {
        const int64_t rank = rank_of_[index(packing_.color(key, i))];
        if (rank > named) return false;
        named += rank == named;
    }
    return true;
}

/// Whether exchanging colours never played maps the members to each other: sums of hashes are compared.
bool SetSearch::holds_all_orbits() const {
    std::vector<int64_t> names(free_.size()); // by colour never played, of one code: its number by first appearance
    uint64_t missing = 0; // members of complete orbits less those there are, as a sum of hashes of their lowest codes
    for (const uint64_t key : members_) {
        std::fill(names.begin(), names.end(), -1);
        uint64_t lowest = 0; // the code after renaming
        int64_t named = 0;
        uint64_t orbit = 1;
        for (int64_t i = 0; i < packing_.pegs; ++i) {
            int64_t color = packing_.color(key, i);
            if (const int64_t rank = rank_of_[index(color)]; rank >= 0) {
                int64_t &name = names[index(rank)];
                if (name < 0) {
                    orbit *= free_.size() - static_cast<uint64_t>(named);
                    name = named++;
                }
                color = free_[index(name)];
            }
            lowest = packing_.append(lowest, color);
        }
        const uint64_t hash = mixed(~lowest); // that of 0 is 0
        missing -= hash;
        if (lowest == key) missing += hash * orbit;
    }
    return missing == 0;
}

void SetSearch::begin_listed(std::span<const uint64_t> members, std::span<const uint64_t> guesses) {
    members_ = members;
    listed_ = guesses;
    scored = 0;
    guess = guesses[0];
    const std::vector<int64_t> played(index(rules_.colors));
    classify_colors(guesses, 0, {played.data(), rules_.colors}, packing_, rules_.repeats, true, small_.columns);
    begin_large();
}

/// The best guess among the members, which ends the search if it splits the set fully; ties go to the first.
GuessFound SetSearch::choose_member() {
    const auto size = static_cast<int64_t>(members_.size());
    const Array<const uint64_t> table = options_.table;
    const uint64_t least = singletons_score(size, cells_.parts, options_.objective, table);
    GuessFound best{.key = ~uint64_t{0}, .guess = members_[0]};
    uint64_t best_score = ~uint64_t{0};
    for (const uint64_t key : members_) {
        const GuessReplies replies(key, packing_, rules_.part_table);
        counts_.assign(index(cells_.parts), 0);
        uint64_t score = options_.objective == FEWEST_PARTS ? static_cast<uint64_t>(cells_.parts) : 0;
        for (int64_t s = 0; s < size; s += LANES) {
            int64_t parts[LANES];
            const int64_t count = std::min(size - s, LANES);
            replies.parts(members_.data() + s, count, parts);
            if (score >= best_score && options_.objective != FEWEST_PARTS) break; // more codes do not lower it
            for (int64_t i = 0; i < count; ++i) {
                require(parts[i] >= 0, "keys: a code gives a reply that the game does not have");
                const int64_t before = counts_[index(parts[i])]++;
                switch (options_.objective) {
                case WORST_PART:
                    score = std::max(score, static_cast<uint64_t>(before) + 1);
                    break;
                case SUM_OF_SQUARES:
                    score += 2 * static_cast<uint64_t>(before) + 1;
                    break;
                case FEWEST_PARTS:
                    score -= before == 0;
                    break;
                default:
                    score += table[before + 1] - table[before];
                }
            }
        }
        if (score >= best_score) continue;
        best_score = score;
        best.guess = key;
        if (score == least) break;
    }
    best.key = best_score << 1;
    return best;
}

/// The same for up to MOST_IN_LANES members, eight guesses at a time: each lane has the planes of its guess, of 64
/// members in turn.
template <int64_t PEGS> GuessFound SetSearch::choose_member_in_bytes() {
    using Bytes = PartBytes<PEGS>;
    const auto size = static_cast<int64_t>(members_.size());
    const int64_t padded = (rules_.colors + LANES - 1) / LANES * LANES;
    column_of_.resize(index(rules_.colors));
    std::iota(column_of_.begin(), column_of_.end(), uint16_t{0});
    const int64_t words = (size + WORD_BITS - 1) / WORD_BITS;
    place_.assign(index(words * PEGS * padded + LANES), 0); // look-ups read up to sixteen entries
    copies_.resize(place_.size());
    build_planes(members_.data(), 0, size, packing_, column_of_.data(), place_.data(), copies_.data(),
                 {padded, 1, PEGS * padded}, padded, words);
    member_bits_.assign(index(words), 0);
    fill_members(member_bits_.data(), size);
    const ByteSums &sums = sums_[size > MOST_IN_ONE_WORD];
    const uint64_t least = singletons_score(size, cells_.parts, options_.objective, options_.table);
    uint64_t best_score = ~uint64_t{0};
    int64_t best = 0;
    for (int64_t first = 0; first < size; first += LANES) {
        uint64_t block[LANES] = {};
        std::copy_n(members_.data() + first, std::min(size - first, LANES), block);
        typename Bytes::AllSizes sizes;
        for (int c = 0; c < CHUNKS; ++c) {
            const ChunkLanes keys = load<1>(block + c * CHUNK_LANES);
            std::array<ChunkLanes, index(PEGS)> colors;
            std::array<ChunkLanes, index(PEGS)> at_copy; // of the planes of copies
            for (std::size_t i = 0; i < index(PEGS); ++i) {
                colors[i] = (keys >> static_cast<int>(packing_.bits * (PEGS - 1 - static_cast<int64_t>(i)))) &
                            splat<1>(packing_.mask());
                at_copy[i] = colors[i];
                const ChunkLanes next = splat<1>(static_cast<uint64_t>(padded));
                for (std::size_t j = 0; j < i; ++j) {
                    at_copy[i] = at_copy[i] + select_equal(colors[i], colors[j], next, splat<1>(0));
                }
            }
            typename Bytes::Sizes sums_of_words;
            for (ChunkLanes &value : sums_of_words) value = splat<1>(0);
            for (int64_t w = 0; w < words; ++w) {
                const ChunkLanes everyone = splat<1>(member_bits_[index(w)]);
                const uint64_t *place = place_.data() + w * PEGS * padded;
                const uint64_t *copies = copies_.data() + w * PEGS * padded;
                typename Bytes::Rows black;
                typename Bytes::Rows total;
                const auto place_at = [&](std::size_t i) {
                    return pick_from(place + index(padded) * i, padded, colors[i]);
                };
                const auto copies_at = [&](std::size_t i) {
                    return pick_from(copies, padded * (static_cast<int64_t>(i) + 1), at_copy[i]);
                };
                add_pegs(everyone, place_at, black);
                add_pegs(everyone, copies_at, total);
                const typename Bytes::Sizes some = Bytes::count(black, total);
                for (std::size_t n = 0; n < some.size(); ++n) sums_of_words[n] = sums_of_words[n] + some[n];
            }
            for (std::size_t n = 0; n < sizes.size(); ++n) sizes[n].chunk[c] = sums_of_words[n].chunk[0];
        }
        Lanes score = splat(0);
        if (options_.objective == WORST_PART) {
            for (const Lanes &some : sizes) score = max_bytes(score, some);
            score = max_byte(score);
        } else {
            score = sums.add(score, sizes, 0, sums.bytes());
            if (options_.objective == FEWEST_PARTS) score = splat(static_cast<uint64_t>(cells_.parts)) - score;
        }
        uint64_t scores[LANES];
        store(scores, score);
        for (int64_t l = 0; l < std::min(size - first, LANES); ++l) {
            if (scores[l] >= best_score) continue;
            best_score = scores[l];
            best = first + l;
        }
        if (best_score == least) break;
    }
    return {.key = best_score << 1, .guess = members_[index(best)]};
}

/// All guesses are scored.
void SetSearch::begin_small(const GuessScoring &scoring) {
    small_.load(members_);
    stage_ = Stage::SMALL;
    incumbent_ = scoring.incumbent;
    allow_in_order(rules_.pegs, small_.columns);
    small_.begin(scoring);
}

void SetSearch::begin_large() {
    stage_ = Stage::LARGE;
    const auto size = static_cast<int64_t>(members_.size());
    const int64_t words = (size + LANES * WORD_BITS - 1) / (LANES * WORD_BITS) * LANES;
    Columns &columns = small_.columns;
    const auto room = static_cast<std::size_t>(rules_.pegs * columns.count * words);
    place_.assign(room, 0);
    copies_.resize(room);
    member_bits_.assign(static_cast<std::size_t>(words), 0);
    column_of_ = columns.of_color;
    build_planes(members_.data(), 0, size, packing_, column_of_.data(), place_.data(), copies_.data(),
                 {columns.count * words, words, 1}, columns.count, words);
    fill_members(member_bits_.data(), size);
    const int64_t shape[3] = {rules_.pegs, columns.count, words};
    planes_ = {{column_of_.data(), rules_.colors},
               {member_bits_.data(), words},
               {place_.data(), shape},
               {copies_.data(), shape}};
    best_ = std::numeric_limits<uint64_t>::max();
    next_listed_ = 0;
    const auto count = static_cast<std::size_t>(columns.count);
    if (listed_.empty()) {
        guesses_.start(packing_, rules_.repeats, {columns.color_of.data(), count}, {columns.kind.data(), count});
    }
}

bool SetSearch::step(int64_t units) {
    if (stage_ == Stage::SMALL) return step_small(units);
    if (stage_ == Stage::LARGE) return step_large(units);
    return true;
}

bool SetSearch::step_small(int64_t units) {
    if (!small_.step(units)) return false;
    if (small_.found().key < incumbent_) guess = small_.found().guess;
    scored += small_.found().scored;
    stage_ = Stage::DONE;
    return true;
}

bool SetSearch::step_large(int64_t units) {
    const int64_t cost = planes_.members.size() * (cells_.black.size() + 2 * rules_.pegs);
    batch_.resize(GUESSES_LISTED);
    scores_.resize(GUESSES_LISTED);
    while (units > 0) {
        const int64_t most = std::clamp(units / cost, int64_t{1}, GUESSES_LISTED);
        const uint64_t *guesses = batch_.data();
        int64_t count = 0;
        if (!listed_.empty()) {
            count = std::min(most, static_cast<int64_t>(listed_.size() - next_listed_));
            guesses = listed_.data() + next_listed_;
            next_listed_ += index(count);
        } else {
            count = guesses_.next({batch_.data(), most}, 8 * GUESSES_LISTED);
        }
        counter_.score({guesses, guesses + count}, planes_, options_.objective, options_.table, scores_.data());
        for (int64_t g = 0; g < count; ++g) {
            if (scores_[static_cast<std::size_t>(g)] >= best_) continue;
            best_ = scores_[static_cast<std::size_t>(g)];
            guess = guesses[g];
        }
        scored += count;
        units -= count * cost + GUESSES_LISTED;
        if (listed_.empty() ? guesses_.done() : next_listed_ == listed_.size()) {
            stage_ = Stage::DONE;
            return true;
        }
    }
    return false;
}

/// The search for one set, owned by Python.
class GuessChoice {
  public:
    GuessChoice(Array<const uint64_t> keys, int64_t depth, Array<const int64_t> first_played, const CodeRules &rules,
                const Cells &cells, const OneStepOptions &options)
        : search(rules, cells, options), keys_(keys.begin(), keys.end()) {
        search.begin(keys_, depth, first_played);
    }

    SetSearch search;

  private:
    std::vector<uint64_t> keys_;
};
CODEPEGS_OBJECT(GuessChoice);

/// Begin to choose the guess for a set of three codes or more.
///
/// `depth` guesses were made already; colour v was first played at guess number `first_played[v]` (0-based, `NEVER`
/// when not at all).
std::unique_ptr<GuessChoice> begin_choice(Array<const uint64_t> keys, int64_t depth, Array<const int64_t> first_played,
                                          const CodeRules &rules, const Cells &cells, const OneStepOptions &options) {
    check_arguments(keys, first_played, rules, cells, options);
    require(keys.size() > 0, "keys: expected a code or more");
    options.check_set(keys.size());
    return std::make_unique<GuessChoice>(keys, depth, first_played, rules, cells, options);
}

/// Continue for `units` of work; returns whether the search has ended, the guess, and the number scored.
std::tuple<bool, uint64_t, int64_t> step_choice(GuessChoice &choice, int64_t units) {
    const bool ended = choice.search.step(units);
    return {ended, choice.search.guess, choice.search.scored};
}

/// Return the best of some guesses for a set, the first of several.
uint64_t best_listed(Array<const uint64_t> guesses, Array<const uint64_t> keys, const CodeRules &rules,
                     const Cells &cells, int64_t objective, Array<const uint64_t> table) {
    cells.check(rules);
    check_keys(guesses, rules);
    check_keys(keys, rules);
    require(guesses.size() > 0, "guesses: expected a code or more");
    require(0 <= objective && objective <= FEWEST_PARTS, "objective: expected 0 to 3");
    SetSearch search(rules, cells, {objective, true, 0, table});
    search.begin_listed({keys.begin(), keys.end()}, {guesses.begin(), guesses.end()});
    while (!search.step(INT64_MAX)) {}
    return search.guess;
}

/// Return the best guess for a small set by any objective, as in the search for best trees; for tests.
///
/// Returns its key and the guess, the numbers scored and kept, and the largest numbers of parts of a member and of
/// another guess.
std::tuple<uint64_t, uint64_t, int64_t, int64_t, int64_t, int64_t>
bound_guesses(Array<const uint64_t> keys, int64_t depth, Array<const int64_t> first_played,
              Array<const uint64_t> barred, const CodeRules &rules, const Cells &cells, const GuessScoring &scoring) {
    check_arguments(keys, first_played, rules, cells, {WORST_PART, false, 0, {}});
    require(keys.size() > 0 && keys.size() <= MOST_MEMBERS, "keys: expected 1 to 512 codes");
    require(barred.size() == rules.pegs, "barred: expected an entry for each peg");
    require(scoring.objective >= WORST_PART && scoring.objective <= SUM_OF_TABLE, "objective: expected 0 to 8");
    require(scoring.table.size() > std::max(keys.size(), int64_t{1}), "table: expected an entry for each part size");
    require(scoring.kept_keys.size() == scoring.kept_guesses.size(), "kept: expected arrays of one length");
    const std::span<const uint64_t> members(keys.begin(), keys.end());
    SmallSetSearch search(rules.packing(), rules.colors, rules.repeats, cells);
    classify_colors(members, depth, first_played, rules.packing(), rules.repeats, false, search.columns);
    require(search.columns.count <= MOST_COLUMNS, "keys: expected at most 64 columns");
    search.columns.barred.assign(barred.begin(), barred.end());
    allow_in_order(rules.pegs, search.columns);
    search.load(members);
    const GuessFound found = search.choose_any(scoring);
    return {found.key, found.guess, found.scored, found.kept, found.most_parts, found.most_parts_of_others};
}

} // namespace codepegs

CODEPEGS_FREE(GuessChoice);
CODEPEGS_EXPORT(begin_choice, keys, depth, first_played, rules, cells, options);
CODEPEGS_EXPORT(step_choice, choice, units);
CODEPEGS_EXPORT(best_listed, guesses, keys, rules, cells, objective, table);
CODEPEGS_EXPORT(bound_guesses, keys, depth, first_played, barred, rules, cells, scoring);
