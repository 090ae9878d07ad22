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
    const u64 flags[] = {0x11, 0x11 | kFlagLz4, 0x11 | kFlagZstd};
    EntryHeader fields{};
    fields.kind = entry.kind;
    fields.version = kEntryVersion;
    fields.header_size = static_cast<u32>(header.size());
    fields.compressed_size = static_cast<u32>(packed ? payload.size() : 0);
    fields.major = 9;
    fields.arch = entry.arch;
    fields.flags = flags[static_cast<int>(entry.compression)];
    fields.uncompressed_size = packed ? entry.payload.size() : 0;
    if (!entry.name.empty()) {
        fields.name_offset = static_cast<u32>(entry.header_size);
        fields.name_length = static_cast<u32>(entry.name.size());
        header.replace(entry.header_size, entry.name.size(), entry.name);
    }
    payload.resize((payload.size() + 7) / 8 * 8);
    fields.payload_size = payload.size();
    put(header, 0, fields);
    return header + payload;
}

inline std::string write_fatbin(const std::vector<Entry>& entries) {
    std::string list;
    for (const Entry& entry : entries) list += write_entry(entry);
    std::string header(sizeof(FatbinHeader), '\0');
    put(header, 0, FatbinHeader{kFatbinMagic, kFatbinVersion, sizeof(FatbinHeader), list.size()});
    return header + list;
}

}  // namespace simt::loader
