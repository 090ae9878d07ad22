// SHA-256 (FIPS 180-4), as sha256sum prints it. Answers, graders and harnesses are told apart by it, so a student must not be able
// to write a second answer with the same value.
#pragma once

#include <string>
#include <string_view>

namespace grade {

// 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace grade
