// The fuzzer's target for fat binaries and cubins: the first byte chooses the reader, the rest is the file. What a fat
// binary holds is read on, as the runtime does.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "emulator/error.hpp"
#include "emulator/loader/cubin.hpp"
#include "emulator/loader/fatbin.hpp"

namespace {

void read_any(bool cubin, std::span<const std::byte> bytes) {
    if (cubin) {
        simt::loader::read_cubin(bytes);
        return;
    }
    for (const simt::loader::Image& image : simt::loader::read(bytes))
        if (image.kind == simt::loader::Image::Kind::Cubin) simt::loader::read_cubin(image.bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const simt::u8* data, std::size_t size) {
    if (size == 0) return 0;
    // A copy of just this size: what lies behind it is nobody's.
    const std::vector<simt::u8> exact(data + 1, data + size);
    try {
        read_any((data[0] & 1) != 0, std::as_bytes(std::span(exact)));
    } catch (const simt::Error& error) {
        if (std::strlen(error.what()) < 1000) return 0;
        std::fprintf(stderr, "a refusal of %zu bytes\n", std::strlen(error.what()));
        std::abort();
    }
    return 0;
}
