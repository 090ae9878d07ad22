// 02.1, not solved, "no kernel was launched": registers a fat binary of random bytes and one whose sizes point past its end.
#include <cstddef>
#include <cstdint>

// nvcc's headers declare these functions, in a part of the file that comes later.
extern "C" {
void** register_module(void*) __asm__("__cudaRegisterFatBinary");
void register_module_end(void**) __asm__("__cudaRegisterFatBinaryEnd");
void register_function(void**, const char*, char*, const char*, int, void*, void*, void*, void*,
                       int*) __asm__("__cudaRegisterFunction");
}

void transpose(float*, const float*, std::size_t, std::size_t) {
    static std::uint64_t content[512];
    std::uint64_t state = 1;
    for (std::uint64_t& word : content) word = state = state * 6364136223846793005u + 1442695040888963407u;
    content[0] = 0x00100001ba55ed50;  // a fat binary's magic number, version and header size
    content[1] = ~std::uint64_t{0};   // and the size of what follows
    struct {
        std::uint32_t magic = 0x466243b1, version = 1;
        const void* data = content;
        void* name = nullptr;
    } wrapper;
    for (int i = 0; i < 3; ++i) {
        void** const module = register_module(&wrapper);
        static char host_function;
        register_function(module, &host_function, nullptr, "\xff\n%n", -1, nullptr, nullptr, nullptr, nullptr,
                          nullptr);
        register_module_end(module);
        content[1] = sizeof content - 16 + static_cast<std::uint64_t>(i) * 100;
        content[3] = ~std::uint64_t{0};
    }
}
