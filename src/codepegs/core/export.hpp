// The C interface of the library: each exported function takes one row of 64-bit argument slots and one of result
// slots, and returns a status. `core/binding.py` fills the slots.
//
//     int64_t count_members(Array<const uint64_t> members, int64_t first);
//     CODEPEGS_EXPORT(count_members, members, first)
//
// makes two C functions: `codepegs_count_members`, and `codepegs_count_members_signature`, which returns the signature
// as text: `count_members(members: const u64[1], first: i64) -> i64`. The text is made from the types that the compiler
// sees, and Python makes its function from it, so the two cannot disagree. The comment above the C++ function describes
// it; `docs/make/stubs.py` writes types and comment to `core/native.pyi`.
//
// Slots: a number or a bool takes one; an array takes its address and its shape; a struct of arrays and numbers, and an
// object that C++ owns, take their address.
#pragma once

#include "array.hpp"

#include <array>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#if defined(_WIN32)
#define CODEPEGS_VISIBLE __declspec(dllexport)
#elif defined(__wasm__) // the linker gets a list of the functions to keep
#define CODEPEGS_VISIBLE __attribute__((visibility("default")))
#else
#define CODEPEGS_VISIBLE __attribute__((visibility("default"), used))
#endif

namespace codepegs {

enum Status : int32_t { OK = 0, OUT_OF_MEMORY = 1, OUT_OF_BOUNDS = 2, WRONG_ARGUMENT = 3, FAILED = 4 };

namespace binding {

template <class T> struct Tag {};

template <class T> constexpr std::string_view number_name() {
    if constexpr (std::is_same_v<T, bool>) return "bool";
    else if constexpr (std::is_same_v<T, int8_t>) return "i8";
    else if constexpr (std::is_same_v<T, int16_t>) return "i16";
    else if constexpr (std::is_same_v<T, int32_t>) return "i32";
    else if constexpr (std::is_same_v<T, int64_t>) return "i64";
    else if constexpr (std::is_same_v<T, uint8_t>) return "u8";
    else if constexpr (std::is_same_v<T, uint16_t>) return "u16";
    else if constexpr (std::is_same_v<T, uint32_t>) return "u32";
    else if constexpr (std::is_same_v<T, uint64_t>) return "u64";
    else if constexpr (std::is_same_v<T, double>) return "f64";
    else static_assert(!sizeof(T), "no array of this type can be passed");
}

template <class T> struct IsArray : std::false_type {};
template <class T, std::size_t Rank> struct IsArray<Array<T, Rank>> : std::true_type {};

template <class T>
inline constexpr bool IS_SCALAR =
    std::is_same_v<T, bool> || std::is_same_v<T, int64_t> || std::is_same_v<T, uint64_t> || std::is_same_v<T, double>;

/// A struct declared by CODEPEGS_STRUCT.
template <class T>
concept Described = requires { describe_struct(Tag<T>{}); };

/// The description of a type for `core/binding.py`: a number, an array of numbers, or a struct or object with its text.
struct Type {
    std::string_view number = {};
    std::size_t rank = 0;
    bool is_const = false;
    std::string (*text)() = nullptr;
};

template <class T> constexpr Type type_of() {
    using Plain = std::remove_cvref_t<T>;
    if constexpr (IS_SCALAR<Plain>) {
        return {number_name<Plain>()};
    } else if constexpr (IsArray<Plain>::value) {
        using Element = typename Plain::Element;
        return {number_name<std::remove_const_t<Element>>(), Plain::rank, std::is_const_v<Element>};
    } else if constexpr (std::is_void_v<Plain>) {
        return {"none"};
    } else if constexpr (Described<Plain>) {
        return {.text = [] { return describe_struct(Tag<Plain>{}); }};
    } else {
        return {.text = [] { return std::string(object_name(Tag<Plain>{})); }};
    }
}

/// The types of what a function returns.
template <class T> struct Results {
    static constexpr bool is_tuple = false;
    static constexpr std::array types = {type_of<T>()};
};
template <class... Ts> struct Results<std::tuple<Ts...>> {
    static constexpr bool is_tuple = true;
    static constexpr std::array types = {type_of<Ts>()...};
};
template <class T> struct Results<std::unique_ptr<T>> {
    static constexpr bool is_tuple = false;
    static constexpr std::array types = {type_of<T>()};
};

/// The signature of a function as `core/binding.py` writes it.
std::string signature_text(std::string_view name, std::string_view names, std::span<const Type> parameters,
                           std::span<const Type> results, bool is_tuple);

/// The text of a struct whose fields lie at these offsets.
std::string struct_text(std::string_view name, std::string_view names, std::span<const Type> fields,
                        std::span<const std::ptrdiff_t> offsets);

/// The status for the exception that is being handled; its message is kept for `codepegs_last_error`.
int32_t status_of_exception() noexcept;

template <class T> constexpr std::size_t slots_of() {
    using Plain = std::remove_cvref_t<T>;
    if constexpr (IsArray<Plain>::value) return 1 + Plain::rank;
    else return 1;
}

/// Read one argument from its slots.
template <class T> decltype(auto) read(const uint64_t *slot) {
    using Plain = std::remove_cvref_t<T>;
    if constexpr (IS_SCALAR<Plain>) {
        if constexpr (std::is_same_v<Plain, bool>) {
            return *slot != 0;
        } else {
            Plain value;
            std::memcpy(&value, slot, sizeof value);
            return value;
        }
    } else if constexpr (IsArray<Plain>::value) {
        static_assert(sizeof(Plain) == 8 * slots_of<Plain>());
        Plain value;
        std::memcpy(static_cast<void *>(&value), slot, sizeof value);
        return value;
    } else {
        static_assert(std::is_reference_v<T>, "structs and objects are taken by reference");
        return *reinterpret_cast<std::remove_reference_t<T> *>(static_cast<std::uintptr_t>(*slot));
    }
}

template <class T> void write(uint64_t *slot, T value) {
    if constexpr (std::is_same_v<T, bool>) {
        *slot = value ? 1 : 0;
    } else {
        static_assert(IS_SCALAR<T>);
        std::memcpy(slot, &value, sizeof value);
    }
}

template <class... Ts> void write(uint64_t *slot, const std::tuple<Ts...> &values) {
    std::apply([&](const auto &...value) { (write(slot++, value), ...); }, values);
}

template <class T> void write(uint64_t *slot, std::unique_ptr<T> owner) {
    *slot = reinterpret_cast<std::uintptr_t>(owner.release());
}

constexpr std::size_t count_names(std::string_view names) {
    if (names.empty()) return 0;
    std::size_t count = 1;
    for (char c : names) count += c == ',';
    return count;
}

template <auto function> struct Exported;

template <class Result, class... Parameters, Result (*function)(Parameters...)> struct Exported<function> {
    static constexpr std::size_t arity = sizeof...(Parameters);

    static std::string signature(std::string_view name, std::string_view names) {
        static constexpr std::array<Type, arity> parameters = {type_of<Parameters>()...};
        return signature_text(name, names, parameters, Results<Result>::types, Results<Result>::is_tuple);
    }

    template <std::size_t... N>
    static void invoke(const uint64_t *slots, uint64_t *results, std::index_sequence<N...>) {
        constexpr auto at = offsets();
        if constexpr (std::is_void_v<Result>) function(read<Parameters>(slots + at[N])...);
        else write(results, function(read<Parameters>(slots + at[N])...));
    }

    static constexpr std::array<std::size_t, arity + 1> offsets() {
        std::array<std::size_t, arity + 1> at{};
        std::size_t n = 0;
        ((at[n + 1] = at[n] + slots_of<Parameters>(), ++n), ...);
        return at;
    }

    static int32_t call(const uint64_t *slots, uint64_t *results) noexcept {
        try {
            invoke(slots, results, std::make_index_sequence<arity>{});
            return OK;
        } catch (...) { return status_of_exception(); }
    }
};

/// The text of a struct: its name and its fields, which must be all of it, in order.
template <class S, class... Fields>
std::string describe(std::string_view name, std::string_view names, Fields S::*...fields) {
    static_assert(std::is_standard_layout_v<S>);
    static_assert(sizeof(S) == 8 * (slots_of<Fields>() + ...), "a field is missing, or is not eight bytes wide");
    static constexpr std::array types = {type_of<Fields>()...};
    const S instance{};
    const auto *start = reinterpret_cast<const char *>(&instance);
    const std::array<std::ptrdiff_t, sizeof...(Fields)> offsets = {reinterpret_cast<const char *>(&(instance.*fields)) -
                                                                   start...};
    return struct_text(name, names, types, offsets);
}

} // namespace binding
} // namespace codepegs

