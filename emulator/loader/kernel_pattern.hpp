// Which kernels --kernel means: a name as ncu's -k has it, or an expression, or a part of the name.
#pragma once

#include <optional>
#include <regex>
#include <string>
#include <string_view>

namespace simt::options {

// The name of a demangled kernel as ncu compares it: without return type, namespaces, template arguments and parameters.
// "void tile::copy<float, 4>(float*, int)" -> "copy".
std::string function_name(std::string_view demangled);

class KernelPattern {
  public:
    // "copy", "regex:co.y", "kernel_substring=cop" or "kns=cop", "kernel_name=copy" or "kne=copy". A plain name is compared
    // with the function's name, the demangled one with and without parameters, and the mangled one; an expression is looked
    // for in the function's name, and a substring anywhere in the mangled or the demangled one.
    explicit KernelPattern(std::string_view pattern);

    bool matches(std::string_view demangled, std::string_view mangled) const;

  private:
    enum class How { Name, Part, Expression } how_ = How::Name;
    std::string text_;
    std::regex expression_;
};

// What the pattern must be, if it is none; else empty.
std::string wrong_pattern(std::string_view pattern);

}  // namespace simt::options
