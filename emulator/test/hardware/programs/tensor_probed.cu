// What tensor cores return for random numbers: every shape and type of mma, mma.sp, wmma and wgmma, each with several kinds of
// numbers, and which lane holds which element of wmma's fragments. The emulator is to print the same lines as a GPU
// (../tensor_cores_test.cpp).
//
// tensor_probed [--results N] [--seed S] [--raw FILE] [--against FILE] [WORD]
//   prints "name: kind digest, kind digest, ..." for each form whose name has the word, digests of at least N results together (2000).
//   --raw FILE: writes all results there, too. --against FILE: compares with the results that another machine wrote there.
#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "common/cuda/buffer.hpp"
#include "emulator/test/hardware/programs/tensor_differences.cuh"
#include "emulator/test/hardware/programs/tensor_list.cuh"

namespace {

using namespace tensor;

struct Options {
    unsigned results = 2000;
    std::uint64_t seed = 1;
    std::string raw, against, word;
};

template <class F>
F driver(const char* name) {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found;
    CUDA_CHECK(cudaGetDriverEntryPointByVersion(name, &function, 12000, cudaEnableDefault, &found));
    return reinterpret_cast<F>(function);
}

std::uint64_t digest_of(const std::vector<std::uint8_t>& bytes) {
    std::uint64_t hash = 0xcbf29ce484222325ull;
    for (const std::uint8_t byte : bytes) hash = (hash ^ byte) * 0x100000001b3ull;
    return hash;
}

std::uint64_t seed_of(const Form& form, const std::string& kind, std::uint64_t seed) {
    const std::string name = form.name + kind;
    return digest_of({name.begin(), name.end()}) + seed;
}

// A form's kernel, compiled by the driver.
class Product {
  public:
    Product(const Form& form) : form_(form) {
        static const auto load = driver<decltype(&cuModuleLoadData)>("cuModuleLoadData");
        static const auto find = driver<decltype(&cuModuleGetFunction)>("cuModuleGetFunction");
        works_ = load(&module_, form.kernel.c_str()) == CUDA_SUCCESS &&
                 find(&function_, module_, "product") == CUDA_SUCCESS;
    }
    bool works() const { return works_; }

    // What `blocks` blocks store. Throws gpu::Error.
    std::vector<std::uint8_t> run(const std::vector<std::uint8_t>& inputs, unsigned blocks) const {
        static const auto launch = driver<decltype(&cuLaunchKernel)>("cuLaunchKernel");
        gpu::Buffer<std::uint8_t> in(inputs), out(std::size_t{blocks} * form_.out_bytes);
        out.fill_bytes(0xa5);
        CUdeviceptr from = reinterpret_cast<CUdeviceptr>(in.data()),
                    to = reinterpret_cast<CUdeviceptr>(out.data());
        void* arguments[] = {&from, &to};
        CUDA_CHECK(static_cast<cudaError_t>(launch(function_, blocks, 1, 1, form_.threads, 1, 1,
                                                   form_.shared_bytes, nullptr, arguments, nullptr)));
        CUDA_CHECK(cudaDeviceSynchronize());
        return out.to_host();
    }

  private:
    const Form& form_;
    CUmodule module_ = nullptr;
    CUfunction function_ = nullptr;
    bool works_ = false;
};

std::vector<std::uint8_t> inputs_of(const Form& form, const std::string& kind, unsigned blocks, Random random,
                                    unsigned piece) {
    std::vector<std::uint8_t> inputs(std::size_t{blocks} * form.in_bytes());
    std::uint8_t* at = inputs.data();
    for (unsigned block = 0; block < blocks; ++block)
        for (const Section& section : form.sections) {
            fill(at, section, kind, form, random, piece);
            at += section.bytes;
        }
    return inputs;
}

std::vector<std::string> kinds_of(const Form& form) {
    if (form.pieces != 0) return {"index"};
    if (is_integer(form.result)) return {std::begin(kIntegerKinds), std::end(kIntegerKinds)};
    if (!form.every_kind) return {"near", "specials"};
    return {std::begin(kFloatKinds), std::end(kFloatKinds)};
}

std::string in_hexadecimal(std::uint64_t digest) {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(digest));
    return text;
}

// "2 of 256 differ, by 1 ulp at most"
std::string text_of(const Differences& found) {
    std::string text = std::to_string(found.differing) + " of " + std::to_string(found.results) + " differ";
    if (found.differing > found.not_a_number) text += ", by " + std::to_string(found.ulps) + " ulps at most";
    if (found.not_a_number != 0) text += ", " + std::to_string(found.not_a_number) + " beside a NaN";
    return text;
}

// What the other machine stored: as many bytes as were stored here.
std::vector<std::uint8_t> next_of(std::ifstream& file, std::size_t bytes) {
    std::vector<std::uint8_t> stored(bytes);
    if (!file.read(reinterpret_cast<char*>(stored.data()), static_cast<std::streamsize>(bytes))) {
        std::fprintf(
            stderr,
            "tensor_probed: the file of --against ends too early: was it written with the same options?\n");
        std::exit(2);
    }
    return stored;
}

void show(const Form& form, const Options& options, std::ofstream& raw, std::ifstream& against) {
    const Product product(form);
    std::printf("%s:", form.name.c_str());
    if (!product.works()) {
        std::printf(" refused\n");
        return;
    }
    const unsigned each = form.out_bytes * 8 / std::max(bits_of(form.result), 8u);
    const std::vector<std::string> kinds = kinds_of(form);
    const unsigned of_kind = each * static_cast<unsigned>(kinds.size());
    const unsigned blocks = form.pieces != 0 ? 1 : (options.results + of_kind - 1) / of_kind;
    const char* separator = " ";
    for (const std::string& kind : kinds) {
        std::vector<std::uint8_t> stored;
        for (unsigned piece = 0; piece < std::max(form.pieces, 1u); ++piece) {
            const Random random(seed_of(form, kind, options.seed));
            const std::vector<std::uint8_t> more =
                product.run(inputs_of(form, kind, blocks, random, piece), blocks);
            stored.insert(stored.end(), more.begin(), more.end());
        }
        if (raw.is_open())
            raw.write(reinterpret_cast<const char*>(stored.data()),
                      static_cast<std::streamsize>(stored.size()));
        const std::string said =
            against.is_open() ? text_of(differences(form.result, stored, next_of(against, stored.size())))
                              : in_hexadecimal(digest_of(stored));
        std::printf("%s%s %s", separator, kind.c_str(), said.c_str());
        separator = ", ";
    }
    std::printf("\n");
    std::fflush(stdout);
}

}  // namespace

int main(int count, char** arguments) {
    Options options;
    for (int k = 1; k < count; ++k) {
        const std::string word = arguments[k], next = k + 1 < count ? arguments[k + 1] : "";
        if (word == "--results")
            options.results = static_cast<unsigned>(std::stoul(next)), ++k;
        else if (word == "--seed")
            options.seed = std::stoull(next), ++k;
        else if (word == "--raw")
            options.raw = next, ++k;
        else if (word == "--against")
            options.against = next, ++k;
        else
            options.word = word;
    }
    std::ofstream raw;
    std::ifstream against;
    if (!options.against.empty()) against.open(options.against, std::ios::binary);
    if (!options.raw.empty()) raw.open(options.raw, std::ios::binary);
    try {
        CUDA_CHECK(cudaFree(nullptr));  // makes the context
        for (const Form& form : every_form())
            if (form.name.find(options.word) != std::string::npos) show(form, options, raw, against);
    } catch (const gpu::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
