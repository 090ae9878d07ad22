// Writes what the fuzzers start from: the fat binaries, cubins and kernels that programs carry.
//
//     build/fuzz/seeds FOLDER PROGRAM...      FOLDER/fatbin/*, FOLDER/ptx/*
//
// A kernel is a text of its own with its module's head before it: small texts are quicker and change more.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "emulator/error.hpp"
#include "emulator/loader/bytes.hpp"
#include "emulator/loader/fatbin.hpp"
#include "emulator/loader/format.hpp"

using namespace simt;

namespace {

constexpr std::size_t kMostPtx = 12 << 10, kMostBinary = 64 << 10;
const char* const kFunctionMarks[] = {"\n.visible ", "\n.entry ", "\n.func ", "\n.weak "};

class Folder {
  public:
    explicit Folder(const std::filesystem::path& path) : path_(path) {
        std::filesystem::create_directories(path);
    }
    void add(const std::string& name, const std::string& bytes) {
        std::ofstream(path_ / name, std::ios::binary) << bytes;
        ++count_;
    }
    int count() const { return count_; }

  private:
    std::filesystem::path path_;
    int count_ = 0;
};

std::string read_file(const char* path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// Where the next kernel or function begins.
std::size_t next_function(const std::string& text, std::size_t from) {
    std::size_t found = std::string::npos;
    for (const char* mark : kFunctionMarks) found = std::min(found, text.find(mark, from));
    return found;
}

void add_ptx(const std::string& name, std::string text, Folder& folder) {
    text = text.substr(0, text.find("\t.section"));  // debug information
    std::size_t mark = next_function(text, 0);
    const std::string head = text.substr(0, mark);
    for (int k = 0; mark != std::string::npos; ++k) {
        const std::size_t next = next_function(text, mark + 1);
        const std::string kernel = text.substr(mark, next - mark);
        if (head.size() + kernel.size() <= kMostPtx)
            folder.add(name + "-" + std::to_string(k) + ".ptx", head + kernel + "\n");
        mark = next;
    }
}

// Fat binaries begin at multiples of 8 with their magic number.
void add_program(const char* path, Folder& binaries, Folder& texts) {
    const std::string file = read_file(path), program = std::filesystem::path(path).filename();
    const char magic[] = {'\x50', '\xed', '\x55', '\xba'};
    int number = 0;
    for (std::size_t at = 0; at + sizeof(loader::FatbinHeader) <= file.size(); at += 8) {
        if (std::memcmp(file.data() + at, magic, sizeof magic) != 0) continue;
        const std::string name = program + "-" + std::to_string(number++);
        u64 size = 0;
        std::memcpy(&size, file.data() + at + 8, sizeof size);
        const std::string bytes = file.substr(at, size + sizeof(loader::FatbinHeader));
        if (bytes.size() <= kMostBinary) binaries.add(name + ".fatbin", '\0' + bytes);
        for (const loader::Image& image : loader::read(std::as_bytes(std::span(bytes)))) {
            const std::string content(loader::as_text(image.bytes));
            if (image.kind == loader::Image::Kind::Ptx)
                add_ptx(name, content, texts);
            else if (content.size() <= kMostBinary)
                binaries.add(name + ".cubin", '\1' + content);
        }
    }
}

}  // namespace

int main(int count, char** arguments) {
    if (count < 3) {
        std::fprintf(stderr, "usage: seeds FOLDER PROGRAM...\n");
        return 2;
    }
    const std::filesystem::path folder = arguments[1];
    Folder binaries(folder / "fatbin"), texts(folder / "ptx");
    for (int k = 2; k < count; ++k) {
        try {
            add_program(arguments[k], binaries, texts);
        } catch (const Error& error) {
            std::fprintf(stderr, "%s: %s\n", arguments[k], error.what());
            return 1;
        }
    }
    std::printf("%d fat binaries and cubins, %d kernels\n", binaries.count(), texts.count());
    return 0;
}
