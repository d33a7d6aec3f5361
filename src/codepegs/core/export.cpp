// The parts of the C interface that do not depend on a function's types: signatures as text, and errors.
#include "export.hpp"

#include <new>
#include <stdexcept>

namespace codepegs::binding {

namespace {

/// The message of the last failed call of this thread.
thread_local std::string last_error;

int32_t failed(Status status, const char *message) {
    last_error = message;
    return status;
}

/// Extract the next of some names separated by commas.
std::string_view take_name(std::string_view &names) {
    std::string_view name = names.substr(0, names.find(','));
    names.remove_prefix(std::min(names.size(), name.size() + 1));
    while (!name.empty() && name.front() == ' ') name.remove_prefix(1);
    while (!name.empty() && name.back() == ' ') name.remove_suffix(1);
    return name;
}

std::string type_text(const Type &type) {
    if (type.text != nullptr) return type.text();
    std::string text = type.is_const ? "const " : "";
    text += type.number;
    if (type.rank > 0) text.append("[").append(std::to_string(type.rank)).append("]");
    return text;
}

/// "name: type, name: type".
std::string list_text(std::string_view names, std::span<const Type> types) {
    std::string text;
    for (const Type &type : types) {
        if (!text.empty()) text += ", ";
        text += take_name(names);
        text.append(": ").append(type_text(type));
    }
    return text;
}

} // namespace

std::string signature_text(std::string_view name, std::string_view names, std::span<const Type> parameters,
                           std::span<const Type> results, bool is_tuple) {
    std::string text(name);
    text.append("(").append(list_text(names, parameters)).append(") -> ");
    if (is_tuple) text += "(";
    for (std::size_t n = 0; n < results.size(); ++n) {
        if (n > 0) text += ", ";
        text += type_text(results[n]);
    }
    if (is_tuple) text += ")";
    return text;
}

std::string struct_text(std::string_view name, std::string_view names, std::span<const Type> fields,
                        std::span<const std::ptrdiff_t> offsets) {
    std::string text(name);
    text.append("{").append(list_text(names, fields)).append("}");
    std::ptrdiff_t at = 0;
    for (std::size_t n = 0; n < fields.size(); ++n) {
        if (offsets[n] != at) text += " WITH FIELDS OUT OF ORDER";
        at += static_cast<std::ptrdiff_t>(8 * (fields[n].rank > 0 ? 1 + fields[n].rank : 1)); // a bool is padded
    }
    return text;
}

int32_t status_of_exception() noexcept {
    try {
        throw;
    } catch (const std::bad_alloc &) {
        return OUT_OF_MEMORY;
    } catch (const std::length_error &) { // a vector of an impossible length
        return OUT_OF_MEMORY;
    } catch (const std::out_of_range &error) {
        return failed(OUT_OF_BOUNDS, error.what());
    } catch (const std::invalid_argument &error) {
        return failed(WRONG_ARGUMENT, error.what());
    } catch (const std::exception &error) { return failed(FAILED, error.what()); } catch (...) {
        return failed(FAILED, "unknown error");
    }
}

} // namespace codepegs::binding

extern "C" CODEPEGS_VISIBLE const char *codepegs_last_error() noexcept { return codepegs::binding::last_error.c_str(); }
