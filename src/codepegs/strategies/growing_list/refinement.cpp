// Refinement of a list of partial codes: distinguish one more colour, take a peg out of its block, or cut a block in
// two.
// Each replaces an entry by several, its children. A refinement runs in steps: first the children are counted, so that
// a list that is too long is never written; then they are written. Similar children of one entry form a run; runs are
// collected until there are about a thousand children, which are then written row by row.
#include "core/buffer.hpp"
#include "core/export.hpp"
#include "partial_codes.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <tuple>
#include <vector>

namespace codepegs {

namespace {

/// Pegs of a block whose colours are not distinguished.
int64_t merged_pegs(const PartialCodes &codes, int64_t block, uint64_t word) {
    int64_t left = codes.sizes[block];
    for (int64_t color = 0; color < codes.distinguished; ++color) left -= PartialCodes::pegs_of(color, word);
    return left;
}

/// Some new entries: the numbers of their parents, and a few words each for the differences.
class Children {
  public:
    static constexpr int64_t ROOM = 1024;

    explicit Children(int64_t news) : parents_(ROOM), news_(news * ROOM) {}

    [[nodiscard]] int64_t size() const { return size_; }
    [[nodiscard]] bool has_room_for(int64_t count) const { return size_ + count <= ROOM; }
    void clear() { size_ = 0; }

    /// Add `count` children; their words are written through `news`.
    void add(int64_t parent, int64_t count) {
        for (int64_t n = size_; n < size_ + count; ++n) parents_[n] = parent;
        size_ += count;
    }
    [[nodiscard]] uint64_t *news(int64_t number) { return news_.data() + number * ROOM; }

    /// Copy a row of the old entries.
    void copy(const Array<const uint64_t> &from, uint64_t *to) const {
        const uint64_t *const entries = from.data();
        const int64_t *const parents = parents_.data();
        for (int64_t n = 0; n < size_; ++n) to[n] = entries[parents[n]];
    }

  private:
    int64_t size_ = 0;
    Buffer<int64_t> parents_;
    Buffer<uint64_t> news_;
};

/// Distinguishes one more colour, or the last two. The children of a run differ only in the first block.
class ColorSplit {
  public:
    explicit ColorSplit(const PartialCodes &codes)
        : codes_(codes), left_(static_cast<std::size_t>(codes.blocks())), taken_(left_.size()),
          also_last_(codes.distinguished + 2 == codes.colors) {
        require(codes.distinguished < codes.colors, "codes.distinguished: all colours are distinguished apart");
    }

    [[nodiscard]] int64_t new_blocks() const { return 0; }
    [[nodiscard]] int64_t news() const { return codes_.blocks(); }

    /// The first run of an entry.
    void begin(int64_t entry) {
        for (std::size_t block = 0; block < left_.size(); ++block) {
            const auto number = static_cast<int64_t>(block);
            left_[block] = std::max<int64_t>(0, merged_pegs(codes_, number, codes_.rest(number, entry)));
        }
        std::fill(taken_.begin(), taken_.end(), 0);
    }

    /// Children in this run.
    [[nodiscard]] int64_t length() const { return left_.empty() ? 1 : left_[0] + 1; }

    /// Continue with the next run; false after the last.
    bool advance() {
        for (std::size_t block = 1; block < left_.size(); ++block) {
            if (taken_[block] < left_[block]) {
                ++taken_[block];
                return true;
            }
            taken_[block] = 0;
        }
        return false;
    }

    /// Write the differences of the children of this run, which are the last ones.
    void write(Children &children) const {
        for (std::size_t block = 0; block < left_.size(); ++block) {
            uint64_t *const counts = children.news(static_cast<int64_t>(block)) + children.size() - length();
            for (int64_t n = 0; n < length(); ++n) {
                const int64_t taken = block == 0 ? n : taken_[block];
                counts[n] = static_cast<uint64_t>(taken) << (8 * codes_.distinguished);
                if (also_last_)
                    counts[n] |= static_cast<uint64_t>(left_[block] - taken) << (8 * (codes_.distinguished + 1));
            }
        }
    }

