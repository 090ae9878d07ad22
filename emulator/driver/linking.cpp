// cuLink*: a linker for PTX, in the driver. Programs that compile while they run hand its result to cuModuleLoadData, so the result
// need not be machine code: here it is a fat binary with the PTX of every input, which is linked when it is loaded.
#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <string>

#include "emulator/driver/call.hpp"
#include "emulator/driver/images.hpp"
#include "emulator/error.hpp"
#include "emulator/loader/format.hpp"
#include "emulator/ptx/parser.hpp"
#include "emulator/runtime/link_modules.hpp"

namespace simt::driver {
namespace {

using loader::Image;

struct Link {
    unsigned
        count;  // of the options that it was made with, which the program keeps until it destroys the link
    CUjit_option* options;
    void** values;
    std::vector<Image> inputs;
    std::vector<ptx::Module> modules;  // the inputs, parsed
    std::vector<std::byte> output;
};

std::map<const void*, std::unique_ptr<Link>>& links() {
    static auto* const all = new std::map<const void*, std::unique_ptr<Link>>;
    return *all;
}

Link& link_of(CUlinkState state) {
    const auto found = links().find(state);
    if (found == links().end())
        fail(cudaErrorInvalidResourceHandle, "{} is no link that cuLinkCreate has made",
             static_cast<const void*>(state));
    return *found->second;
}

// Runs a step of the linker. Its errors also go to the buffer that the program gave to cuLinkCreate.
void step(Link& link, cudaError_t error, const auto& run) {
    std::string sentence;
    try {
        run();
        return answer_options(link.count, link.options, link.values, {});
    } catch (const Error& caught) {
        sentence = caught.what();
    }
    answer_options(link.count, link.options, link.values, sentence);
    fail(error, "{}", sentence);
}

void add(Link& link, CUjitInputType type, std::span<const std::byte> bytes) {
    if (type != CU_JIT_INPUT_PTX && type != CU_JIT_INPUT_FATBINARY)
        fail(cudaErrorNotSupported,
             "linking an input of CUjitInputType {} is not supported by the emulator: link PTX, or fat "
             "binaries with PTX in them",
             static_cast<int>(type));
    if (bytes.empty()) fail(cudaErrorInvalidValue, "the input has no bytes");
    std::vector<std::byte> text(bytes.begin(), bytes.end());
    text.push_back(std::byte{0});
    for (Image& image : images_in(text)) {
        if (image.kind != Image::Kind::Ptx) continue;
        step(link, cudaErrorInvalidPtx, [&] {
            link.modules.push_back(
                ptx::parse({reinterpret_cast<const char*>(image.bytes.data()), image.bytes.size()}));
        });
        link.inputs.push_back(std::move(image));
    }
}

template <class Struct>
void append(std::vector<std::byte>& bytes, const Struct& value) {
    const auto* const from = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), from, from + sizeof value);
}

// All images get the highest architecture among them: a loader takes the images of one.
std::vector<std::byte> fat_binary_of(const std::vector<Image>& images) {
    u32 arch = 0;
    for (const Image& image : images) arch = std::max(arch, image.arch);
    std::vector<std::byte> entries;
    for (const Image& image : images) {
        loader::EntryHeader header = {};
        header.kind = loader::kKindPtx;
        header.version = loader::kEntryVersion;
        header.header_size = sizeof header;
        header.payload_size = image.bytes.size();
        header.arch = arch;
        append(entries, header);
        entries.insert(entries.end(), image.bytes.begin(), image.bytes.end());
    }
    std::vector<std::byte> all;
    append(all, loader::FatbinHeader{loader::kFatbinMagic, loader::kFatbinVersion,
                                     sizeof(loader::FatbinHeader), entries.size()});
    all.insert(all.end(), entries.begin(), entries.end());
    return all;
}

void complete(Link& link) {
    if (link.inputs.empty()) fail(cudaErrorInvalidValue, "nothing was added that could be linked");
    step(link, cudaErrorSymbolNotFound, [&] { runtime::link_modules(link.modules); });
    link.output = fat_binary_of(link.inputs);
}

}  // namespace

SIMT_DRIVER(cuLinkCreate, _v2, unsigned count, CUjit_option* options, void** values, CUlinkState* state) {
    return in_context([&] {
        if (count != 0 && (!options || !values))
            fail(cudaErrorInvalidValue, "one of the arrays of options is a null pointer");
        auto link = std::make_unique<Link>(Link{count, options, values, {}, {}, {}});
        answer(state, reinterpret_cast<CUlinkState>(link.get()));
        links().emplace(link.get(), std::move(link));
    });
}

// The name and the options of one input have no effect.
SIMT_DRIVER(cuLinkAddData, _v2, CUlinkState state, CUjitInputType type, void* data, size_t bytes, const char*,
            unsigned, CUjit_option*, void**) {
    return in_context([&] {
        Link& link = link_of(state);
        if (!data) fail(cudaErrorInvalidValue, "the input is a null pointer");
        add(link, type, {static_cast<const std::byte*>(data), bytes});
    });
}

SIMT_DRIVER(cuLinkAddFile, _v2, CUlinkState state, CUjitInputType type, const char* path, unsigned,
            CUjit_option*, void**) {
    return in_context([&] { add(link_of(state), type, read_file(path)); });
}

// The image stays the link's: it is there until cuLinkDestroy.
SIMT_DRIVER(cuLinkComplete, , CUlinkState state, void** image, size_t* bytes) {
    return in_context([&] {
        Link& link = link_of(state);
        complete(link);
        answer(image, static_cast<void*>(link.output.data()));
        if (bytes) *bytes = link.output.size();
    });
}

SIMT_DRIVER(cuLinkDestroy, , CUlinkState state) {
    return in_context([&] {
        link_of(state);
        links().erase(state);
    });
}

}  // namespace simt::driver
