// One end of a copy as it travels: device memory is an address; rows of the host are packed behind the request or the answer.
#pragma once

#include "emulator/address_windows.hpp"
#include "emulator/memory/address_space.hpp"
#include "emulator/remote/protocol.hpp"

namespace simt::remote {

// The call that the server makes.
enum class CopyCall : u32 { Plain, Async, Rows, RowsAsync, Box, BoxAsync, kCount };

struct End {
    u64 address;  // as the program gave it
    u64 pitch;    // bytes from row to row, and rows from slice to slice
    u64 rows;
    u64 x, y, z;  // where the box begins
    bool on_host() const {
        return address != 0 && !(address >= memory::kDeviceBegin && address < memory::kDeviceEnd);
    }
};

struct CopyRequest {
    CopyCall call;
    s32 kind;  // a cudaMemcpyKind
    u64 stream;
    u64 width, height, depth;
    End to, from;

    // Bytes of the box; nothing if it has too many.
    bool fits() const {
        if (width == 0 || height == 0 || depth == 0) return true;
        return height <= kMostHostBytes / width && depth <= kMostHostBytes / width / height;
    }
    u64 bytes() const { return width * height * depth; }
    // Whether an end's rows fit its pitch; if not, no byte moves.
    bool well_formed(const End& end) const {
        if (call == CopyCall::Plain || call == CopyCall::Async) return true;
        if ((call == CopyCall::Rows || call == CopyCall::RowsAsync) && height <= 1) return true;
        return end.x <= end.pitch && width <= end.pitch - end.x;
    }
    // Whether the copy has the form of its call: a line, or rows that begin at the address, or any box.
    bool has_its_form() const {
        const auto at_address = [](const End& end) { return end.x == 0 && end.y == 0 && end.z == 0; };
        if (call == CopyCall::Box || call == CopyCall::BoxAsync) return true;
        if (call >= CopyCall::kCount || !at_address(to) || !at_address(from) || depth != 1) return false;
        return call == CopyCall::Rows || call == CopyCall::RowsAsync || height == 1;
    }
    // Whether an end lies below this address as a whole. Sums of numbers below 2⁴⁷ do not wrap around.
    bool ends_below(u64 most, const End& end) const {
        constexpr u64 kMost = u64{1} << 47;
        for (const u64 number : {end.pitch, end.rows, end.x, end.y, end.z, width, height, depth})
            if (number >= kMost) return false;
        u64 rows = 0, bytes = 0;
        if (__builtin_mul_overflow(end.z + depth, end.rows, &rows) || rows >= kMost) return false;
        if (__builtin_mul_overflow(rows + end.y + height, end.pitch, &bytes) || bytes >= kMost) return false;
        return end.address + bytes + end.x + width <= most;
    }
};

struct SymbolCopyRequest {
    u64 symbol, bytes, offset, other;  // other: the address of the other end
    s32 kind;
    u32 async;
    u64 stream;
};

inline bool is_host_address(u64 address) { return End{address, 0, 0, 0, 0, 0}.on_host(); }

}  // namespace simt::remote
