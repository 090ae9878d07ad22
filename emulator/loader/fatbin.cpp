// See fatbin.hpp; the offsets are in format.hpp.
#include "emulator/loader/fatbin.hpp"

#include <lz4.h>
#include <zstd.h>

#include <climits>
#include <memory>

#include "emulator/loader/bytes.hpp"
#include "emulator/loader/format.hpp"

namespace simt::loader {

namespace {

constexpr u64 kMaxUncompressed = u64{1} << 30;  // of all images of one fat binary together

struct Wrapper {
    u32 magic;
    u32 version;
    const void* data;    // the fat binary
    const void* linked;  // version 1: a file name; version 2: NULL-terminated array of fat binaries
};

class Reader {
  public:
    explicit Reader(std::span<const std::byte> fatbin) : bytes_(fatbin, "fat binary") {}

    std::vector<Image> read() {
        const u32 magic = bytes_.at<u32>(0, "its header");
        if (magic != kFatbinMagic) bytes_.fail(0, "it does not begin with the magic number 0xba55ed50");
        const u16 version = bytes_.at<u16>(4, "its header");
        if (version != kFatbinVersion) {
            throw Error("fat binary of version " + std::to_string(version) +
                        ": only version 1 is known; build the program with CUDA 13");
        }
        const u16 header_size = bytes_.at<u16>(6, "its header");
        if (header_size < kFatbinHeaderSize) bytes_.fail(6, "its header claims to be shorter than 16 bytes");
        const u64 size = bytes_.at<u64>(8, "its header");
        bytes_.slice(header_size, size, "its list of images");
        std::vector<Image> images;
        for (u64 entry = header_size; entry < header_size + size;) {
            const u64 next = end_of(entry, header_size + size);
            const u16 kind = bytes_.at<u16>(entry + kEntryKind, "an image's header");
            if (kind == kKindPtx || kind == kKindCubin) images.push_back(read_image(entry, kind));
            entry = next;
        }
        return images;
    }

  private:
    // Where the entry ends, after checking all its lengths. Entries of other kinds (link-time code) are skipped.
    u64 end_of(u64 entry, u64 end) const {
        if (end - entry < kEntryHeaderSize) bytes_.fail(entry, "an image's header is cut off");
        const u16 version = bytes_.at<u16>(entry + kEntryVersionAt, "an image's header");
        if (version != kEntryVersion) {
            bytes_.fail(entry,
                        "an image's header has version " + std::to_string(version) + " instead of 257");
        }
        const u64 header_size = bytes_.at<u32>(entry + kEntryHeaderSizeAt, "an image's header");
        const u64 payload_size = bytes_.at<u64>(entry + kEntryPayloadSize, "an image's header");
        if (header_size < kEntryHeaderSize || header_size > end - entry) {
            bytes_.fail(entry, "an image's header claims " + std::to_string(header_size) + " bytes");
        }
        if (payload_size > end - entry - header_size) {
            bytes_.fail(entry, "an image claims " + std::to_string(payload_size) + " bytes, but only " +
                                   std::to_string(end - entry - header_size) + " follow");
        }
        return entry + header_size + payload_size;
    }

    Image read_image(u64 entry, u16 kind) {
        Image image;
        image.kind = kind == kKindPtx ? Image::Kind::Ptx : Image::Kind::Cubin;
        image.arch = bytes_.at<u32>(entry + kEntryArch, "an image's header");
        if (image.kind == Image::Kind::Ptx) {
            image.version_major = bytes_.at<u16>(entry + kEntryMajor, "an image's header");
            image.version_minor = bytes_.at<u16>(entry + kEntryMinor, "an image's header");
        }
        image.name = read_name(entry);
        image.bytes = read_payload(entry);
        if (image.kind == Image::Kind::Ptx) {
            while (!image.bytes.empty() && image.bytes.back() == std::byte{0}) image.bytes.pop_back();
        }
        return image;
    }

    std::string read_name(u64 entry) const {
        const u64 header_size = bytes_.at<u32>(entry + kEntryHeaderSizeAt, "an image's header");
        const u64 offset = bytes_.at<u32>(entry + kEntryNameOffset, "an image's header");
        const u64 length = bytes_.at<u32>(entry + kEntryNameLength, "an image's header");
        if (length == 0) return "";
        if (offset > header_size || length > header_size - offset) {
            bytes_.fail(entry, "an image's name lies outside of its header");
        }
        const std::string_view name = as_text(bytes_.slice(entry + offset, length, "an image's name"));
        return std::string(name.substr(0, name.find('\0')));
    }

