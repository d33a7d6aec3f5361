// Tables as files have them, from text to cells: separators, quotes, comments, titles, the heading, and what is wrong.
#include "core/array.hpp"
#include "core/export.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace codepegs {

/// The cells of the text of a table, which is read in steps; for one thread.
class TableText {
  public:
    /// Whether the first row below the titles has the names of the columns.
    enum Heading : int64_t { GUESSED = -1, NONE = 0, GIVEN = 1 };
    enum Fault : int64_t { OPEN_QUOTE = 1, LONG_ROW = 2, SPARSE = 3 };

    TableText(Array<const uint8_t> text, int64_t separator, Heading heading);

    /// Read on; whether all has been read, and the table found in it.
    bool advance();

    [[nodiscard]] int64_t rows() const { return std::ssize(kept_); }
    [[nodiscard]] int64_t columns() const { return std::ssize(used_); }
    [[nodiscard]] int64_t texts() const { return std::ssize(ends_); }
    [[nodiscard]] int64_t bytes() const { return std::ssize(pool_); }
    [[nodiscard]] int64_t titles() const { return titles_; }
    [[nodiscard]] bool has_heading() const { return has_heading_; }
    [[nodiscard]] int64_t separator() const { return separator_; }
    [[nodiscard]] int64_t faults() const { return std::ssize(faults_); }

    void write(Array<int32_t, 2> cells, Array<int64_t> numbers, Array<int64_t> ends, Array<uint8_t> pool,
               Array<int64_t, 2> faults) const;

  private:
    using Text = std::string_view;
    static constexpr int64_t STEP = 2 << 20;   // bytes that are read in a step
    static constexpr int64_t SAMPLE = 1 << 16; // bytes from which the separator is guessed
    static constexpr int64_t MOST_TITLES = 20; // each is compared with all rows below it
    static constexpr int64_t MOST_EMPTY = 8;   // cells of the table for each cell of the text, at most
    static constexpr int32_t EMPTY = 0;        // the number of the empty text

    struct Row {
        int64_t number; // from 1, with those that are left out, as a spreadsheet counts
        int64_t start;  // of its cells
        int64_t filled; // how many there are up to the last that is not empty
        int64_t given;  // how many there are
        bool is_note;   // whether it begins like a comment
        bool has_blank; // whether a blank follows the mark of the comment
    };

    template <class Use> int64_t record(int64_t at, uint8_t separator, bool &is_open, Use use);
    [[nodiscard]] int64_t end_of_line(int64_t at) const;
    [[nodiscard]] int64_t after_line(int64_t at) const;
    [[nodiscard]] int64_t guess_separator(int64_t at);
    int32_t number_of(Text text);
    void grow();
    void find_table();
    void drop_notes();
    void find_heading(int64_t width);
    void skip_lone_cells();
    void drop_empty_columns();
    [[nodiscard]] int64_t usual_width() const;
    [[nodiscard]] int32_t cell(const Row &row, int64_t column) const;
    [[nodiscard]] bool occurs_below(int64_t row) const;
    [[nodiscard]] bool is_short_heading(int64_t row) const;
    [[nodiscard]] Text text_of(int32_t number) const;

    std::vector<uint8_t> text_;
    std::vector<uint8_t> quoted_; // the cell that is being read
    int64_t separator_;
    Heading wanted_;
    int64_t at_ = 0;
    int64_t number_ = 0;
    std::vector<int32_t> cells_;
    std::vector<Row> kept_;
    std::vector<uint8_t> pool_; // the different texts, one after the other
    std::vector<int64_t> ends_;
    std::vector<int32_t> slots_; // numbers of texts by their hash; -1 where there is none
    std::vector<int64_t> used_;  // columns of the rows that are columns of the table
    std::vector<std::array<int64_t, 3>> faults_;
    int64_t titles_ = 0;
    bool has_heading_ = false;
    int64_t shift_ = 0; // the columns of the heading begin here
    bool is_done_ = false;
};
CODEPEGS_OBJECT(TableText);

/// The number of bytes of a blank at the beginning of a text, those of other alphabets included; 0 if there is none.
static std::size_t blank_at(std::string_view text) {
    const auto byte = [&](std::size_t n) { return n < text.size() ? static_cast<uint8_t>(text[n]) : uint8_t{0}; };
    if (byte(0) == ' ' || (byte(0) >= '\t' && byte(0) <= '\r')) return 1;
    if (byte(0) == 0xC2 && (byte(1) == 0xA0 || byte(1) == 0x85)) return 2;
    if (byte(0) == 0xE3 && byte(1) == 0x80 && byte(2) == 0x80) return 3;
    if (byte(0) == 0xEF && byte(1) == 0xBB && byte(2) == 0xBF) return 3;
    const bool is_space = byte(1) == 0x80 && ((byte(2) >= 0x80 && byte(2) <= 0x8A) || byte(2) == 0xA8 ||
                                              byte(2) == 0xA9 || byte(2) == 0xAF);
    return byte(0) == 0xE2 && (is_space || (byte(1) == 0x81 && byte(2) == 0x9F)) ? 3 : 0;
}

