// See fatbin.hpp; format.hpp has the headers.
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

void check_magic(const Bytes& bytes, const FatbinHeader& header) {
    if (header.magic != kFatbinMagic) bytes.fail(0, "it does not begin with the magic number 0xba55ed50");
}

class Reader {
  public:
    explicit Reader(std::span<const std::byte> fatbin) : bytes_(fatbin, "fat binary") {}

    std::vector<Image> read() {
        const auto header = bytes_.at<FatbinHeader>(0, "its header");
        check_magic(bytes_, header);
        if (header.version != kFatbinVersion)
            throw Error(
                fmt::format("fat binary of version {}: only version 1 is known; build the program with "
                            "CUDA 13",
                            header.version));
        if (header.header_size < sizeof header)
            bytes_.fail(6, "its header claims to be shorter than 16 bytes");
        bytes_.slice(header.header_size, header.size, "its list of images");
        const u64 end = header.header_size + header.size;
        std::vector<Image> images;
        for (u64 at = header.header_size; at < end;) {
            const EntryHeader entry = read_entry(at, end);
            if (entry.kind == kKindPtx || entry.kind == kKindCubin) images.push_back(read_image(at, entry));
            at += entry.header_size + entry.payload_size;
        }
        return images;
    }

  private:
    // The header of the entry at an offset, after checking all its lengths.
    EntryHeader read_entry(u64 at, u64 end) const {
        const u64 left = end - at;
        if (left < sizeof(EntryHeader)) bytes_.fail(at, "an image's header is cut off");
        const auto entry = bytes_.at<EntryHeader>(at, "an image's header");
        if (entry.version != kEntryVersion)
            bytes_.fail(at, "an image's header has version {} instead of 257", entry.version);
        if (entry.header_size < sizeof entry || entry.header_size > left)
            bytes_.fail(at, "an image's header claims {} bytes", entry.header_size);
        if (entry.payload_size > left - entry.header_size)
            bytes_.fail(at, "an image claims {} bytes, but only {} follow", entry.payload_size,
                        left - entry.header_size);
        return entry;
    }

    Image read_image(u64 at, const EntryHeader& entry) {
        const bool is_ptx = entry.kind == kKindPtx;
        Image image{is_ptx ? Image::Kind::Ptx : Image::Kind::Cubin, entry.arch, read_name(at, entry),
                    read_payload(at, entry)};
        while (is_ptx && !image.bytes.empty() && image.bytes.back() == std::byte{0}) image.bytes.pop_back();
        return image;
    }

    std::string read_name(u64 at, const EntryHeader& entry) const {
        if (entry.name_length == 0) return "";
        if (entry.name_offset > entry.header_size ||
            entry.name_length > entry.header_size - entry.name_offset)
            bytes_.fail(at, "an image's name lies outside of its header");
        const std::string_view name =
            as_text(bytes_.slice(at + entry.name_offset, entry.name_length, "an image's name"));
        return std::string(name.substr(0, name.find('\0')));
    }

    std::vector<std::byte> read_payload(u64 at, const EntryHeader& entry) {
        const u64 payload = at + entry.header_size;
        const bool lz4 = (entry.flags & kFlagLz4) != 0, zstd = (entry.flags & kFlagZstd) != 0;
        if (lz4 && zstd) bytes_.fail(at, "an image says that it is compressed in two ways at once");
        if (!lz4 && !zstd) {
            const auto plain = bytes_.slice(payload, entry.payload_size, "an image");
            return {plain.begin(), plain.end()};
        }
        if (entry.compressed_size > entry.payload_size)
            bytes_.fail(at, "an image's compressed size is larger than its size in the file");
        const u64 size = entry.uncompressed_size;
        if (size > kMaxUncompressed - uncompressed_)
            bytes_.fail(at, "an image claims {} bytes when decompressed; 1 GiB in all is the limit", size);
        if (size / (lz4 ? kLz4MaxRatio : kZstdMaxRatio) > entry.compressed_size)
            bytes_.fail(at,
                        "an image claims {} bytes when decompressed, more than {} compressed ones can hold",
                        size, entry.compressed_size);
        uncompressed_ += size;
        const auto compressed = bytes_.slice(payload, entry.compressed_size, "a compressed image");
        // A vector would touch all `size` bytes. Untouched memory costs nothing, even if the size is wrong.
        const auto buffer = std::make_unique_for_overwrite<std::byte[]>(size);
        const u64 written = lz4 ? lz4_block(payload, compressed, buffer.get(), size)
                                : zstd_frame(payload, compressed, buffer.get(), size);
        if (written != size)
            bytes_.fail(at, "an image has {} bytes when decompressed instead of {}", written, size);
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
        if (ZSTD_isError(written))
            bytes_.fail(payload, "a zstd frame does not decompress: {}", ZSTD_getErrorName(written));
        return written;
    }

    Bytes bytes_;
    u64 uncompressed_ = 0;
};

// The fat binary at an address of this process, with the length from its header.
std::span<const std::byte> at_address(const void* address) {
    const auto* begin = static_cast<const std::byte*>(address);
    const Bytes bytes({begin, sizeof(FatbinHeader)}, "fat binary");
    const auto header = bytes.at<FatbinHeader>(0, "its header");
    check_magic(bytes, header);
    return {begin, header.header_size + header.size};
}

}  // namespace

std::vector<Image> read(std::span<const std::byte> fatbin) { return Reader(fatbin).read(); }

std::vector<Image> read_at(const void* fatbin) { return read(at_address(fatbin)); }

std::vector<Image> read_wrapper(const void* address) {
    if (address == nullptr) throw Error("__cudaRegisterFatBinary was given a null pointer");
    Wrapper wrapper;
    std::memcpy(&wrapper, address, sizeof(wrapper));
    if (wrapper.magic != kWrapperMagic)
        throw Error(
            "__cudaRegisterFatBinary was given something that is not a fat binary's wrapper "
            "(its magic number is not 0x466243b1); build the program with CUDA 13");
    if (wrapper.version != 1 && wrapper.version != 2)
        throw Error(
            fmt::format("a fat binary's wrapper has version {}; versions 1 and 2 are known; build the "
                        "program with CUDA 13",
                        wrapper.version));
    if (wrapper.data == nullptr) throw Error("a fat binary's wrapper points nowhere");
    std::vector<Image> images = read(at_address(wrapper.data));
    if (wrapper.version == 2 && wrapper.linked != nullptr)
        for (auto* linked = static_cast<const void* const*>(wrapper.linked); *linked != nullptr; ++linked)
            for (Image& image : read(at_address(*linked))) images.push_back(std::move(image));
    return images;
}

}  // namespace simt::loader