    /// Change the copies of the old entries into the new ones, from `at` on.
    void apply(Children &children, const Array<uint64_t, 2> &, const Array<uint64_t, 2> &rest, int64_t at) const {
        for (int64_t block = 0; block < codes_.blocks(); ++block) {
            const uint64_t *const counts = children.news(block);
            uint64_t *const words = rest[block].data() + at;
            for (int64_t n = 0; n < children.size(); ++n) words[n] |= counts[n];
        }
    }

  private:
    PartialCodes codes_;
    std::vector<int64_t> left_;  // pegs of each block whose colours are not distinguished
    std::vector<int64_t> taken_; // of these, those with the new colour
    bool also_last_;
};

/// Takes a peg out of a block and gives it a colour. All children of an entry are one run.
class Peel {
  public:
    Peel(const PartialCodes &codes, int64_t block)
        : codes_(codes), block_(block), word_(codes.singles / codes.pegs_a_word()),
          shift_(codes.bits * (codes.singles % codes.pegs_a_word())) {
        require(block >= 0 && block < codes.blocks(), "block: expected the number of a block");
        require(word_ < codes.keys.size(0), "codes.keys: expected room for one peg more");
    }

    [[nodiscard]] int64_t new_blocks() const { return 0; }
    [[nodiscard]] int64_t news() const { return 2; }

    void begin(int64_t entry) {
        uint64_t word = codes_.rest(block_, entry);
        int64_t left = codes_.sizes[block_];
        std::size_t length = 0;
        for (int64_t color = 0; color < codes_.distinguished; ++color, word >>= 8) {
            const auto count = static_cast<int64_t>(word & 0xFF);
            left -= count;
            colors_[length] = color;
            length += count > 0;
        }
        if (left > 0) {
            for (int64_t color = codes_.distinguished; color < codes_.colors; ++color) colors_[length++] = color;
        }
        length_ = static_cast<int64_t>(length);
    }

    [[nodiscard]] int64_t length() const { return length_; }
    bool advance() { return false; }

    void write(Children &children) const {
        uint64_t *const colors = children.news(0) + children.size() - length_;
        uint64_t *const counts = children.news(1) + children.size() - length_;
        for (int64_t n = 0; n < length_; ++n) {
            const int64_t color = colors_[static_cast<std::size_t>(n)];
            colors[n] = static_cast<uint64_t>(color) << shift_;
            counts[n] = static_cast<uint64_t>(color < codes_.distinguished)
                        << (8 * (color % PartialCodes::MOST_COLORS));
        }
    }

    void apply(Children &children, const Array<uint64_t, 2> &keys, const Array<uint64_t, 2> &rest, int64_t at) const {
        const uint64_t *const colors = children.news(0);
        const uint64_t *const counts = children.news(1);
        uint64_t *const words = keys[word_].data() + at;
        uint64_t *const block = rest[block_].data() + at;
        for (int64_t n = 0; n < children.size(); ++n) words[n] |= colors[n];
        for (int64_t n = 0; n < children.size(); ++n) block[n] -= counts[n];
    }

  private:
    PartialCodes codes_;
    int64_t block_;
    int64_t word_;
    int64_t shift_;
    std::array<int64_t, PartialCodes::MOST_COLORS + 1> colors_{};
    int64_t length_ = 0;
};

/// Moves some pegs of a block to a new block, the last one. A child has the number of pegs of each kind that move: of
/// each distinguished colour, and of all others together. The children of a run differ only in the last two kinds.
class BlockSplit {
  public:
    BlockSplit(const PartialCodes &codes, int64_t block, int64_t part)
        : codes_(codes), block_(block), part_(part),
          kinds_(codes.distinguished < codes.colors ? codes.distinguished + 1 : codes.distinguished) {
        require(block >= 0 && block < codes.blocks(), "block: expected the number of a block");
        require(part >= 0 && part <= codes.sizes[block], "part: expected at most as many pegs as the block has");
    }

    [[nodiscard]] int64_t new_blocks() const { return 1; }
    [[nodiscard]] int64_t news() const { return 1; }

    void begin(int64_t entry) {
        const uint64_t word = codes_.rest(block_, entry);
        for (int64_t color = 0; color < codes_.distinguished; ++color)
            have_[index(color)] = PartialCodes::pegs_of(color, word);
        if (kinds_ > codes_.distinguished)
            have_[index(codes_.distinguished)] = std::max<int64_t>(0, merged_pegs(codes_, block_, word));
        after_[index(kinds_)] = 0;
        for (int64_t kind = kinds_ - 1; kind >= 0; --kind) {
            after_[index(kind)] = after_[index(kind + 1)] + have_[index(kind)];
        }
        need_[0] = part_;
        take_least(0);
    }