/// Export a function of namespace codepegs under its own name; the names of its parameters follow.
#define CODEPEGS_EXPORT(name, ...)                                                                           \
    static_assert(::codepegs::binding::count_names(#__VA_ARGS__) ==                                          \
                      ::codepegs::binding::Exported<&::codepegs::name>::arity,                               \
                  "name every parameter");                                                                   \
    extern "C" CODEPEGS_VISIBLE int32_t codepegs_##name(const uint64_t *slots, uint64_t *results) noexcept { \
        return ::codepegs::binding::Exported<&::codepegs::name>::call(slots, results);                       \
    }                                                                                                        \
    extern "C" CODEPEGS_VISIBLE const char *codepegs_##name##_signature() noexcept {                         \
        static const std::string text =                                                                      \
            ::codepegs::binding::Exported<&::codepegs::name>::signature(#name, #__VA_ARGS__);                \
        return text.c_str();                                                                                 \
    }                                                                                                        \
    static_assert(true)

// Applies a macro to up to 64 arguments, separated by commas.
#define CODEPEGS_EXPAND(...) CODEPEGS_EXPAND4(CODEPEGS_EXPAND4(CODEPEGS_EXPAND4(__VA_ARGS__)))
#define CODEPEGS_EXPAND4(...) CODEPEGS_EXPAND3(CODEPEGS_EXPAND3(CODEPEGS_EXPAND3(__VA_ARGS__)))
#define CODEPEGS_EXPAND3(...) CODEPEGS_EXPAND2(CODEPEGS_EXPAND2(CODEPEGS_EXPAND2(__VA_ARGS__)))
#define CODEPEGS_EXPAND2(...) __VA_ARGS__
#define CODEPEGS_PARENTHESES ()
#define CODEPEGS_MEMBERS(type, ...) __VA_OPT__(CODEPEGS_EXPAND(CODEPEGS_MEMBER(type, __VA_ARGS__)))
#define CODEPEGS_MEMBER(type, field, ...) \
    , &type::field __VA_OPT__(CODEPEGS_MEMBER_AGAIN CODEPEGS_PARENTHESES(type, __VA_ARGS__))