static std::string_view trimmed(std::string_view text) {
    while (const std::size_t blank = blank_at(text)) text.remove_prefix(blank);
    for (bool is_blank = true; is_blank && !text.empty();) {
        is_blank = false;
        for (std::size_t bytes = 1; bytes <= std::min<std::size_t>(3, text.size()); ++bytes) {
            if (blank_at(text.substr(text.size() - bytes)) == bytes) {
                text.remove_suffix(bytes);
                is_blank = true;
                break;
            }
        }
    }
    return text;
}

TableText::TableText(Array<const uint8_t> text, int64_t separator, Heading heading)
    : text_(text.begin(), text.end()), separator_(separator), wanted_(heading), slots_(1 << 10, -1) {
    number_of({}); // the empty text is the first
    if (separator_ != 0) return;
    const int64_t end = end_of_line(0); // Excel's own first line
    std::string_view line = trimmed({reinterpret_cast<const char *>(text_.data()), index(end)});
    if (line.size() > 1 && line.front() == '"' && line.back() == '"') line = line.substr(1, line.size() - 2);
    const bool names = line.size() >= 4 && (line[0] | 32) == 's' && (line[1] | 32) == 'e' && (line[2] | 32) == 'p';
    if (names && line[3] == '=' && line.size() <= 5) {
        separator_ = line.size() == 5 ? static_cast<uint8_t>(line[4]) : '\t'; // a tab was trimmed
        at_ = after_line(end);
    } else {
        separator_ = guess_separator(0);
    }
}

int64_t TableText::end_of_line(int64_t at) const {
    while (at < std::ssize(text_) && text_[index(at)] != '\n' && text_[index(at)] != '\r') ++at;
    return at;
}

int64_t TableText::after_line(int64_t at) const {
    if (at < std::ssize(text_) && text_[index(at)] == '\r') ++at;
    else if (at < std::ssize(text_)) return at + 1;
    return at < std::ssize(text_) && text_[index(at)] == '\n' ? at + 1 : at;
}

/// Read the record that begins at a byte, and return where the next one does; `use` gets the text of each cell.
template <class Use> int64_t TableText::record(int64_t at, uint8_t separator, bool &is_open, Use use) {
    const int64_t size = std::ssize(text_);
    const auto is_end = [&](uint8_t byte) { return byte == separator || byte == '\n' || byte == '\r'; };
    for (;;) {
        int64_t begin = at;
        while (at < size && (text_[index(at)] == ' ' || text_[index(at)] == '\t') && text_[index(at)] != separator) {
            ++at;
        }
        if (at < size && text_[index(at)] == '"') {
            quoted_.clear();
            for (++at;; ++at) {
                if (at == size) {
                    is_open = true;
                    break;
                }
                const uint8_t byte = text_[index(at)];
                if (byte == '"' && (at + 1 == size || text_[index(at + 1)] != '"')) {
                    ++at;
                    break;
                }
                if (byte == '"') ++at;
                const bool is_second = byte == '\n' && text_[index(at - 1)] == '\r';
                if (!is_second) quoted_.push_back(byte == '\n' || byte == '\r' ? uint8_t{' '} : byte);
            }
            for (; at < size && !is_end(text_[index(at)]); ++at) quoted_.push_back(text_[index(at)]);
            use(trimmed({reinterpret_cast<const char *>(quoted_.data()), quoted_.size()}));
        } else {
            while (at < size && !is_end(text_[index(at)])) ++at;
            use(trimmed({reinterpret_cast<const char *>(text_.data()) + begin, index(at - begin)}));
        }
        if (at == size || text_[index(at)] != separator) return after_line(at);
        ++at;
    }
}

