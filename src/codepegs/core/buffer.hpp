// Memory owned by C++, with signed indices like `Array`.
#pragma once

#include "array.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace codepegs {

/// An array of a fixed size, its numbers not initialised: pages that are never written take no memory.
template <class T> class Buffer {
  public:
    Buffer() = default;
    explicit Buffer(int64_t size)
        : data_(std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(size))), size_(size) {}
    Buffer(int64_t size, const T &value) : Buffer(size) { fill(value); }

    [[nodiscard]] T &operator[](int64_t i) {
        check(i);
        return data_[static_cast<std::size_t>(i)];
    }
    [[nodiscard]] const T &operator[](int64_t i) const {
        check(i);
        return data_[static_cast<std::size_t>(i)];
    }

    void fill(const T &value) { std::fill_n(data_.get(), size_, value); }

    [[nodiscard]] int64_t size() const { return size_; }
    [[nodiscard]] T *data() { return data_.get(); }
    [[nodiscard]] const T *data() const { return data_.get(); }
    [[nodiscard]] T *begin() { return data_.get(); }
    [[nodiscard]] T *end() { return data_.get() + size_; }
    [[nodiscard]] Array<T> view() { return {data_.get(), size_}; }
    [[nodiscard]] Array<const T> view() const { return {data_.get(), size_}; }

  private:
    void check(int64_t i) const {
        if constexpr (CODEPEGS_BOUNDS) {
            if (i < 0 || i >= size_) index_out_of_bounds(i, size_);
        }
    }

    std::unique_ptr<T[]> data_;
    int64_t size_ = 0;
};

} // namespace codepegs