    std::vector<std::byte> read_payload(u64 entry) {
        const u64 header_size = bytes_.at<u32>(entry + kEntryHeaderSizeAt, "an image's header");
        const u64 payload_size = bytes_.at<u64>(entry + kEntryPayloadSize, "an image's header");
        const u64 compressed_size = bytes_.at<u32>(entry + kEntryCompressedSize, "an image's header");
        const u64 flags = bytes_.at<u64>(entry + kEntryFlags, "an image's header");
        const u64 payload = entry + header_size;
        const bool lz4 = (flags & kFlagLz4) != 0, zstd = (flags & kFlagZstd) != 0;
        if (lz4 && zstd) bytes_.fail(entry, "an image says that it is compressed in two ways at once");
        if (!lz4 && !zstd) {
            const auto plain = bytes_.slice(payload, payload_size, "an image");
            return {plain.begin(), plain.end()};
        }
        if (compressed_size > payload_size) {
            bytes_.fail(entry, "an image's compressed size is larger than its size in the file");
        }
        const u64 size = bytes_.at<u64>(entry + kEntryUncompressedSize, "an image's header");
        if (size > kMaxUncompressed - uncompressed_) {
            bytes_.fail(entry, "an image claims " + std::to_string(size) +
                                   " bytes when decompressed; 1 GiB in all is the limit");
        }
        if (size / (lz4 ? kLz4MaxRatio : kZstdMaxRatio) > compressed_size) {
            bytes_.fail(entry, "an image claims " + std::to_string(size) +
                                   " bytes when decompressed, more than " + std::to_string(compressed_size) +
                                   " compressed ones can hold");
        }
        uncompressed_ += size;
        const auto compressed = bytes_.slice(payload, compressed_size, "a compressed image");
        // Not a vector of `size`, which would touch all of it: untouched memory costs nothing, even if the size is
        // wrong.
        const auto buffer = std::make_unique_for_overwrite<std::byte[]>(size);
        const u64 written = lz4 ? lz4_block(payload, compressed, buffer.get(), size)
                                : zstd_frame(payload, compressed, buffer.get(), size);
        if (written != size) {
            bytes_.fail(entry, "an image has " + std::to_string(written) +
                                   " bytes when decompressed instead of " + std::to_string(size));
        }
        return {buffer.get(), buffer.get() + written};
    }

    u64 lz4_block(u64 payload, std::span<const std::byte> in, std::byte* out, u64 size) const {
        static_assert(kMaxUncompressed <= INT_MAX);
        if (in.size() > INT_MAX) bytes_.fail(payload, "an LZ4 block of more than 2 GiB");
        const int written =
            LZ4_decompress_safe(reinterpret_cast<const char*>(in.data()), reinterpret_cast<char*>(out),
                                static_cast<int>(in.size()), static_cast<int>(size));
        if (written < 0) bytes_.fail(payload, "an LZ4 block does not decompress");
        return static_cast<u64>(written);
    }

    u64 zstd_frame(u64 payload, std::span<const std::byte> in, std::byte* out, u64 size) const {
        const std::size_t written = ZSTD_decompress(out, size, in.data(), in.size());
        if (ZSTD_isError(written)) {
            bytes_.fail(payload,
                        std::string("a zstd frame does not decompress: ") + ZSTD_getErrorName(written));
        }
        return written;
    }

    Bytes bytes_;
    u64 uncompressed_ = 0;
};

// The fat binary at an address of this process, with the length from its header.
std::span<const std::byte> at_address(const void* address) {
    const auto* begin = static_cast<const std::byte*>(address);
    const Bytes header({begin, kFatbinHeaderSize}, "fat binary");
    if (header.at<u32>(0, "its header") != kFatbinMagic) {
        header.fail(0, "it does not begin with the magic number 0xba55ed50");
    }
    return {begin, header.at<u16>(6, "its header") + header.at<u64>(8, "its header")};
}

}  // namespace

std::vector<Image> read(std::span<const std::byte> fatbin) { return Reader(fatbin).read(); }

std::vector<Image> read_wrapper(const void* address) {
    if (address == nullptr) throw Error("__cudaRegisterFatBinary was given a null pointer");
    Wrapper wrapper;
    std::memcpy(&wrapper, address, sizeof(wrapper));
    if (wrapper.magic != kWrapperMagic) {
        throw Error(
            "__cudaRegisterFatBinary was given something that is not a fat binary's wrapper "
            "(its magic number is not 0x466243b1); build the program with CUDA 13");
    }
    if (wrapper.version != 1 && wrapper.version != 2) {
        throw Error("a fat binary's wrapper has version " + std::to_string(wrapper.version) +
                    "; versions 1 and 2 are known; build the program with CUDA 13");
    }
    if (wrapper.data == nullptr) throw Error("a fat binary's wrapper points nowhere");
    std::vector<Image> images = read(at_address(wrapper.data));
    if (wrapper.version == 2 && wrapper.linked != nullptr) {
        for (auto* linked = static_cast<const void* const*>(wrapper.linked); *linked != nullptr; ++linked) {
            for (Image& image : read(at_address(*linked))) images.push_back(std::move(image));
        }
    }
    return images;
}

}  // namespace simt::loader
