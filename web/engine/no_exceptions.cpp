// WebAssembly modules of the page have no exceptions: what would throw stops the module, and the page starts another.
#include <cstddef>

extern "C" {
[[noreturn]] void *__cxa_allocate_exception(std::size_t) noexcept { __builtin_trap(); }
[[noreturn]] void __cxa_throw(void *, void *, void (*)(void *)) { __builtin_trap(); }
}
