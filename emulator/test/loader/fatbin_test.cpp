// Fat binaries in every form that nvcc writes, and damaged in every way one can think of.
#include "emulator/loader/fatbin.hpp"

#include <doctest/doctest.h>

#include <random>

#include "emulator/error.hpp"
#include "emulator/loader/bytes.hpp"
#include "emulator/test/support/fatbin_writer.hpp"

using namespace simt;
using namespace simt::loader;

namespace {

// PTX as nvcc packs it: newlines before, a NUL behind; long and repetitive enough that compression is at work.
std::string ptx_text() {
    std::string text = "\n\n\n\n\n\n\n\n.version 9.0\n.target sm_90\n.address_size 64\n";
    for (int k = 0; k < 40; ++k) text += "// line " + std::to_string(k * k) + " of a kernel\n";
    return text;
}

std::vector<Image> read_copy(const std::string& bytes) {
    const std::vector<char> exact(bytes.begin(),
                                  bytes.end());  // an access beyond the end is one beyond the allocation
    return read(std::as_bytes(std::span(exact)));
}

std::string failure(const std::string& bytes) {
    try {
        read_copy(bytes);
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

std::string text_of(const Image& image) { return std::string(as_text(image.bytes)); }

Entry ptx(Compression compression = Compression::None) {
    return {kKindPtx, 90, ptx_text() + '\0', compression, "a.cu"};
}

// Where the only entry of a fat binary begins.
constexpr u64 kEntry = sizeof(FatbinHeader);

// The offset of a field of that entry's header.
template <class Field>
u64 at(Field EntryHeader::*field) {
    const EntryHeader header{};
    return kEntry + static_cast<u64>(reinterpret_cast<const char*>(&(header.*field)) -
                                     reinterpret_cast<const char*>(&header));
}

template <typename Number>
std::string with(std::string bytes, u64 offset, Number number) {
    put(bytes, offset, number);
    return bytes;
}

}  // namespace

TEST_CASE("PTX comes out the same whether plain, LZ4 or zstd") {
    for (const Compression compression : {Compression::None, Compression::Lz4, Compression::Zstd}) {
        CAPTURE(static_cast<int>(compression));
        const std::vector<Image> images = read_copy(write_fatbin({ptx(compression)}));
        REQUIRE(images.size() == 1);
        CHECK(images[0].kind == Image::Kind::Ptx);
        CHECK(images[0].arch == 90);
        CHECK(images[0].name == "a.cu");
        CHECK(text_of(images[0]) == ptx_text());  // without its terminating NUL
    }
}

TEST_CASE("images follow each other whatever the size of their headers") {
    std::vector<Entry> entries;
    for (const u64 header_size : {64, 72, 80, 96, 104, 112, 128}) {
        Entry entry{kKindCubin, static_cast<u32>(header_size), std::string(header_size, 'x'),
                    Compression::None, ""};
        entry.header_size = header_size;
        entries.push_back(entry);
    }
    entries.push_back(ptx(Compression::Zstd));
    const std::vector<Image> images = read_copy(write_fatbin(entries));
    REQUIRE(images.size() == entries.size());
    CHECK(images[2].kind == Image::Kind::Cubin);
    CHECK(images[2].arch == 80);
    CHECK(images[2].bytes.size() == 80);
    CHECK(text_of(images.back()) == ptx_text());
}

TEST_CASE("a fat binary without images is empty, images of other kinds are stepped over") {
    CHECK(read_copy(write_fatbin({})).empty());
    Entry other = ptx();
    other.kind = 8;
    CHECK(read_copy(write_fatbin({other, ptx()})).size() == 1);
}

TEST_CASE("a wrapper of version 1 leads to one fat binary") {
    const std::string bytes = write_fatbin({ptx(Compression::Lz4)});
    const struct {
        u32 magic, version;
        const void *data, *name;
    } wrapper{kWrapperMagic, 1, bytes.data(), "not a fat binary"};
    CHECK(read_wrapper(&wrapper).size() == 1);
}

TEST_CASE("a wrapper of version 2 leads to all that were linked") {
    const std::string linked = write_fatbin({}), first = write_fatbin({ptx()}),
                      second = write_fatbin({ptx(), ptx()});
    const void* list[] = {first.data(), second.data(), nullptr};
    struct {
        u32 magic, version;
        const void *data, *list;
    } wrapper{kWrapperMagic, 2, linked.data(), list};
    CHECK(read_wrapper(&wrapper).size() == 3);
    wrapper.list = nullptr;
    CHECK(read_wrapper(&wrapper).empty());
}

TEST_CASE("wrong wrappers are refused") {
    const auto failure = [](u32 magic, u32 version, const void* data) -> std::string {
        const struct {
            u32 magic, version;
            const void *data, *list;
        } wrapper{magic, version, data, nullptr};
        try {
            read_wrapper(&wrapper);
            return "";
        } catch (const Error& error) {
            return error.what();
        }
    };
    const std::string good = write_fatbin({}), garbage(64, 'x');
    CHECK(failure(kWrapperMagic, 1, good.data()) == "");
    CHECK(failure(1, 1, good.data()).find("magic number is not 0x466243b1") != std::string::npos);
    CHECK(failure(kWrapperMagic, 3, good.data()).find("version 3; versions 1 and 2 are known") !=
          std::string::npos);
    CHECK(failure(kWrapperMagic, 1, nullptr) == "a fat binary's wrapper points nowhere");
    CHECK(failure(kWrapperMagic, 1, garbage.data()).find("does not begin with the magic") !=
          std::string::npos);
    CHECK_THROWS_AS(read_wrapper(nullptr), Error);
}

TEST_CASE("wrong headers are refused, with the offset") {
    const std::string plain = write_fatbin({ptx()}), packed = write_fatbin({ptx(Compression::Zstd)});
    const std::string lz4 = write_fatbin({ptx(Compression::Lz4)});
    CHECK(failure("") ==
          "damaged fat binary: its header needs 16 bytes, but the data ends at offset 0 (at offset 0)");
    CHECK(failure(with(plain, 0, u32{7})).find("does not begin with the magic number 0xba55ed50") !=
          std::string::npos);
    CHECK(failure(with(plain, 4, u16{2})) ==
          "fat binary of version 2: only version 1 is known; build the program with CUDA 13");
    CHECK(failure(with(plain, 6, u16{8})).find("shorter than 16 bytes (at offset 6)") != std::string::npos);
    CHECK(failure(with(plain, 8, ~u64{0})).find("its list of images needs") != std::string::npos);
    CHECK(failure(with(plain, at(&EntryHeader::version), u16{3})).find("version 3 instead of 257") !=
          std::string::npos);
    CHECK(failure(with(plain, at(&EntryHeader::header_size), u32{63})).find("claims 63 bytes") !=
          std::string::npos);
    CHECK(failure(with(plain, at(&EntryHeader::header_size), ~u32{0})).find("header claims") !=
          std::string::npos);
    CHECK(failure(with(plain, at(&EntryHeader::payload_size), ~u64{0})).find("an image claims") !=
          std::string::npos);
    CHECK(failure(with(plain, at(&EntryHeader::name_offset), u32{4000})).find("name lies outside") !=
          std::string::npos);
    CHECK(
        failure(with(packed, at(&EntryHeader::compressed_size), ~u32{0})).find("compressed size is larger") !=
        std::string::npos);
    CHECK(failure(with(packed, at(&EntryHeader::flags), kFlagLz4 | kFlagZstd)).find("two ways at once") !=
          std::string::npos);
    CHECK(failure(with(packed, at(&EntryHeader::uncompressed_size), ~u64{0}))
              .find("1 GiB in all is the limit") != std::string::npos);
    CHECK(failure(with(lz4, at(&EntryHeader::uncompressed_size), u64{1} << 29))
              .find("compressed ones can hold") != std::string::npos);
}

TEST_CASE("compressed data that does not give what its header says is refused") {
    for (const Compression compression : {Compression::Lz4, Compression::Zstd}) {
        const std::string bytes = write_fatbin({ptx(compression)});
        const u64 size = ptx_text().size() + 1;
        CHECK(failure(with(bytes, at(&EntryHeader::uncompressed_size), size + 1))
                  .find("when decompressed instead of") != std::string::npos);
        CHECK(
            failure(with(bytes, at(&EntryHeader::uncompressed_size), size - 1)).find("does not decompress") !=
            std::string::npos);
        CHECK(failure(with(bytes, at(&EntryHeader::compressed_size), u32{20})).find("decompress") !=
              std::string::npos);
    }
    CHECK(failure(with(write_fatbin({ptx(Compression::Zstd)}), kEntry + 88, u32{0}))
              .find("a zstd frame does not") != std::string::npos);
}

TEST_CASE("every truncation is refused in a sentence") {
    for (const Compression compression : {Compression::None, Compression::Lz4, Compression::Zstd}) {
        const std::string bytes = write_fatbin({ptx(compression), ptx()});
        for (std::size_t length = 0; length < bytes.size(); ++length) {
            REQUIRE(failure(bytes.substr(0, length)).starts_with("damaged fat binary: "));
            // The same, but with a header that fits the shorter length.
            if (length < sizeof(FatbinHeader)) continue;
            const std::string message =
                failure(with(bytes.substr(0, length), 8, u64{length - sizeof(FatbinHeader)}));
            const bool whole =
                length == sizeof(FatbinHeader) || length == write_fatbin({ptx(compression)}).size();
            REQUIRE(message.starts_with("damaged fat binary: ") == !whole);
        }
    }
}

TEST_CASE("changed bytes are read or refused, nothing else") {
    const std::string bytes = write_fatbin({ptx(Compression::Zstd), ptx(Compression::Lz4), ptx()});
    std::mt19937 random(11);
    int refused = 0;
    for (int round = 0; round < 30000; ++round) {
        std::string changed = bytes;
        for (int change = static_cast<int>(random() % 3); change >= 0; --change) {
            changed[random() % changed.size()] = static_cast<char>(random());
        }
        const std::string message = failure(changed);
        refused += !message.empty();
        REQUIRE(message.size() < 300);
    }
    CHECK(refused > 3000);
}
