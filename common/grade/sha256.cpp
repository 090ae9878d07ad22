// See sha256.hpp.
#include "common/grade/sha256.hpp"

#include <openssl/evp.h>

#include <array>
#include <cstdio>
#include <stdexcept>

namespace grade {

std::string sha256(std::string_view bytes) {
    std::array<unsigned char, 32> digest{};
    if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), nullptr, EVP_sha256(), nullptr) != 1)
        throw std::runtime_error("OpenSSL's libcrypto computes no SHA-256.");
    std::string digits;
    for (const unsigned char byte : digest) {
        std::array<char, 3> two{};
        std::snprintf(two.data(), two.size(), "%02x", byte);
        digits += two.data();
    }
    return digits;
}

}  // namespace grade
