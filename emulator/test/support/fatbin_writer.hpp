// Writes fat binaries for the tests, in every form that nvcc uses.
#pragma once

#include <lz4.h>
#include <zstd.h>

#include <cstring>
#include <string>
#include <vector>

#include "emulator/loader/format.hpp"

namespace simt::loader {

enum class Compression { None, Lz4, Zstd };

struct Entry {
    u16 kind = kKindPtx;
    u32 arch = 90;
    std::string payload;
    Compression compression = Compression::None;
    std::string name;
    u64 header_size = 80;  // nvcc writes 64 to 128, more with a name
};

inline std::string compress(const std::string& text, Compression compression) {
    if (compression == Compression::None) return text;
    if (compression == Compression::Lz4) {
        std::string packed(LZ4_compressBound(static_cast<int>(text.size())), '\0');
        packed.resize(LZ4_compress_default(text.data(), packed.data(), static_cast<int>(text.size()),
                                           static_cast<int>(packed.size())));
        return packed;
    }
    ZSTD_CCtx* context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0);  // as nvcc does
    std::string packed(ZSTD_compressBound(text.size()), '\0');
    packed.resize(ZSTD_compress2(context, packed.data(), packed.size(), text.data(), text.size()));
    ZSTD_freeCCtx(context);
    return packed;
}

template <typename Number>
void put(std::string& bytes, u64 offset, Number number) {
    std::memcpy(bytes.data() + offset, &number, sizeof(number));
}

inline std::string write_entry(const Entry& entry) {
    std::string header(entry.header_size + (entry.name.size() + 7) / 8 * 8, '\0');
    std::string payload = compress(entry.payload, entry.compression);
    const bool packed = entry.compression != Compression::None;
    put(header, kEntryKind, entry.kind);
    put(header, kEntryVersionAt, kEntryVersion);
    put(header, kEntryHeaderSizeAt, static_cast<u32>(header.size()));
    put(header, kEntryCompressedSize, static_cast<u32>(packed ? payload.size() : 0));
    put(header, kEntryMinor, u16{0});
    put(header, kEntryMajor, u16{9});
    put(header, kEntryArch, entry.arch);
    if (!entry.name.empty()) {
        put(header, kEntryNameOffset, static_cast<u32>(entry.header_size));
        put(header, kEntryNameLength, static_cast<u32>(entry.name.size()));
        header.replace(entry.header_size, entry.name.size(), entry.name);
    }
    const u64 flags[] = {0x11, 0x11 | kFlagLz4, 0x11 | kFlagZstd};
    put(header, kEntryFlags, flags[static_cast<int>(entry.compression)]);
    put(header, kEntryUncompressedSize, static_cast<u64>(packed ? entry.payload.size() : 0));
    payload.resize((payload.size() + 7) / 8 * 8);
    put(header, kEntryPayloadSize, static_cast<u64>(payload.size()));
    return header + payload;
}

inline std::string write_fatbin(const std::vector<Entry>& entries) {
    std::string list;
    for (const Entry& entry : entries) list += write_entry(entry);
    std::string header(kFatbinHeaderSize, '\0');
    put(header, 0, kFatbinMagic);
    put(header, 4, kFatbinVersion);
    put(header, 6, static_cast<u16>(kFatbinHeaderSize));
    put(header, 8, static_cast<u64>(list.size()));
    return header + list;
}

}  // namespace simt::loader
