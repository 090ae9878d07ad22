// Which kernels --kernel selects: a name as in ncu's -k, a regular expression, or part of a name.
#pragma once

#include <optional>
#include <regex>
#include <string>
#include <string_view>

namespace simt::loader {

// The name of a demangled kernel as ncu compares it, without return type, namespaces, template arguments and
// parameters: "void tile::copy<float, 4>(float*, int)" -> "copy".
std::string function_name(std::string_view demangled);

class KernelPattern {
  public:
    // "copy", "regex:co.y", "kernel_substring=cop" or "kns=cop", "kernel_name=copy" or "kne=copy". A plain name is
    // compared with the function's name, with the demangled name with and without parameters, and with the mangled
    // name. An expression is searched in the function's name, and a substring in the mangled and the demangled name.
    explicit KernelPattern(std::string_view pattern);

    bool matches(std::string_view demangled, std::string_view mangled) const;

  private:
    enum class How { Name, Part, Expression } how_ = How::Name;
    std::string text_;
    std::regex expression_;
};

// Empty if the pattern is valid; otherwise what a valid one is, for a message.
std::string wrong_pattern(std::string_view pattern);

}  // namespace simt::loader