    [[nodiscard]] int64_t length() const {
        if (kinds_ == 1) return have_[0] >= part_ ? 1 : 0;
        const int64_t kind = kinds_ - 2;
        return std::max<int64_t>(0, most(kind) - least(kind) + 1);
    }

    bool advance() {
        for (int64_t kind = kinds_ - 3; kind >= 0; --kind) {
            if (take_[index(kind)] >= most(kind)) continue;
            ++take_[index(kind)];
            need_[index(kind + 1)] = need_[index(kind)] - take_[index(kind)];
            take_least(kind + 1);
            return true;
        }
        return false;
    }

    void write(Children &children) const {
        uint64_t moved = 0;
        for (int64_t kind = 0; kind < kinds_ - 2; ++kind) moved |= counted(kind, take_[index(kind)]);
        uint64_t step = 0;
        if (kinds_ == 1) {
            moved |= counted(0, part_);
        } else {
            const int64_t kind = kinds_ - 2;
            moved |= counted(kind, least(kind)) | counted(kind + 1, need_[index(kind)] - least(kind));
            step = counted(kind, 1) - counted(kind + 1, 1); // one more of the second-to-last kind, one less of the last
        }
        const int64_t count = length();
        uint64_t *const counts = children.news(0) + children.size() - count;
        for (int64_t n = 0; n < count; ++n) counts[n] = moved + static_cast<uint64_t>(n) * step;
    }

    void apply(Children &children, const Array<uint64_t, 2> &, const Array<uint64_t, 2> &rest, int64_t at) const {
        const uint64_t *const moved = children.news(0);
        uint64_t *const old_block = rest[block_].data() + at;
        uint64_t *const new_block = rest[rest.size(0) - 1].data() + at;
        for (int64_t n = 0; n < children.size(); ++n) old_block[n] -= moved[n];
        std::copy_n(moved, children.size(), new_block);
    }

  private:
    /// The least number of pegs of a kind, given those available of later kinds, and the largest.
    [[nodiscard]] int64_t least(int64_t kind) const {
        return std::max<int64_t>(0, need_[index(kind)] - after_[index(kind + 1)]);
    }
    [[nodiscard]] int64_t most(int64_t kind) const { return std::min(have_[index(kind)], need_[index(kind)]); }

    /// Use the least number of each kind from `kind` on.
    void take_least(int64_t kind) {
        for (; kind < kinds_ - 2; ++kind) {
            take_[index(kind)] = least(kind);
            need_[index(kind + 1)] = need_[index(kind)] - take_[index(kind)];
        }
    }

    /// A number of pegs in the byte of a kind; 0 for kinds that are not distinguished.
    [[nodiscard]] uint64_t counted(int64_t kind, int64_t pegs) const {
        return kind < codes_.distinguished ? static_cast<uint64_t>(pegs) << (8 * kind) : 0;
    }

