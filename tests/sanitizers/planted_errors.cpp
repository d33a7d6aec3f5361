// Errors that a sanitizer must notice; `run.py` calls them to prove that it would.
#include <climits>
#include <cstdint>
#include <thread>
#include <vector>

extern "C" __attribute__((visibility("default"))) int64_t planted_overflow(int64_t size) {
    std::vector<int64_t> numbers(static_cast<std::size_t>(size));
    return numbers.data()[size];
}

extern "C" __attribute__((visibility("default"))) int64_t planted_undefined(int64_t size) {
    return (LLONG_MAX - 1) + size;
}

extern "C" __attribute__((visibility("default"))) int64_t planted_race(int64_t rounds) {
    volatile int64_t shared = 0;
    auto add = [&] {
        for (int64_t i = 0; i < rounds; ++i) shared = shared + 1;
    };
    std::thread first(add);
    std::thread second(add);
    first.join();
    second.join();
    return shared;
}
