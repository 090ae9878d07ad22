// The launcher's view of ELF files: real ones of this machine, and damaged copies of them.
#include "emulator/loader/launcher/elf_file.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

using simt::launcher::ElfFile;
using simt::launcher::read_elf;

namespace {

std::vector<std::byte> bytes_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    std::vector<std::byte> bytes(text.size());
    if (!text.empty()) std::memcpy(bytes.data(), text.data(), text.size());
    return bytes;
}

}  // namespace

TEST_CASE("an executable's needed libraries are read") {
    const auto file = read_elf(bytes_of("/proc/self/exe"));
    REQUIRE(file);
    CHECK(file->needs("libc.so.6"));
    CHECK_FALSE(file->needs("libc.so"));
    CHECK(file->needed_beginning("libstdc++") == "libstdc++.so.6");
    CHECK(file->needed_beginning("libnone").empty());
    CHECK_FALSE(file->has_device_code);
    CHECK(file->rpath == "$ORIGIN/../lib");
}

TEST_CASE("what is not an ELF executable is not read") {
    CHECK_FALSE(read_elf({}));
    CHECK_FALSE(read_elf(bytes_of("/proc/self/status")));
    auto damaged = bytes_of("/proc/self/exe");
    damaged[4] = std::byte{1};  // 32-bit
    CHECK_FALSE(read_elf(damaged));
}

TEST_CASE("a truncated executable is refused or read, never read past its end") {
    const auto whole = bytes_of("/proc/self/exe");
    for (std::size_t size = 0; size < whole.size(); size += size < 4096 ? 7 : whole.size() / 61 + 1) {
        // A copy of exactly that size, so that a sanitizer or the allocator notices a read beyond it.
        const std::vector<std::byte> cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
        const auto file = read_elf(cut);
        if (size < 64) CHECK_FALSE(file);
    }
}

TEST_CASE("offsets that point outside the file are refused") {
    auto damaged = bytes_of("/proc/self/exe");
    const unsigned long long far = ~0ull - 8;
    std::memcpy(damaged.data() + 32, &far, sizeof far);  // e_phoff
    CHECK_FALSE(read_elf(damaged));
    damaged = bytes_of("/proc/self/exe");
    std::memcpy(damaged.data() + 40, &far, sizeof far);  // e_shoff: no sections, no device code
    const auto file = read_elf(damaged);
    REQUIRE(file);
    CHECK_FALSE(file->has_device_code);
}