#define CODEPEGS_MEMBER_AGAIN() CODEPEGS_MEMBER

/// Describe a struct of namespace codepegs to Python: name every field, in order. Used inside namespace codepegs.
#define CODEPEGS_STRUCT(type, ...)                                                               \
    inline std::string describe_struct(binding::Tag<type>) {                                     \
        return binding::describe<type>(#type, #__VA_ARGS__ CODEPEGS_MEMBERS(type, __VA_ARGS__)); \
    }                                                                                            \
    extern "C" CODEPEGS_VISIBLE inline const char *codepegs_##type##_signature() noexcept {      \
        static const std::string text = describe_struct(binding::Tag<type>{});                   \
        return text.c_str();                                                                     \
    }                                                                                            \
    static_assert(true)

/// Let Python own objects of a class: an exported function returns a `std::unique_ptr` of it, others take it by
/// reference, and the binding layer frees it. CODEPEGS_OBJECT stands in namespace codepegs, CODEPEGS_FREE outside, in
/// one source file.
#define CODEPEGS_OBJECT(type)                                                 \
    inline std::string_view object_name(binding::Tag<type>) { return #type; } \
    static_assert(true)
#define CODEPEGS_FREE(type)                                                               \
    extern "C" CODEPEGS_VISIBLE void codepegs_free_##type(uint64_t object) noexcept {     \
        delete reinterpret_cast<::codepegs::type *>(static_cast<std::uintptr_t>(object)); \
    }                                                                                     \
    static_assert(true)
