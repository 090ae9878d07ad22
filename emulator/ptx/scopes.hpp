// Finds the declaration of a name in a function. PTX nests scopes in braces, and nvcc opens one per call, each with
// its own param0 and retval0. ptx::Module has no scopes, so a name that is declared again gets a unique name here:
// "param0@1" ('@' cannot occur in a name of the text).
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "emulator/integers.hpp"

namespace simt::ptx {

struct StringHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};

template <class Value>
using ByName = std::unordered_map<std::string, Value, StringHash, std::equal_to<>>;
using NameSet = std::unordered_set<std::string, StringHash, std::equal_to<>>;

struct Declared {
    enum class Kind : u8 { Register, VectorRegister, Variable };
    Kind kind;
    u8 width = 1;        // elements of a VectorRegister; they are declared beside it as "name.x" …
    std::string unique;  // the name in the Function
};

class Scopes {
  public:
    // reserved: names of the module. If an inner scope declares one again, it gets a unique name; in the function's outermost
    // scope it keeps its name.
    explicit Scopes(const NameSet& reserved) : reserved_(reserved) {}

    void open();
    void close();
    std::size_t depth() const { return open_.size(); }
    // The number of the innermost scope. No two scopes have the same number.
    u32 current() const { return open_.back(); }

    // Returns the unique name; nullptr if this scope already has the name.
    const std::string* declare(std::string_view name, Declared::Kind kind, u8 width = 1);
    const Declared* find(std::string_view name) const;

    // A branch may come before its label. So declare labels as they come, and resolve their uses at the end of the
    // function.
    const std::string* declare_label(std::string_view name);
    bool has_repeated_labels() const { return repeated_labels_; }
    // The label that `name` means in this scope: the one in the nearest enclosing scope or, if there is none, the first one
    // of that name in the function. nullptr if the function has no such label.
    const std::string* find_label(std::string_view name, u32 scope) const;

  private:
    using Labels = std::map<u32, std::string>;  // scope -> unique name
    using Names = ByName<Declared>;

    std::string unique_name(std::string_view name);

    const NameSet& reserved_;
    std::vector<Names> names_;  // one per open scope, outermost first
    std::vector<u32> open_;     // their numbers
    std::vector<u32> parents_;  // of every scope ever opened; the outermost is its own parent
    ByName<u32> uses_;          // declarations in inner scopes so far
    ByName<Labels> labels_;
    bool repeated_labels_ = false;
};

}  // namespace simt::ptx
