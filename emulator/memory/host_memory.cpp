// Reads /proc and the control group; maps and unmaps pages. See host_memory.hpp.
#include "emulator/memory/host_memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <string>

namespace simt::memory {
namespace {

constexpr u64 kHugePage = u64{2} << 20;

std::string text_of(const char* path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator(file), {}};
}

std::optional<u64> number_at(std::string_view text) {
    u64 value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<u64> value_of(std::string_view text, std::string_view key) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!line.starts_with(key)) continue;
        line.remove_prefix(key.size());
        if (!line.empty() && line.front() == ':') line.remove_prefix(1);
        if (line.empty() || (line.front() != ' ' && line.front() != '\t')) continue;  // a longer key
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        const std::optional<u64> value = number_at(line);
        if (!value) return std::nullopt;
        return line.ends_with("kB") ? *value * 1024 : *value;
    }
    return std::nullopt;
}

HostMemory host_memory() {
    const std::string meminfo = text_of("/proc/meminfo");
    HostMemory memory{value_of(meminfo, "MemTotal").value_or(0),
                      value_of(meminfo, "MemAvailable").value_or(0)};

    // "max" (no limit) is not a number. Page cache counts as used there, but the system can reclaim it.
    const std::optional<u64> limit = number_at(text_of("/sys/fs/cgroup/memory.max"));
    if (!limit) return memory;
    const u64 used = number_at(text_of("/sys/fs/cgroup/memory.current")).value_or(0);
    const u64 cache = value_of(text_of("/sys/fs/cgroup/memory.stat"), "file").value_or(0);
    const u64 held = used - std::min(used, cache);
    memory.total = std::min(memory.total, *limit);
    memory.available = std::min(memory.available, *limit - std::min(*limit, held));
    return memory;
}

Mapping::Mapping(u64 size, u64 at) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    if (at != 0) flags |= MAP_FIXED_NOREPLACE;
    void* const place = mmap(reinterpret_cast<void*>(at), size, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (place == MAP_FAILED) return;
    if (at != 0 && place != reinterpret_cast<void*>(at)) {  // a kernel before 4.17 takes it as a hint
        munmap(place, size);
        return;
    }
    // Only advice: everything works without huge pages, but the first touch of a large array is slower.
    if (size >= 2 * kHugePage) madvise(place, size, MADV_HUGEPAGE);
    data_ = {static_cast<u8*>(place), Unmap{size}};
}

void Unmap::operator()(u8* data) const { munmap(data, bytes); }

}  // namespace simt::memory
