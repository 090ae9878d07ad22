// See images.hpp. The first bytes say what an image is.
#include "emulator/driver/images.hpp"

#include <elf.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>

#include "emulator/error.hpp"
#include "emulator/loader/format.hpp"
#include "emulator/runtime/h200.hpp"

namespace simt::driver {
namespace {

// The first four bytes of an image. PTX text may be shorter.
u32 magic_of(const void* image) {
    u32 magic = 0;
    if (strnlen(static_cast<const char*>(image), sizeof magic) == sizeof magic)
        std::memcpy(&magic, image, sizeof magic);
    return magic;
}

// 90 of ".target sm_90a"; 0 if there is no such line.
u32 arch_of(std::string_view ptx) {
    size_t at = ptx.find(".target");
    at = at == std::string_view::npos ? at : ptx.find("sm_", at);
    u32 arch = 0;
    if (at == std::string_view::npos) return arch;
    for (at += 3; at < ptx.size() && std::isdigit(static_cast<unsigned char>(ptx[at])); ++at)
        arch = arch * 10 + static_cast<u32>(ptx[at] - '0');
    return arch;
}

std::vector<loader::Image> of_text(std::string_view text) {
    if (text.find(".version") == std::string_view::npos)
        fail(cudaErrorInvalidKernelImage, "the image is neither PTX nor a fat binary");
    loader::Image image{loader::Image::Kind::Ptx, arch_of(text), {}, {}};
    image.bytes.resize(text.size());
    std::memcpy(image.bytes.data(), text.data(), text.size());
    return {std::move(image)};
}

std::vector<loader::Image> of_fat_binary(const auto& read) {
    try {
        return read();
    } catch (const Error& error) {
        fail(cudaErrorInvalidKernelImage, "{}", error.what());
    }
}

}  // namespace

std::vector<loader::Image> images_at(const void* image) {
    if (!image) fail(cudaErrorInvalidValue, "the image is a null pointer");
    const u32 magic = magic_of(image);
    if (magic == loader::kWrapperMagic) return of_fat_binary([=] { return loader::read_wrapper(image); });
    if (magic == loader::kFatbinMagic) return of_fat_binary([=] { return loader::read_at(image); });
    if (std::memcmp(&magic, ELFMAG, SELFMAG) == 0)
        fail(cudaErrorNoKernelImageForDevice,
             "the image is machine code (a cubin), and the emulator runs PTX: load what nvcc -ptx writes, or "
             "a "
             "fat binary with PTX in it (nvcc -fatbin -gencode arch=compute_90,code=[sm_90,compute_90])");
    return of_text(static_cast<const char*>(image));
}

std::vector<loader::Image> images_in(std::span<const std::byte> bytes) {
    if (magic_of(bytes.data()) == loader::kFatbinMagic)
        return of_fat_binary([=] { return loader::read(bytes); });
    return images_at(bytes.data());
}

cudaError_t error_of_image(const std::vector<loader::Image>& images) {
    constexpr u32 kArch = runtime::h200::kMajor * 10 + runtime::h200::kMinor;
    const bool tried = std::ranges::any_of(images, [](const loader::Image& image) {
        return image.kind == loader::Image::Kind::Ptx && image.arch <= kArch;
    });
    return tried ? cudaErrorInvalidPtx : cudaErrorNoKernelImageForDevice;
}

void answer_options(unsigned count, CUjit_option* options, void** values, std::string_view error) {
    char *information = nullptr, *errors = nullptr;
    for (unsigned k = 0; k < count; ++k) {
        if (options[k] == CU_JIT_INFO_LOG_BUFFER) information = static_cast<char*>(values[k]);
        if (options[k] == CU_JIT_ERROR_LOG_BUFFER) errors = static_cast<char*>(values[k]);
    }
    for (unsigned k = 0; k < count; ++k) {
        const bool of_errors = options[k] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES;
        if (!of_errors && options[k] != CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES) continue;
        char* const text = of_errors ? errors : information;
        const std::string_view message = of_errors ? error : "";
        const size_t room = reinterpret_cast<size_t>(values[k]);
        const size_t length = room == 0 || !text ? 0 : std::min(message.size(), room - 1);
        if (room != 0 && text) {
            std::memcpy(text, message.data(), length);
            text[length] = '\0';
        }
        values[k] = reinterpret_cast<void*>(length);
    }
}

std::vector<std::byte> read_file(const char* path) {
    if (!path) fail(cudaErrorInvalidValue, "the name of the file is a null pointer");
    std::ifstream in(path, std::ios::binary);
    if (!in) fail(cudaErrorFileNotFound, "{} cannot be read: {}", path, std::strerror(errno));
    const std::vector<char> text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    std::vector<std::byte> bytes(text.size() + 1);  // the end of PTX text is a 0
    std::memcpy(bytes.data(), text.data(), text.size());
    return bytes;
}

}  // namespace simt::driver
