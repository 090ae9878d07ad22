// See host_array.hpp.
#include "common/grading/host_array.hpp"

#include <cstdlib>
#include <map>
#include <new>

namespace grading {
namespace {

struct SharedMemory {
    char* first = nullptr;
    std::size_t bytes = 0;
    std::map<std::size_t, std::size_t> taken;  // by offset
};

// A judge sets it before its static objects are made.
SharedMemory& shared() {
    static auto* const instance = new SharedMemory;
    return *instance;
}

}  // namespace

void keep_host_arrays_in(void* memory, std::size_t bytes) {
    shared().first = static_cast<char*>(memory);
    shared().bytes = bytes;
}

// The first gap that is large enough. Arrays begin at cache lines.
void* allocate_host_array(std::size_t bytes) {
    constexpr std::size_t kLine = 64;
    const std::size_t size = (bytes / kLine + 1) * kLine;
    auto& [first, all, taken] = shared();
    if (!first) {
        void* const array = std::aligned_alloc(kLine, size);
        if (!array) throw std::bad_alloc();
        return array;
    }
    std::size_t begin = 0;
    for (const auto& [offset, length] : taken) {
        if (offset - begin >= size) break;
        begin = offset + length;
    }
    if (size > all - begin) throw std::bad_alloc();
    taken[begin] = size;
    return first + begin;
}

void free_host_array(void* array) {
    auto& [first, all, taken] = shared();
    if (first)
        taken.erase(static_cast<std::size_t>(static_cast<char*>(array) - first));
    else
        std::free(array);
}

}  // namespace grading