    PartialCodes codes_;
    int64_t block_;
    int64_t part_;
    int64_t kinds_;
    std::array<int64_t, PartialCodes::MOST_COLORS + 1> have_{};  // pegs of each kind in the block
    std::array<int64_t, PartialCodes::MOST_COLORS + 2> after_{}; // pegs of the kinds from each on
    std::array<int64_t, PartialCodes::MOST_COLORS + 1> take_{};  // pegs of each kind that move, except the last two
    std::array<int64_t, PartialCodes::MOST_COLORS + 1> need_{};  // pegs to move of the kinds from each on
};

} // namespace

/// The construction of a longer list; entries are counted first, to allocate them.
class Refinement {
  public:
    virtual ~Refinement() = default;
    virtual std::tuple<bool, int64_t> count(int64_t most, int64_t work) = 0;
    virtual bool write(const Array<uint64_t, 2> &keys, const Array<uint64_t, 2> &rest, int64_t work) = 0;
};
CODEPEGS_OBJECT(Refinement);

namespace {

template <class Split> class RefinementBy final : public Refinement {
  public:
    RefinementBy(const PartialCodes &codes, const Split &split)
        : codes_(codes), counting_{split}, writing_{split}, children_(split.news()) {}

    std::tuple<bool, int64_t> count(int64_t most, int64_t work) override {
        while (work > 0 && counting_.entry < codes_.size && counting_.made <= most) {
            counting_.begin();
            counting_.made += counting_.split.length();
            counting_.advance();
            --work;
        }
        return {counting_.entry >= codes_.size || counting_.made > most, counting_.made};
    }

    bool write(const Array<uint64_t, 2> &keys, const Array<uint64_t, 2> &rest, int64_t work) override {
        require(keys.size(0) == codes_.keys.size(0), "keys: expected as many rows as before");
        require(rest.size(0) == codes_.blocks() + writing_.split.new_blocks(), "rest: expected a row for each block");
        require(rest.size(0) == 0 || rest.size(1) == keys.size(1), "keys, rest: expected the same number of entries");
        while (work > 0 && writing_.entry < codes_.size) {
            const int64_t at = writing_.made;
            work -= gather_children();
            require(at + children_.size() <= keys.size(1), "keys, rest: expected room for all entries");
            for (int64_t row = 0; row < keys.size(0); ++row) children_.copy(codes_.keys[row], keys[row].data() + at);
            for (int64_t row = 0; row < codes_.blocks(); ++row) children_.copy(codes_.rest[row], rest[row].data() + at);
            writing_.split.apply(children_, keys, rest, at);
            writing_.made += children_.size();
        }
        return writing_.entry >= codes_.size;
    }

  private:
    /// Collect the next children, up to the capacity; returns the numbers of runs and children processed.
    int64_t gather_children() {
        int64_t work = 0;
        children_.clear();
        for (; writing_.entry < codes_.size; writing_.advance()) {
            writing_.begin();
            const int64_t length = writing_.split.length();
            if (!children_.has_room_for(length)) break;
            children_.add(writing_.entry, length);
            writing_.split.write(children_);
            work += 1 + length;
        }
        return work;
    }

    /// The progress of a pass over all entries.
    struct Pass {
        Split split;
        int64_t entry = 0;
        int64_t made = 0;
        bool has_begun = false;

        void begin() {
            if (!has_begun) split.begin(entry);
            has_begun = true;
        }
        void advance() {
            if (split.advance()) return;
            ++entry;
            has_begun = false;
        }
    };

    PartialCodes codes_;
    Pass counting_;
    Pass writing_;
    Children children_;
};

template <class Split, class... Arguments>
std::unique_ptr<Refinement> start(const PartialCodes &codes, Arguments... arguments) {
    codes.check();
    return std::make_unique<RefinementBy<Split>>(codes, Split(codes, arguments...));
}

} // namespace

/// Distinguish one more colour, or both if two are left.
std::unique_ptr<Refinement> start_color_split(const PartialCodes &codes) { return start<ColorSplit>(codes); }

/// Take one peg out of a block and give it a colour. The block remains, even if it is empty.
std::unique_ptr<Refinement> start_peel(const PartialCodes &codes, int64_t block) { return start<Peel>(codes, block); }

/// Move `part` pegs of a block to a new block, the last one.
std::unique_ptr<Refinement> start_block_split(const PartialCodes &codes, int64_t block, int64_t part) {
    return start<BlockSplit>(codes, block, part);
}

/// Count about `work` of the new entries; returns whether all are counted, and their number so far.
///
/// Counting ends if there are more than `most`.
std::tuple<bool, int64_t> count_children(Refinement &refinement, int64_t most, int64_t work) {
    return refinement.count(most, work);
}

/// Write about `work` more of the new entries to arrays of the exact size; returns whether all are written.
bool write_children(Refinement &refinement, Array<uint64_t, 2> keys, Array<uint64_t, 2> rest, int64_t work) {
    return refinement.write(keys, rest, work);
}

} // namespace codepegs

CODEPEGS_EXPORT(start_color_split, codes);
CODEPEGS_EXPORT(start_peel, codes, block);
CODEPEGS_EXPORT(start_block_split, codes, block, part);
CODEPEGS_EXPORT(count_children, refinement, most, work);
CODEPEGS_EXPORT(write_children, refinement, keys, rest, work);
CODEPEGS_FREE(Refinement);
