// Linking PTX files by name.
#include "emulator/runtime/link_modules.hpp"

#include <doctest/doctest.h>

#include <string>

#include "emulator/error.hpp"
#include "emulator/ptx/parser.hpp"

using namespace simt;
using simt::runtime::link_modules;

namespace {

ptx::Module parse(const std::string& body) {
    return ptx::parse(".version 9.0\n.target sm_90\n.address_size 64\n" + body);
}

const ptx::Function& function(const ptx::Module& module, const std::string& name) {
    for (const ptx::Function& candidate : module.functions)
        if (candidate.name == name) return candidate;
    FAIL("no function " << name);
    return module.functions.front();
}

int variables_named(const ptx::Module& module, const std::string& name) {
    int count = 0;
    for (const ptx::Variable& variable : module.variables) count += variable.name == name;
    return count;
}

constexpr const char* kUser = R"(
.extern .global .align 4 .u32 counter;
.extern .func (.param .b32 result) square(.param .b32 x);
.visible .entry kernel() {
    .reg .b64 %rd<2>;
    mov.u64 %rd1, counter;
    ret;
}
)";
constexpr const char* kProvider = R"(
.visible .global .align 4 .u32 counter = 3;
.visible .func (.param .b32 result) square(.param .b32 x) {
    ret;
}
)";

}  // namespace

TEST_CASE("a declaration is replaced by the definition in another file, in either order") {
    for (const bool user_first : {true, false}) {
        CAPTURE(user_first);
        std::vector<ptx::Module> files;
        files.push_back(parse(user_first ? kUser : kProvider));
        files.push_back(parse(user_first ? kProvider : kUser));
        const ptx::Module linked = link_modules(std::move(files));
        REQUIRE(linked.variables.size() == 1);
        CHECK_FALSE(linked.variables[0].external);
        CHECK(linked.variables[0].data.at(0) == 3);
        CHECK(linked.functions.size() == 2);
        CHECK(function(linked, "square").has_body);
        CHECK(function(linked, "kernel").body.at(0).operands.at(1).name == "counter");
    }
}

TEST_CASE("names that two files define for themselves stay apart, and each file uses its own") {
    const std::string body = R"(
.global .align 1 .b8 text[2] = {65};
.global .align 8 .u64 pointer[1] = {generic(text)};
.visible .entry kernel)";
    const std::string rest = R"(() {
    .reg .b64 %rd<2>;
    mov.u64 %rd1, text;
    ret;
}
)";
    std::vector<ptx::Module> files;
    files.push_back(parse(body + "_a" + rest));
    files.push_back(parse(body + "_b" + rest));
    const ptx::Module linked = link_modules(std::move(files));
    CHECK(linked.variables.size() == 4);
    CHECK(variables_named(linked, "text") == 1);
    const std::string in_a = function(linked, "kernel_a").body.at(0).operands.at(1).name;
    const std::string in_b = function(linked, "kernel_b").body.at(0).operands.at(1).name;
    CHECK(in_a == "text");
    CHECK(in_b != "text");
    CHECK(variables_named(linked, in_b) == 1);
    CHECK(linked.variables.at(1).relocations.at(0).symbol == in_a);
    CHECK(linked.variables.at(3).relocations.at(0).symbol == in_b);
}

TEST_CASE("a name that is local to a function is not taken for the file's") {
    const std::string file = R"(
.global .align 4 .u32 value;
.visible .entry kernel)";
    const std::string rest = R"(() {
    .local .align 4 .b8 value[8];
    .reg .b64 %rd<2>;
    mov.u64 %rd1, value;
    ret;
}
)";
    std::vector<ptx::Module> files;
    files.push_back(parse(file + "_a" + rest));
    files.push_back(parse(file + "_b" + rest));
    const ptx::Module linked = link_modules(std::move(files));
    const ptx::Function& kernel = function(linked, "kernel_b");
    CHECK(kernel.body.at(0).operands.at(1).name == kernel.variables.at(0).name);
}

TEST_CASE("source places name the file they came from") {
    const auto file = [](const std::string& kernel, const std::string& path) {
        return ".visible .entry " + kernel + "() {\n.loc 1 7 0\nret;\n}\n.file 1 \"" + path + "\"\n";
    };
    std::vector<ptx::Module> files;
    files.push_back(parse(file("a", "/src/a.cu")));
    files.push_back(parse(file("b", "/src/b.cu")));
    const ptx::Module linked = link_modules(std::move(files));
    CHECK(linked.files.at(function(linked, "a").body.at(0).places.at(0).file) == "/src/a.cu");
    CHECK(linked.files.at(function(linked, "b").body.at(0).places.at(0).file) == "/src/b.cu");
}

TEST_CASE("dynamic shared memory declared in several files is one array") {
    const std::string declaration = ".extern .shared .align 16 .b8 words[];\n";
    std::vector<ptx::Module> files;
    files.push_back(parse(declaration));
    files.push_back(parse(declaration));
    CHECK(link_modules(std::move(files)).variables.size() == 1);
}

TEST_CASE("a variable that no file defines is an error") {
    std::vector<ptx::Module> files;
    files.push_back(parse(kUser));
    files.push_back(parse(""));
    CHECK_THROWS_WITH_AS(link_modules(std::move(files)),
                         "the variable counter is declared extern, and no file of the program defines it",
                         Error);
}
