// Which arrays a kernel may write, read from its text.
#include "emulator/decode/write_targets.hpp"

#include <doctest/doctest.h>

#include "emulator/test/decode/parsed.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

constexpr u64 kTable = 0x1000;
constexpr u32 kOut = 0, kIn = 8;  // offsets of parameters

// Where a body's stores, atomics and reductions lead.
WriteTargets targets(const std::string& body) {
    const Parsed parsed(body,
                        ".global .align 8 .b8 table[4096];\n.shared .align 8 .b8 tile[4096];\n"
                        ".const .align 8 .b8 factors[64];\n");
    const ptx::Function& kernel = parsed.kernel();
    std::vector<const ptx::Instruction*> writers;
    for (const ptx::Instruction& instruction : kernel.body) {
        const std::string& root = instruction.parts[0];
        if (root == "st" || root == "red" || root == "atom" || root == "cp") writers.push_back(&instruction);
    }
    const auto address_of = [](const std::string& name) {
        return name == "table" ? std::optional(kTable) : std::nullopt;
    };
    return find_write_targets(parsed.module, kernel, writers, lay_out_parameters(kernel), address_of);
}

bool leads_to(const std::string& body, const std::vector<u32>& parameters,
              const std::vector<u64>& variables = {}) {
    const WriteTargets found = targets(body);
    return !found.anywhere && found.parameters == parameters && found.variables == variables;
}

}  // namespace

TEST_CASE("a store through a parameter leads to its array, however the element is found") {
    CHECK(leads_to("st.global.u32 [%mine], %t;", {kOut}));
    CHECK(leads_to("mul.wide.s32 %rd1, %r1, 4;\nadd.s64 %rd2, %in, %rd1;\nst.global.u32 [%rd2+16], %t;",
                   {kIn}));
    CHECK(
        leads_to("cvta.to.global.u64 %rd1, %out;\nshl.b64 %rd2, %rd3, 2;\nsub.s64 %rd4, %rd1, %rd2;\n"
                 "red.global.add.u32 [%rd4], 1;",
                 {kOut}));
    CHECK(leads_to("selp.b64 %rd1, %out, %in, %p1;\natom.global.add.u32 %r1, [%rd1], 1;", {kOut, kIn}));
    CHECK(leads_to("ld.param.v2.u64 {%rd1, %rd2}, [param_out];\nst.global.u32 [%rd2], %t;", {kIn}));
    CHECK(
        leads_to("mov.u64 %rd1, %out;\nL:\nst.global.u32 [%rd1], %t;\nadd.s64 %rd1, %rd1, 128;\n"
                 "setp.lt.u64 %p1, %rd1, %in;\n@%p1 bra L;",
                 {kOut}));
}

TEST_CASE("an index that memory holds leads nowhere else") {
    CHECK(
        leads_to("ld.global.u32 %r1, [%in];\nmul.wide.s32 %rd1, %r1, 4;\nadd.s64 %rd2, %out, %rd1;\n"
                 "st.global.u32 [%rd2], %t;",
                 {kOut}));
}

TEST_CASE("stores to variables and to shared memory") {
    CHECK(leads_to("mov.u64 %rd1, table;\nst.global.u32 [%rd1+4], %t;", {}, {kTable}));
    CHECK(leads_to("st.global.u32 [table+4], %t;", {}, {kTable}));
    CHECK(leads_to("cvta.shared.u64 %rd1, %rd2;\nst.u32 [%rd1], %t;", {}));
    CHECK(leads_to("mov.u64 %rd1, tile;\nselp.b64 %rd2, %rd1, %out, %p1;\nst.u32 [%rd2], %t;", {kOut}));
}

TEST_CASE("what is not followed may be anywhere") {
    CHECK(targets("ld.global.u64 %rd1, [%in];\nst.global.u32 [%rd1], %t;").anywhere);
    CHECK(
        targets("ld.global.u64 %rd1, [%in];\nadd.s64 %rd2, %rd1, %out;\nst.global.u32 [%rd2], %t;").anywhere);
    CHECK(
        targets("mov.b64 {%r1, %r2}, %out;\nmov.b64 %rd1, {%r1, %r2};\nst.global.u32 [%rd1], %t;").anywhere);
    CHECK(targets("cvt.u64.u32 %rd1, %r1;\nshl.b64 %rd1, %rd1, 32;\nst.global.u32 [%rd1], %t;").anywhere);
    CHECK(targets("ld.param.u32 %r1, [param_out];\ncvt.u64.u32 %rd1, %r1;\nst.global.u32 [%rd1], %t;")
              .anywhere);
    CHECK(targets(
              "shfl.sync.idx.b32 %r1, %r2, 0, 31, -1;\nmov.b64 %rd1, {%r1, %r1};\nst.global.u32 [%rd1], %t;")
              .anywhere);
    CHECK(targets("mov.b64 %rd1, param_out;\nst.global.u32 [%rd1], %t;").anywhere);
    CHECK(targets("atom.global.exch.b64 %rd1, [%out], %rd2;\nst.global.u32 [%rd1], %t;").anywhere);
    CHECK(targets("cp.async.bulk.global.shared::cta.bulk_group [%out], [tile], 16;").anywhere);
}