/// The separator that makes the first rows most alike: all of one length, or else the most of the longest.
int64_t TableText::guess_separator(int64_t at) {
    std::tuple<bool, int64_t> best{false, 0};
    int64_t found = ',';
    for (const uint8_t separator : {uint8_t{'\t'}, uint8_t{';'}, uint8_t{','}, uint8_t{'|'}}) {
        std::vector<int64_t> lengths;
        bool is_open = false;
        for (int64_t next = at; next < std::min(std::ssize(text_), SAMPLE);) {
            int64_t cells = 0;
            bool is_blank = true;
            const bool is_note = text_[index(next)] == '#';
            next = record(next, separator, is_open, [&](Text text) {
                ++cells;
                is_blank = is_blank && text.empty();
            });
            if (!is_blank && (!is_note || lengths.empty())) lengths.push_back(cells);
        }
        std::sort(lengths.begin(), lengths.end());
        int64_t gain = 0; // of the length that most rows have
        bool is_even = false;
        for (std::size_t first = 0, last = 0; first < lengths.size(); first = last) {
            while (last < lengths.size() && lengths[last] == lengths[first]) ++last;
            gain = std::max(gain, static_cast<int64_t>(last - first) * (lengths[first] - 1));
            is_even = is_even || (last - first == lengths.size() && lengths[first] > 1);
        }
        if (const std::tuple<bool, int64_t> score{is_even, gain}; score > best) {
            best = score;
            found = separator;
        }
    }
    return found;
}

TableText::Text TableText::text_of(int32_t number) const {
    const int64_t begin = number == 0 ? 0 : ends_[index(number - 1)];
    return {reinterpret_cast<const char *>(pool_.data()) + begin, index(ends_[index(number)] - begin)};
}

static std::size_t hash_of(std::string_view text) {
    uint64_t hash = 0xCBF29CE484222325;
    for (const char byte : text) hash = (hash ^ static_cast<uint8_t>(byte)) * 0x100000001B3;
    return static_cast<std::size_t>(hash ^ (hash >> 29));
}

/// The number of a text, which is a new one if it has not been met.
int32_t TableText::number_of(Text text) {
    if (2 * ends_.size() >= slots_.size()) grow();
    for (std::size_t slot = hash_of(text);; ++slot) {
        int32_t &number = slots_[slot & (slots_.size() - 1)];
        if (number >= 0 && text_of(number) == text) return number;
        if (number < 0) {
            pool_.insert(pool_.end(), text.begin(), text.end());
            ends_.push_back(std::ssize(pool_));
            return number = static_cast<int32_t>(ends_.size() - 1);
        }
    }
}

void TableText::grow() {
    std::vector<int32_t> larger(4 * slots_.size(), -1);
    for (int32_t number = 0; number < std::ssize(ends_); ++number) {
        std::size_t slot = hash_of(text_of(number));
        while (larger[slot & (larger.size() - 1)] >= 0) ++slot;
        larger[slot & (larger.size() - 1)] = number;
    }
    slots_ = std::move(larger);
}

bool TableText::advance() {
    if (is_done_) return true;
    for (const int64_t stop = at_ + STEP; at_ < std::min(stop, std::ssize(text_));) {
        ++number_;
        const bool is_note = text_[index(at_)] == '#';
        if (is_note) { // a comment that has one quote does not go on until the next
            const int64_t end = end_of_line(at_);
            if (std::count(text_.begin() + at_, text_.begin() + end, '"') % 2 != 0) {
                at_ = after_line(end);
                continue;
            }
        }
        const bool has_blank = at_ + 1 < std::ssize(text_) && text_[index(at_ + 1)] == ' ';
        Row row{number_, std::ssize(cells_), 0, 0, is_note, has_blank};
        bool is_open = false, is_rule = separator_ == '|';
        at_ = record(at_, static_cast<uint8_t>(separator_), is_open, [&](Text text) {
            cells_.push_back(number_of(text));
            ++row.given;
            if (!text.empty()) row.filled = row.given;
            is_rule = is_rule && text.find_first_not_of(":-") == Text::npos;
        });
        if (is_open) faults_.push_back({OPEN_QUOTE, number_, 0});
        if (row.filled == 0 || is_rule) cells_.resize(index(row.start)); // or the line below a heading of Markdown
        else kept_.push_back(row);
    }
    if (at_ < std::ssize(text_)) return false;
    is_done_ = true;
    find_table();
    return true;
}

int32_t TableText::cell(const Row &row, int64_t column) const {
    return column >= 0 && column < row.filled ? cells_[index(row.start + column)] : EMPTY;
}

/// Leave out comments: rows that begin with # and are not as long as the others, or follow them with a blank.
void TableText::drop_notes() {
    int64_t longest = 0;
    for (const Row &row : kept_) longest = std::max(longest, row.is_note ? 0 : row.given);
    if (longest == 0) return;
    const auto is_dropped = [&](const Row &row) {
        return row.is_note && (row.given != longest || (row.has_blank && &row != kept_.data()));
    };
    std::vector<Row> kept;
    for (const Row &row : kept_) {
        if (!is_dropped(row)) kept.push_back(row);
    }
    kept_ = std::move(kept);
}

