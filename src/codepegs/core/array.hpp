// Views of NumPy arrays: a pointer and a shape, C-contiguous, owned by Python.
//
// Every member is eight bytes wide on every platform (wasm32 included), so that Python can write a view into a row of
// 64-bit slots without knowing the platform's pointer size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

#if defined(CODEPEGS_CHECKED)
inline constexpr bool CODEPEGS_BOUNDS = true;
#else
inline constexpr bool CODEPEGS_BOUNDS = false;
#endif

namespace codepegs {

[[noreturn]] inline void index_out_of_bounds(int64_t index, int64_t size) {
    throw std::out_of_range("index " + std::to_string(index) + " is out of bounds for size " + std::to_string(size));
}

/// An index of a standard container.
constexpr std::size_t index(int64_t i) { return static_cast<std::size_t>(i); }

/// Check a condition on the arguments of an exported function; Python raises a `ValueError` with the message.
inline void require(bool condition, [[maybe_unused]] const char *message) {
#if defined(__wasm__) // it has no exceptions: without the messages the page's module is smaller
    if (!condition) __builtin_trap();
#else
    if (!condition) throw std::invalid_argument(message);
#endif
}

/// A pointer that takes eight bytes on every platform.
template <class T> class Pointer {
  public:
    Pointer() = default;
    explicit Pointer(T *target) : bits_(reinterpret_cast<std::uintptr_t>(target)) {}
    [[nodiscard]] T *get() const { return reinterpret_cast<T *>(static_cast<std::uintptr_t>(bits_)); }

  private:
    uint64_t bits_ = 0;
};

/// A C-contiguous array of `Rank` axes; `const T` marks an array that is only read.
template <class T, std::size_t Rank = 1> class Array {
    static_assert(Rank >= 1 && Rank <= 4);

  public:
    using Element = T;
    static constexpr std::size_t rank = Rank;

    Array() = default;

    /// A one-dimensional view of memory owned by C++.
    Array(T *data, int64_t size)
        requires(Rank == 1)
        : data_(data), shape_{size} {}

    Array(T *data, const int64_t (&shape)[Rank]) : data_(data) {
        for (std::size_t axis = 0; axis < Rank; ++axis) shape_[axis] = shape[axis];
    }

    /// A writable array converts to a read-only one.
    operator Array<const T, Rank>() const
        requires(!std::is_const_v<T>)
    {
        return {data_.get(), shape_};
    }

    [[nodiscard]] T *data() const { return data_.get(); }
    [[nodiscard]] int64_t size(std::size_t axis = 0) const { return shape_[axis]; }

    /// Element of an array of one axis.
    [[nodiscard]] T &operator[](int64_t i) const
        requires(Rank == 1)
    {
        if constexpr (CODEPEGS_BOUNDS) check(i, 0);
        return data()[i];
    }

    /// Row of an array of several axes.
    [[nodiscard]] Array<T, Rank - 1> operator[](int64_t i) const
        requires(Rank > 1)
    {
        if constexpr (CODEPEGS_BOUNDS) check(i, 0);
        int64_t row = 1;
        int64_t shape[Rank - 1];
        for (std::size_t axis = 1; axis < Rank; ++axis) {
            shape[axis - 1] = shape_[axis];
            row *= shape_[axis];
        }
        return {data() + i * row, shape};
    }

    /// Element of an array of several axes.
    template <class... Indices>
    [[nodiscard]] T &operator()(Indices... indices) const
        requires(sizeof...(Indices) == Rank)
    {
        const int64_t at[Rank] = {static_cast<int64_t>(indices)...};
        int64_t offset = 0;
        for (std::size_t axis = 0; axis < Rank; ++axis) {
            if constexpr (CODEPEGS_BOUNDS) check(at[axis], axis);
            offset = offset * shape_[axis] + at[axis];
        }
        return data()[offset];
    }

    /// The elements from `start` on, of an array of one axis.
    [[nodiscard]] Array from(int64_t start) const
        requires(Rank == 1)
    {
        if constexpr (CODEPEGS_BOUNDS) {
            if (start < 0 || start > shape_[0]) index_out_of_bounds(start, shape_[0]);
        }
        return {data() + start, shape_[0] - start};
    }

    [[nodiscard]] T *begin() const
        requires(Rank == 1)
    {
        return data();
    }
    [[nodiscard]] T *end() const
        requires(Rank == 1)
    {
        return data() + shape_[0];
    }

  private:
    void check(int64_t i, std::size_t axis) const {
        if (i < 0 || i >= shape_[axis]) index_out_of_bounds(i, shape_[axis]);
    }

    Pointer<T> data_;
    int64_t shape_[Rank] = {};
};

} // namespace codepegs
