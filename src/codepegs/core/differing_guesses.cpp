// Lists of guesses for Python, made in steps.
#include "differing_guesses.hpp"

#include "export.hpp"

#include <memory>
#include <tuple>

namespace codepegs {

CODEPEGS_OBJECT(GuessEnumerator);

/// Begin the list of the guesses that can differ, ascending.
///
/// `bits` is the number of bits of a peg in a key. `color_of` has the colours that stand in columns, ascending, shape
/// (columns,). `column_class` has the same shape: columns of class 1, and those of class 2, are equivalent and used in
/// ascending order of first appearance; those of class 0 are not equivalent. `twin_before` has for each position an
/// earlier interchangeable one, whose colour is not higher, or -1; shape (pegs,).
std::unique_ptr<GuessEnumerator> enumerate_guesses(int64_t pegs, int64_t bits, bool repeats,
                                                   const Array<const int64_t> &color_of,
                                                   const Array<const int64_t> &column_class,
                                                   const Array<const int64_t> &twin_before) {
    require(pegs >= 1 && bits >= 0 && bits < 64, "enumerate_guesses: pegs is at least 1, bits from 0 to 63");
    require(color_of.size() == column_class.size(), "enumerate_guesses: column_class has one entry a column");
    require(twin_before.size() == pegs, "enumerate_guesses: twin_before has one entry a peg");
    for (const int64_t kind : column_class) {
        require(0 <= kind && kind <= 2, "enumerate_guesses: column_class is 0, 1 or 2");
    }
    for (int64_t i = 0; i < pegs; ++i) {
        require(-1 <= twin_before[i] && twin_before[i] < i, "enumerate_guesses: twin_before is -1 or an earlier peg");
    }
    auto made = std::make_unique<GuessEnumerator>();
    made->start({pegs, bits}, repeats, {color_of.begin(), color_of.end()}, {column_class.begin(), column_class.end()},
                {twin_before.begin(), twin_before.end()});
    return made;
}

/// Write the next keys to `out`, until it is full or about `nodes` columns were tried; returns the number of keys
/// written, and whether the list is complete.
std::tuple<int64_t, bool> next_guesses(GuessEnumerator &guesses, const Array<uint64_t> &out, int64_t nodes) {
    const int64_t found = guesses.next(out, nodes);
    return {found, guesses.done()};
}

} // namespace codepegs

CODEPEGS_FREE(GuessEnumerator);
CODEPEGS_EXPORT(enumerate_guesses, pegs, bits, repeats, color_of, column_class, twin_before);
CODEPEGS_EXPORT(next_guesses, guesses, out, nodes);
