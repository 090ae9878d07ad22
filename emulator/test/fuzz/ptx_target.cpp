// The fuzzer's target for PTX: whatever the text, the emulator runs it or says in a sentence why not.
#include <cstdio>
#include <cstdlib>

#include "emulator/test/fuzz/sandbox.hpp"

extern "C" int LLVMFuzzerTestOneInput(const simt::u8* data, std::size_t size) {
    const simt::fuzz::Outcome outcome = simt::fuzz::run_anything({reinterpret_cast<const char*>(data), size});
    // A refusal is for a person to read.
    if (outcome.refused.size() > 1000) {
        std::fprintf(stderr, "a refusal of %zu bytes: %.1000s\n", outcome.refused.size(),
                     outcome.refused.c_str());
        std::abort();
    }
    return 0;
}
