// What parse() makes of each construct that nvcc and inline assembly write.
#include "emulator/ptx/parser.hpp"

#include <doctest/doctest.h>

#include "emulator/test/support/ptx_text.hpp"

using namespace simt;
using namespace simt::ptx;

namespace {

using Kind = Operand::Kind;

const std::string kRegisters = ".reg .pred %p<4>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<9>;\n";

// The only instruction of a body.
Instruction instruction(const std::string& text) {
    const Function k = kernel(kRegisters + text);
    REQUIRE(k.body.size() == 1);
    return k.body[0];
}

Operand operand(const std::string& text) { return instruction("op " + text + ";").operands.at(0); }

std::vector<std::string> names(const std::vector<Variable>& variables) {
    std::vector<std::string> result;
    for (const Variable& variable : variables) result.push_back(variable.name);
    return result;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("a module has its target and debug flag") {
    const Module module =
        parse("// comment\n/* and\n another */ .version 8.4\n.target sm_90a, debug\n.address_size 64\n");
    CHECK(module.target == "sm_90a");
    CHECK(module.debug);
    CHECK(!parse(module_text("")).debug);
}

TEST_CASE("a kernel has its parameters and launch bounds") {
    const Module module = parse(module_text(
        ".visible .entry k(\n .param .u64 .ptr .global .align 4 a,\n .param .align 8 .b8 b[24],\n .param "
        ".u32 c\n)\n"
        ".maxntid 256, 2\n.minnctapersm 2\n.explicitcluster\n.reqnctapercluster 2, 1, 1\n.maxnreg 32\n"
        "{\n ret;\n}\n.entry m .reqntid 32, 4, 2 .noreturn .pragma \"x\"; { }"));
    const Function& k = module.functions.at(0);
    CHECK(k.entry);
    CHECK(k.has_body);
    CHECK(k.ptx_line == 4);
    CHECK(names(k.parameters) == Names{"a", "b", "c"});
    CHECK(k.parameters[1].size == 24);
    CHECK(k.parameters[1].align == 8);
    CHECK(k.parameters[2].space == Space::Param);
    CHECK(k.max_threads == Dim3{256, 2, 1});
    CHECK(k.cluster == Dim3{2, 1, 1});
    CHECK(k.required_block == Dim3{0, 0, 0});
    CHECK(module.functions.at(1).max_threads == Dim3{0, 0, 0});
    CHECK(module.functions.at(1).required_block == Dim3{32, 4, 2});
}

TEST_CASE("a function's declaration gives way to its definition") {
    const Module module = parse(module_text(
        ".func (.param .b32 r) f(.param .b32 a);\n.extern .func g();\n.extern .func g() .noreturn ;\n"
        ".weak .func (.param .b32 r) f(.param .b32 a)\n{\n call g, ();\n ret;\n}\n.func f2;\n"));
    REQUIRE(module.functions.size() == 3);
    CHECK(module.functions[0].name == "f");
    CHECK(module.functions[0].has_body);
    CHECK(names(module.functions[0].returns) == Names{"r"});
    CHECK(!module.functions[1].has_body);
}

TEST_CASE("an opcode keeps its text and is split at its dots") {
    const Instruction load = instruction("@!%p1 ld.global.L1::no_allocate.v2.f32 {%f1, _}, [%rd1+-8];");
    CHECK(load.guard == "%p1");
    CHECK(load.guard_negated);
    CHECK(load.opcode == "ld.global.L1::no_allocate.v2.f32");
    CHECK(load.parts == Names{"ld", "global", "L1::no_allocate", "v2", "f32"});
    CHECK(load.ptx_line == 7);
    REQUIRE(load.operands.size() == 2);
    REQUIRE(load.operands[0].kind == Kind::Vector);
    CHECK(load.operands[0].elements[0].name == "%f1");
    CHECK(load.operands[0].elements[1].kind == Kind::Sink);
    REQUIRE(load.operands[1].kind == Kind::Address);
    CHECK(load.operands[1].elements[0].name == "%rd1");
    CHECK(load.operands[1].offset == -8);
}

TEST_CASE("operands of every kind are told apart") {
    CHECK(operand("%r1").kind == Kind::Register);
    CHECK(operand("%tid.x").kind == Kind::Special);
    CHECK(operand("%envreg31").name == "%envreg31");
    CHECK(operand("!%p2").negated);
    CHECK(operand("-7").kind == Kind::Immediate);
    CHECK(operand("-7").bits == static_cast<u64>(-7));
    CHECK(operand("0f3F800000").type == Type::F32);
    CHECK(operand("WARP_SZ").bits == 32);
    CHECK(operand("k+16").kind == Kind::Symbol);
    CHECK(operand("k+16").offset == 16);
    CHECK(operand("_").kind == Kind::Sink);
    const Operand pair = operand("%r1|%p1");
    CHECK(pair.kind == Kind::Pair);
    CHECK(pair.elements[0].name == "%r1");
    CHECK(pair.elements[1].name == "%p1");
}

TEST_CASE("addresses have a register, a variable or a number as base, tensors coordinates behind it") {
    CHECK(operand("[%rd1]").elements[0].kind == Kind::Register);
    CHECK(operand("[p]").elements[0].kind == Kind::Symbol);
    CHECK(operand("[p+4]").offset == 4);
    CHECK(operand("[p+4]").elements[0].offset == 0);
    CHECK(operand("[%rd1-12]").offset == -12);
    CHECK(operand("[64]").elements[0].bits == 64);
    const Operand tensor = operand("[%rd1, {%r1, %r2}]");
    REQUIRE(tensor.elements.size() == 2);
    CHECK(tensor.elements[1].kind == Kind::Vector);
    CHECK(tensor.elements[1].elements[1].name == "%r2");
}

TEST_CASE("registers are expanded from ranges and vectors") {
    const Function k =
        kernel(".reg .b64 %rd;\n.reg .b32 %r<3>, a;\n.reg .v2 .f32 v;\nmov.b64 %rd, v;\nmov.f32 v.y, v.x;");
    Names all;
    for (const Register& r : k.registers) all.push_back(r.name);
    CHECK(all == Names{"%rd", "%r0", "%r1", "%r2", "a", "v.x", "v.y"});
    CHECK(k.registers[6].type == Type::F32);
    CHECK(k.body[0].operands[1].kind == Kind::Vector);
    CHECK(k.body[0].operands[1].elements[1].name == "v.y");
    CHECK(k.body[1].operands[0].name == "v.y");
}

TEST_CASE("labels index the body, up to its end") {
    const Function k = kernel("A: trap;\nB:\nC: trap;\nbra A;\nD:");
    CHECK(k.labels == std::map<std::string, u32>{{"A", 0}, {"B", 1}, {"C", 1}, {"D", 3}});
    CHECK(k.body[2].operands[0].kind == Kind::Symbol);
    CHECK(k.body[2].operands[0].name == "A");
}

TEST_CASE("a call's lists are vectors, its scopes' names are unique") {
    const std::string call =
        "{ .reg .b32 temp; .param .b32 param0; st.param.b32 [param0+0], %r1; .param .b32 retval0;\n"
        "call.uni (retval0), \n f, \n(\nparam0\n);\n ld.param.b32 %r2, [retval0+0]; }\n";
    const Module module =
        parse(module_text(".func (.param .b32 r) f(.param .b32 a);\n.entry k()\n{\n.reg .b32 %r<3>;\n" +
                          call + call + "call f2, (1, %r1); ret; }\n.func f2(.param .b32 a);"));
    const Function& k = module.functions.at(1);
    CHECK(names(k.variables) == Names{"param0", "retval0", "param0@1", "retval0@1"});
    const std::vector<Operand>& second = k.body.at(4).operands;
    REQUIRE(second.size() == 3);
    CHECK(second[0].kind == Kind::Vector);
    CHECK(second[0].elements.at(0).name == "retval0@1");
    CHECK(second[1].name == "f");
    CHECK(second[2].elements.at(0).name == "param0@1");
    CHECK(k.body.at(3).operands.at(0).elements.at(0).name == "param0@1");
    CHECK(k.body.at(1).operands[2].elements[0].name == "param0");
    CHECK(k.body.at(6).operands[1].elements[0].bits == 1);
}

TEST_CASE("an inner name hides an outer one only until its brace closes") {
    const Function k = kernel(".reg .b32 a; { .reg .b32 a; { .reg .b32 a; op a; } op a; } op a;");
    CHECK(k.body[0].operands[0].name == "a@2");
    CHECK(k.body[1].operands[0].name == "a@1");
    CHECK(k.body[2].operands[0].name == "a");
}

TEST_CASE("an inner variable does not take the name of one in the module") {
    const Module module =
        parse(module_text(".shared .b32 s;\n.entry k() { op s; { .shared .b32 s; op s; } op s; }"));
    const Function& k = module.functions.at(0);
    CHECK(k.body[0].operands[0].name == "s");
    CHECK(k.body[1].operands[0].name == k.variables.at(0).name);
    CHECK(k.variables[0].name != "s");
    CHECK(k.body[2].operands[0].name == "s");
}

TEST_CASE("labels repeated by inline assembly belong to their own braces") {
    const Function k = kernel("{ bra L; L: trap; bra L; }\n{ bra L; trap; L: trap; }\nbra M; M:");
    const auto target = [&](u32 index) { return k.labels.at(k.body.at(index).operands.at(0).name); };
    CHECK(target(0) == 1);
    CHECK(target(2) == 1);
    CHECK(target(3) == 5);
    CHECK(target(6) == 7);
}

TEST_CASE("an indexed branch has its list of targets") {
    const Function k = kernel("L: .branchtargets A, B, A;\n.reg .b32 i; brx.idx i, L; A: trap; B: trap;");
    CHECK(k.branch_targets.at("L") == Names{"A", "B", "A"});
    CHECK(k.body.size() == 3);
    CHECK(!k.labels.contains("L"));
}

TEST_CASE("an indirect call has its prototype") {
    const Function k = kernel(
        ".reg .b64 f; .param .b32 x; proto : .callprototype (.param .b32 _) _ (.param .b32 _, .param .b64 _) "
        ".noreturn;\n"
        "T: .calltargets k; call (x), f, (x, x), proto;");
    const Function& prototype = k.prototypes.at("proto");
    CHECK(prototype.returns.size() == 1);
    CHECK(prototype.parameters.at(1).type == Type::B64);
    REQUIRE(k.body.at(0).operands.size() == 4);
    CHECK(k.body[0].operands[1].kind == Kind::Register);
    CHECK(k.body[0].operands[3].name == "proto");
}

TEST_CASE("variables of a function are its own") {
    const Function k =
        kernel(".local .align 8 .b8 __local_depot0[24];\n.shared .align 4 .b8 tile[4224];\nop [tile+4];");
    REQUIRE(k.variables.size() == 2);
    CHECK(k.variables[0].space == Space::Local);
    CHECK(k.variables[1].size == 4224);
}

TEST_CASE("debug sections, pragmas and comments leave no trace") {
    const Module module =
        parse(module_text(".pragma \"p\";\n.section .debug_str\n{\n$L__info_string0:\n.b8 1,2,3\n.b64 "
                          "a+4\n}\n.section foo { }\n"
                          ".entry k() { .pragma \"nounroll\"; // x }\n /* } */ ret; }\n"));
    CHECK(module.functions.at(0).body.size() == 1);
    CHECK(module.functions.at(0).body[0].ptx_line == 13);
}

TEST_CASE("a call through an alias reaches the function behind it") {
    const Module module = parse(module_text(
        ".func real() { ret; }\n.func second();\n.alias second, real;\n.entry k() { call second, (); ret; }\n"
        ".global .u64 table = second;"));
    REQUIRE(module.functions.size() == 2);
    CHECK(module.functions[1].body[0].operands[0].name == "real");
    CHECK(module.variables[0].relocations.at(0).symbol == "real");
}

TEST_CASE("types are found by name and know their size") {
    CHECK(type_named("f16x2") == Type::F16x2);
    CHECK(type_named("none") == Type::None);
    CHECK(type_named("") == Type::None);
    CHECK(size_of(Type::B128) == 16);
    CHECK(size_of(Type::Pred) == 0);
    CHECK(type_named("pred") == Type::Pred);
    CHECK(type_named("f64") == Type::F64);
}
