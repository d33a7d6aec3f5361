// The numbers of many codes, and their parts for one guess.
#include "packed_codes.hpp"

namespace codepegs {

/// Write the part number of each key for a guess to `out`; `keys` and `out` have shape (m,).
void parts_of(const Array<const uint64_t> &keys, uint64_t guess, const CodeRules &rules, const Array<int64_t> &out) {
    rules.check();
    require(keys.size() == out.size(), "parts_of: out has one entry a key");
    const GuessReplies replies(guess, rules.packing(), rules.part_table);
    for (int64_t s = 0; s < keys.size(); s += LANES) {
        replies.parts(keys.data() + s, std::min(keys.size() - s, LANES), out.data() + s);
    }
}

/// Reorder `keys` by their part for a guess, keeping their order within each part, and write the sizes of the parts to
/// `sizes`, shape (parts,).
void split_keys(const Array<uint64_t> &keys, uint64_t guess, const CodeRules &rules, const Array<int64_t> &sizes) {
    rules.check();
    for (int64_t black = 0; black <= rules.pegs; ++black) {
        for (const int64_t part : rules.part_table[black]) {
            require(part < sizes.size(), "split_keys: sizes has one entry a part");
        }
    }
    SplitScratch scratch;
    split(keys.data(), 0, keys.size(), guess, rules.packing(), rules.part_table, sizes, scratch);
}

/// Write the number of each key in the ascending list of all codes of the game; `keys` and `out` have shape (m,).
void code_numbers(const Array<const uint64_t> &keys, const CodeRules &rules, const Array<int64_t> &out) {
    rules.check();
    require(keys.size() == out.size(), "code_numbers: out has one entry a key");
    write_code_numbers(keys.data(), keys.size(), rules, out.data());
}

} // namespace codepegs

CODEPEGS_EXPORT(code_numbers, keys, rules, out);
CODEPEGS_EXPORT(parts_of, keys, guess, rules, out);
CODEPEGS_EXPORT(split_keys, keys, guess, rules, sizes);