bool TableText::occurs_below(int64_t row) const {
    const Row &top = kept_[index(row)];
    for (int64_t below = row + 1; below < rows(); ++below) {
        for (int64_t column = 1; column < top.filled; ++column) {
            const int32_t text = cell(top, column);
            if (text != EMPTY && text == cell(kept_[index(below)], column)) return true;
        }
    }
    return false;
}

/// Whether a row has a name for each column but the first, as R writes it: all rows below are longer by one.
bool TableText::is_short_heading(int64_t row) const {
    const Row &top = kept_[index(row)];
    const auto first = cells_.begin() + top.start;
    return row + 2 < rows() && std::find(first, first + top.given, EMPTY) == first + top.given &&
           std::all_of(kept_.begin() + row + 1, kept_.end(),
                       [&](const Row &below) { return below.given == top.given + 1 && below.filled == below.given; });
}

/// The length of most rows below the titles.
int64_t TableText::usual_width() const {
    std::vector<int64_t> lengths;
    for (int64_t n = titles_; n < rows(); ++n) lengths.push_back(kept_[index(n)].filled);
    const auto middle = lengths.begin() + (std::ssize(lengths) - 1) / 2;
    std::nth_element(lengths.begin(), middle, lengths.end());
    return *middle;
}

/// Take the first rows for titles that have one cell only.
void TableText::skip_lone_cells() {
    const int64_t width = usual_width();
    for (; titles_ + 1 < rows(); ++titles_) {
        const Row &row = kept_[index(titles_)];
        int64_t filled = 0;
        for (int64_t column = 0; column < row.filled; ++column) filled += cell(row, column) != EMPTY;
        if (filled > 1 || row.filled >= width) return;
    }
}

/// Leave out the columns that are empty below the titles, as spreadsheets write them beside a table.
void TableText::drop_empty_columns() {
    std::vector<bool> is_used;
    for (int64_t n = titles_; n < rows(); ++n) {
        const Row &row = kept_[index(n)];
        if (std::ssize(is_used) < row.filled) is_used.resize(index(row.filled), false);
        for (int64_t column = 0; column < row.filled; ++column) {
            if (cell(row, column) != EMPTY) is_used[index(column)] = true;
        }
    }
    for (int64_t n = titles_; n < rows(); ++n) {
        Row &row = kept_[index(n)];
        int64_t next = 0;
        for (int64_t column = 0; column < row.filled; ++column) {
            if (is_used[index(column)]) cells_[index(row.start + next++)] = cells_[index(row.start + column)];
        }
        row.given -= row.filled - next;
        row.filled = next;
    }
}

/// Find the titles that have several cells, and the heading.
void TableText::find_heading(int64_t width) {
    for (; titles_ + 1 < rows(); ++titles_) {
        const Row &row = kept_[index(titles_)];
        if (wanted_ != NONE && is_short_heading(titles_)) {
            shift_ = 1;
            has_heading_ = true;
            return;
        }
        bool is_full = row.filled >= width;
        for (int64_t column = 1; column < row.filled; ++column) is_full = is_full && cell(row, column) != EMPTY;
        if (wanted_ != GUESSED) break;
        if (titles_ >= MOST_TITLES) break;
        const bool is_below = occurs_below(titles_);
        if (!is_full && !is_below) continue;
        has_heading_ = is_full && !is_below;
        return;
    }
    has_heading_ = wanted_ == GIVEN || (wanted_ == GUESSED && titles_ + 1 == rows());
}

