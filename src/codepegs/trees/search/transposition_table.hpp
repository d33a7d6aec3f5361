// The transposition table of the search for optimal trees: a hash table that threads share without locks.
// An entry is four words: the two words of the set's hash, each XORed with the data of the entry; the value with its
// kind; and the guess. A reader undoes the XOR, so an entry that two threads wrote at once matches no set and counts as
// absent (R. Hyatt and T. Mann, "A lock-less transposition table
// implementation for parallel search chess engines", ICGA Journal 25, 2002). The words are owned by Python.
#pragma once

#include "core/array.hpp"
#include "core/random.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>

namespace codepegs {

/// The kind of an entry: none; whether a member splits the set fully; its least sum of bounds; its value.
enum Knowledge : int64_t { NOTHING = 0, MEMBERS = 1, BOUNDS = 2, EXACT = 3 };

/// The 128-bit hash of a set of codes, and of the turn if it matters.
struct SetHash {
    uint64_t first;
    uint64_t second;
};

/// The hash of a set does not depend on the order of its codes.
inline SetHash hash_set(const uint64_t *keys, int64_t size, int64_t turn, bool same_turns) {
    SetHash hash{0, 0};
    if (!same_turns) {
        hash.first = mixed(static_cast<uint64_t>(turn) << 58);
        hash.second = mixed(hash.first);
    }
    for (int64_t s = 0; s < size; ++s) {
        hash.first ^= mixed(keys[s]);
        hash.second ^= mixed(~keys[s]);
    }
    return hash;
}

/// More parts than a guess makes.
inline constexpr int64_t MANY_PARTS = int64_t{1} << 17;

/// The facts about one set.
struct Entry {
    Knowledge known = NOTHING;
    int64_t value = 0;  // a lower bound, or with EXACT the value
    int64_t below = 0;  // largest number of parts of a member besides itself; MANY_PARTS if it is 255 or more
    int64_t other = 0;  // largest number of parts of another guess; the same
    uint64_t guess = 0; // with EXACT: a guess that reaches the value
};

/// A view of the table.
class TranspositionTable {
  public:
    static constexpr int64_t WORDS = 4; // of one entry

    explicit TranspositionTable(Array<uint64_t> words)
        : words_(words.data()), mask_(static_cast<uint64_t>(words.size() / WORDS) - 1) {
        require(words.size() >= WORDS && std::has_single_bit(static_cast<uint64_t>(words.size())),
                "table: its number of entries, of four words each, is a power of two");
    }

    /// Prefetch the entry of a set that is needed soon: nearly every one is a cache miss.
    void prefetch(SetHash hash) const { __builtin_prefetch(place(hash.first)); }

    [[nodiscard]] Entry recall(SetHash hash) const {
        for (uint64_t probe = 0; probe < PROBES; ++probe) {
            uint64_t *const at = place(hash.first + probe);
            const uint64_t data = load(at + 2);
            const uint64_t guess = load(at + 3);
            if ((load(at) ^ data ^ guess) == hash.first && (load(at + 1) ^ data) == hash.second && data != 0) {
                return {static_cast<Knowledge>(data & 3), static_cast<int64_t>(data >> 18), parts_in(data >> 2),
                        parts_in(data >> 10), guess};
            }
        }
        return {};
    }

    /// Store the facts about a set, unless better ones are stored.
    void remember(SetHash hash, Entry entry) {
        const Slot slot = find(hash, entry.value);
        if (slot.taken) {
            const uint64_t data = load(slot.at + 2);
            const auto before = static_cast<Knowledge>(data & 3);
            if (before == EXACT) return;
            entry.value = std::max(entry.value, static_cast<int64_t>(data >> 18));
            entry.known = std::max(entry.known, before);
        }
        write(slot.at, hash, entry);
    }

    /// Store the facts about a set, replacing earlier ones.
    void replace(SetHash hash, const Entry &entry) { write(find(hash, entry.value).at, hash, entry); }

  private:
    static constexpr uint64_t PROBES = 8; // slots probed for one set

    struct Slot {
        uint64_t *at;
        bool taken; // taken by this set
    };

    static uint64_t load(uint64_t *word) { return std::atomic_ref(*word).load(std::memory_order_relaxed); }
    static void store(uint64_t *word, uint64_t value) {
        std::atomic_ref(*word).store(value, std::memory_order_relaxed);
    }

    /// Numbers of parts as they are stored in a byte.
    static uint64_t byte_for(int64_t parts) { return static_cast<uint64_t>(std::min(parts, int64_t{0xFF})); }
    static int64_t parts_in(uint64_t data) {
        const auto parts = static_cast<int64_t>(data & 0xFF);
        return parts == 0xFF ? MANY_PARTS : parts;
    }

    [[nodiscard]] uint64_t *place(uint64_t number) const { return words_ + (number & mask_) * WORDS; }

    /// The slot of a set's entry, or one for a new entry with `value`.
    ///
    /// If no slot is free, the new entry replaces that of the least value in the first half of the slots if this is
    /// less than `value`, otherwise one in the second half. Values increase with the work they took, and large sets are
    /// looked up again when the tree is written; small sets are looked up again soon.
    [[nodiscard]] Slot find(SetHash hash, int64_t value) const {
        uint64_t *least = nullptr;
        int64_t least_value = value;
        for (uint64_t probe = 0; probe < PROBES; ++probe) {
            uint64_t *const at = place(hash.first + probe);
            const uint64_t data = load(at + 2);
            if ((load(at) ^ data ^ load(at + 3)) == hash.first && (load(at + 1) ^ data) == hash.second)
                return {at, true};
            if (load(at) == 0 && data == 0) return {at, false};
            if (probe < PROBES / 2 && static_cast<int64_t>(data >> 18) < least_value) {
                least = at;
                least_value = static_cast<int64_t>(data >> 18);
            }
        }
        if (least != nullptr) return {least, false};
        return {place(hash.first + PROBES / 2 + hash.second % (PROBES / 2)), false};
    }

    static void write(uint64_t *at, SetHash hash, const Entry &entry) {
        const uint64_t data = (static_cast<uint64_t>(entry.value) << 18) | (byte_for(entry.other) << 10) |
                              (byte_for(entry.below) << 2) | static_cast<uint64_t>(entry.known);
        store(at, hash.first ^ data ^ entry.guess);
        store(at + 1, hash.second ^ data);
        store(at + 2, data);
        store(at + 3, entry.guess);
    }

    uint64_t *words_;
    uint64_t mask_;
};

} // namespace codepegs
