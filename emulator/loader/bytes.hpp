// Reads little-endian numbers from a file's bytes and refuses to read past their end.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>

#include "emulator/error.hpp"
#include "emulator/integers.hpp"

namespace simt::loader {

inline std::string_view as_text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

class Bytes {
  public:
    // what: "fat binary", for the error messages.
    Bytes(std::span<const std::byte> bytes, const char* what) : bytes_(bytes), what_(what) {}

    std::size_t size() const { return bytes_.size(); }

    // Throws simt::Error if the bytes end before offset + length; `part` names the missing part.
    std::span<const std::byte> slice(u64 offset, u64 length, const char* part) const {
        if (offset > bytes_.size() || length > bytes_.size() - offset)
            fail(offset, "{} needs {} bytes, but the data ends at offset {}", part, length, bytes_.size());
        return bytes_.subspan(offset, length);
    }

    template <typename Object>
    Object at(u64 offset, const char* part) const {
        Object value;
        std::memcpy(&value, slice(offset, sizeof value, part).data(), sizeof value);
        return value;
    }

    // Throws "damaged fat binary: MESSAGE (at offset 80)".
    template <class... Args>
    [[noreturn]] void fail(u64 offset, fmt::format_string<Args...> message, Args&&... args) const {
        throw Error(fmt::format("damaged {}: {} (at offset {})", what_,
                                fmt::format(message, std::forward<Args>(args)...), offset));
    }

  private:
    std::span<const std::byte> bytes_;
    const char* what_;
};

}  // namespace simt::loader