void TableText::find_table() {
    drop_notes();
    if (kept_.empty()) return;
    skip_lone_cells();
    drop_empty_columns();
    const int64_t usual = usual_width();
    find_heading(usual);
    const int64_t first = titles_;
    const int64_t body = rows() - first;
    int64_t held = 0, longest = 0;
    for (int64_t n = first; n < rows(); ++n) {
        held += kept_[index(n)].filled;
        longest = std::max(longest, kept_[index(n)].filled);
    }
    int64_t width = has_heading_ ? kept_[index(first)].filled + shift_ : longest;
    if (!has_heading_ && body * width > MOST_EMPTY * held + 1'000) width = usual;
    const bool is_sparse = body * width > MOST_EMPTY * held + 1'000;
    if (is_sparse) {
        faults_.push_back({SPARSE, kept_[index(first)].number, width});
        width = 1;
    }
    std::vector<bool> is_used(index(width), false);
    for (int64_t n = first; n < rows(); ++n) {
        const Row &row = kept_[index(n)];
        const bool is_head = has_heading_ && n == first;
        const int64_t shift = is_head ? shift_ : 0;
        for (int64_t column = 0; column < std::min(width, row.filled + shift); ++column) {
            if (cell(row, column - shift) != EMPTY) is_used[index(column)] = true;
        }
        if (row.filled + shift > width && !is_sparse) faults_.push_back({LONG_ROW, row.number, row.filled});
    }
    for (int64_t column = 0; column < width; ++column) {
        if (is_used[index(column)]) used_.push_back(column);
    }
}

void TableText::write(Array<int32_t, 2> cells, Array<int64_t> numbers, Array<int64_t> ends, Array<uint8_t> pool,
                      Array<int64_t, 2> faults) const {
    require(is_done_, "table: expected one that has been read to its end");
    require(cells.size(0) == rows() && cells.size(1) == columns() && numbers.size() == rows() &&
                ends.size() == texts() && pool.size() == bytes() && faults.size(0) == std::ssize(faults_) &&
                faults.size(1) == 3,
            "table: expected arrays of its shape");
    for (int64_t n = 0; n < rows(); ++n) {
        const Row &row = kept_[index(n)];
        numbers[n] = row.number;
        int64_t next = 0;
        if (n < titles_) { // their filled cells, side by side
            for (int64_t column = 0; column < row.filled && next < columns(); ++column) {
                if (cell(row, column) != EMPTY) cells(n, next++) = cell(row, column);
            }
        } else {
            const int64_t shift = has_heading_ && n == titles_ ? shift_ : 0;
            for (const int64_t column : used_) cells(n, next++) = cell(row, column - shift);
        }
        for (; next < columns(); ++next) cells(n, next) = EMPTY;
    }
    std::copy(ends_.begin(), ends_.end(), ends.begin());
    std::copy(pool_.begin(), pool_.end(), pool.begin());
    for (int64_t n = 0; n < std::ssize(faults_); ++n) {
        for (int64_t part = 0; part < 3; ++part) faults(n, part) = faults_[index(n)][index(part)];
    }
}

/// Make a reader of a table from its text in UTF-8.
///
/// `separator` is the byte between cells, 0 if it is to be guessed. `heading` is 1 if the first row below the titles
/// has the names of the columns, 0 if no row has, and -1 if that is to be guessed.
std::unique_ptr<TableText> new_table_text(Array<const uint8_t> text, int64_t separator, int64_t heading) {
    require(separator >= 0 && separator < 128 && separator != '"' && separator != '\n' && separator != '\r',
            "separator: expected an ASCII character");
    require(heading >= -1 && heading <= 1, "heading: expected -1, 0 or 1");
    return std::make_unique<TableText>(text, separator, static_cast<TableText::Heading>(heading));
}

/// Read on in the text of a table; whether all has been read.
bool read_table_text(TableText &table) { return table.advance(); }

/// Return what was found in the text of a table, when it was read.
///
/// These are the numbers of rows (the titles and the heading first), of columns, of different texts, of the bytes of
/// these, and of titles; whether there is a heading; the separator; and the number of faults.
std::tuple<int64_t, int64_t, int64_t, int64_t, int64_t, bool, int64_t, int64_t>
shape_of_table_text(const TableText &table) {
    return {table.rows(),   table.columns(),     table.texts(),     table.bytes(),
            table.titles(), table.has_heading(), table.separator(), table.faults()};
}

/// Write the cells of a table that was read, as numbers of texts; 0 is the empty text.
///
/// `numbers` are those of the rows in the file, from 1. `pool` has the texts, one after the other, and `ends` where
/// each ends. A fault is a kind, the number of its row, and a count: 1, a quote without its end; 2, a row with more
/// cells than the heading; 3, rows much shorter than the heading, or than the longest. The count is of cells.
void write_table_text(const TableText &table, Array<int32_t, 2> cells, Array<int64_t> numbers, Array<int64_t> ends,
                      Array<uint8_t> pool, Array<int64_t, 2> faults) {
    table.write(cells, numbers, ends, pool, faults);
}

} // namespace codepegs

CODEPEGS_FREE(TableText);
CODEPEGS_EXPORT(new_table_text, text, separator, heading);
CODEPEGS_EXPORT(read_table_text, table);
CODEPEGS_EXPORT(shape_of_table_text, table);
CODEPEGS_EXPORT(write_table_text, table, cells, numbers, ends, pool, faults);
