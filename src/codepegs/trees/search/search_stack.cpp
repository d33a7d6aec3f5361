#include "trees/search/search_stack.hpp"

#include <algorithm>
#include <utility>

namespace codepegs {

void GuessQueue::fill(const int64_t *scores, int64_t count, bool ordered) {
    left_.resize(static_cast<std::size_t>(count));
    for (int64_t n = 0; n < count; ++n) left_[static_cast<std::size_t>(n)] = {ordered ? scores[n] : 0, n};
    std::make_heap(left_.begin(), left_.end(), Later{});
}

int64_t GuessQueue::next() {
    std::pop_heap(left_.begin(), left_.end(), Later{});
    const int64_t number = left_.back().number;
    left_.pop_back();
    return number;
}

SearchStack::SearchStack(std::unique_ptr<SearchGame> game, const SearchSettings &settings)
    : rules(std::move(game), settings), history(rules), keys(rules.game_size()), bounds(rules, work),
      symmetries(rules.game->packing, rules.game->colors, rules.game->repeats, rules.permutations),
      frames_(static_cast<std::size_t>(rules.step.size())) {}

int64_t SearchStack::place(Array<const uint64_t> codes, Array<const uint64_t> guesses) {
    require(codes.size() >= 1 && codes.size() <= keys.size(), "keys: expected one code at least, of the game");
    require(guesses.size() < rules.most_turns(), "history: it has too many turns");
    rules.game->check_secrets({codes.data(), static_cast<std::size_t>(codes.size())});
    rules.game->check_history({guesses.data(), static_cast<std::size_t>(guesses.size())});
    std::copy(codes.begin(), codes.end(), keys.begin());
    if (rules.game->valuation != nullptr) arrange(0, codes.size());
    history.forget_from(0);
    for (int64_t t = 0; t < guesses.size(); ++t) history.play(t + 1, guesses[t]);
    return guesses.size() + 1;
}

Frame &SearchStack::open(int64_t turn) {
    Frame &made = frame(turn);
    if (made.sizes.size() == 0) {
        made.scores = Buffer<int64_t>(rules.guesses());
        made.guesses = Buffer<uint64_t>(rules.guesses());
        made.live = Buffer<char>(rules.game->colors, 0);
        made.sizes = Buffer<int64_t>(rules.parts(), 0);
        made.parts = Buffer<Part>(rules.parts());
    }
    return made;
}

void SearchStack::arrange(int64_t start, int64_t stop) {
    const std::span<uint64_t> set(keys.data() + start, static_cast<std::size_t>(stop - start));
    if (rules.game->valuation != nullptr) rules.game->valuation->arrange(set);
    else std::sort(set.begin(), set.end());
}

SetAtTurn SearchStack::set_at(int64_t turn) {
    const Frame &f = frame(turn);
    return {{keys.data() + f.start, static_cast<std::size_t>(f.size())}, turn, f.hash, f.most_parts, &f.rates};
}

SetAtTurn SearchStack::part_at(int64_t turn, int64_t b) {
    const Frame &f = frame(turn);
    const Part &part = f.parts[b];
    return {
        {keys.data() + part.start, static_cast<std::size_t>(part.size)}, turn + 1, part.hash, f.most_parts, &f.rates};
}

int64_t SearchStack::split_by(int64_t turn, uint64_t guess) {
    Frame &f = frame(turn);
    history.play(turn, guess);
    ++work.expanded;
    const Valuation *const valuation = rules.game->valuation;
    if (valuation != nullptr) arrange(f.start, f.stop); // guesses before have left it part by part
    rules.game->split(keys.data(), f.start, f.stop, guess, f.sizes.view());
    const int64_t wins = f.sizes[rules.parts() - 1];
    int64_t total = (f.size() - wins) * rules.step[turn];
    if (valuation != nullptr) total = valuation->price(guess, keys_of(f.start, f.stop));
    int64_t at = f.start;
    f.large = 0;
    for (int64_t r = 0; r < rules.parts() - 1; ++r) {
        const int64_t size = f.sizes[r];
        if (size == f.size()) return -1;
        const int64_t known = size == 0 ? 0 : bounds.known_value(turn + 1, keys_of(at, at + size));
        if (known != Valuation::UNKNOWN) {
            total += known;
        } else {
            int64_t place = f.large++; // larger parts first
            for (; place > 0 && f.parts[place - 1].size < size; --place) f.parts[place] = f.parts[place - 1];
            f.parts[place].start = at;
            f.parts[place].size = size;
        }
        at += size;
    }
    for (int64_t b = 0; b < f.large; ++b) {
        Part &part = f.parts[b];
        part.hash = hash(part.start, part.start + part.size, turn + 1);
    }
    return total;
}

void SearchStack::enter_part(int64_t turn, int64_t b) {
    const Frame &f = frame(turn);
    const Part &part = f.parts[b];
    Frame &next = open(turn + 1);
    next.start = part.start;
    next.stop = part.start + part.size;
    next.hash = part.hash;
    next.limit = f.best - f.sum + part.value;
    next.most_parts = f.most_parts;
    next.rates = f.rates;
}

} // namespace codepegs
