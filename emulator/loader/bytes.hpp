// Reads little-endian numbers from a file's bytes and refuses to read past their end.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "emulator/error.hpp"
#include "emulator/integers.hpp"

namespace simt::loader {

class Bytes {
  public:
    // what: "fat binary", for the error messages.
    Bytes(std::span<const std::byte> bytes, const char* what) : bytes_(bytes), what_(what) {}

    std::size_t size() const { return bytes_.size(); }

    // Throws simt::Error if the bytes end before offset + length; `part` names the missing part.
    std::span<const std::byte> slice(u64 offset, u64 length, const char* part) const {
        if (offset > bytes_.size() || length > bytes_.size() - offset) {
            fail(offset, std::string(part) + " needs " + std::to_string(length) +
                             " bytes, but the data ends at offset " + std::to_string(bytes_.size()));
        }
        return bytes_.subspan(offset, length);
    }

    template <typename Number>
    Number at(u64 offset, const char* part) const {
        Number value;
        std::memcpy(&value, slice(offset, sizeof(Number), part).data(), sizeof(Number));
        return value;
    }

    // "damaged fat binary: MESSAGE (at offset 80)"
    [[noreturn]] void fail(u64 offset, const std::string& message) const {
        throw Error(std::string("damaged ") + what_ + ": " + message + " (at offset " +
                    std::to_string(offset) + ")");
    }

  private:
    std::span<const std::byte> bytes_;
    const char* what_;
};

inline std::string_view as_text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace simt::loader
