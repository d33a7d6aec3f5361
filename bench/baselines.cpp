// Mask loops that do less than the work of a strategy, or do it in the usual way: what bit planes are compared with.
#include <bit>
#include <cstdint>

extern "C" {

/// Two ANDs and two population counts a pair, added up: no histogram, so no strategy could use it.
void bare_loop(const uint64_t *place, const uint64_t *copies, int64_t codes, const uint64_t *guess_place,
               const uint64_t *guess_copies, int64_t guesses, uint64_t *out) {
    uint64_t black = 0;
    uint64_t total = 0;
    for (int64_t g = 0; g < guesses; ++g) {
        for (int64_t s = 0; s < codes; ++s) {
            black += static_cast<uint64_t>(std::popcount(place[s] & guess_place[g]));
            total += static_cast<uint64_t>(std::popcount(copies[s] & guess_copies[g]));
        }
    }
    out[0] = black;
    out[1] = total;
}

/// The same two counts, added to one histogram a guess: what a mask loop usually does.
void scatter_histogram(const uint64_t *place, const uint64_t *copies, int64_t codes, const uint64_t *guess_place,
                       const uint64_t *guess_copies, int64_t guesses, int64_t pegs, int64_t *out) {
    for (int64_t g = 0; g < guesses; ++g) {
        int64_t *row = out + g * (pegs + 1) * (pegs + 1);
        for (int64_t s = 0; s < codes; ++s) {
            const int64_t black = std::popcount(place[s] & guess_place[g]);
            const int64_t total = std::popcount(copies[s] & guess_copies[g]);
            ++row[black * (pegs + 1) + total];
        }
    }
}
}
