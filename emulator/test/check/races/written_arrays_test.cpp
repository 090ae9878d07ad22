// Which arrays a kernel may write, read from its text; and that races are found wherever it writes.
#include <doctest/doctest.h>

#include "emulator/decode/write_targets.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

const std::string kVariables =
    ".global .align 8 .b8 table[4096];\n.shared .align 8 .b8 tile[4096];\n.const .align 8 .b8 factors[64];\n";

constexpr u64 kTable = 0x1000;
constexpr u32 kOut = 0, kIn = 8;  // offsets of parameters

// Where a body's stores, atomics and reductions lead.
WriteTargets targets(const std::string& body) {
    const ptx::Module module = ptx::parse(kernel_text(body, kVariables));
    const ptx::Function& kernel = module.functions.back();
    std::vector<const ptx::Instruction*> writers;
    for (const ptx::Instruction& instruction : kernel.body) {
        const std::string& root = instruction.parts[0];
        if (root == "st" || root == "red" || root == "atom" || root == "cp") writers.push_back(&instruction);
    }
    NamedPlaces places;
    places.parameter = [](const std::string& name) -> std::optional<u32> {
        if (name == "param_out") return kOut;
        if (name == "param_in") return kIn;
        return {};
    };
    places.variable = [](const std::string& name) -> std::optional<u64> {
        return name == "table" ? std::optional(kTable) : std::nullopt;
    };
    places.elsewhere = [](const std::string& name) { return name == "tile"; };
    return find_write_targets(kernel, writers, places);
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

namespace {

// Thread g writes word g of what parameter out gives and reads word g + 64, of another block, of what in gives.
const std::string kNextBlock =
    "mul.wide.u32 %rd1, %g, 4;\nadd.u64 %rd1, %rd1, %in;\n"
    "ld.global.u32 %r1, [%rd1+256];\nst.global.u32 [%mine], %r1;";

u64 races(const observe::Launch& launch) {
    u64 count = 0;
    for (const observe::Finding& finding : launch.findings)
        count += finding.fault == observe::Fault::GlobalRace;
    return count;
}

observe::Launch next_block(u64 from, u64 to, Device& device, const std::string& body = kNextBlock) {
    return device.launch(kernel_text(body, kVariables), {.grid = {4}, .block = {64}}, {to, from, 0});
}

}  // namespace

TEST_CASE("two parameters may lead to one array, from within it, before it and behind its end") {
    Device device;
    const u64 words = device.upload(std::vector<u32>(512)), others = device.upload(std::vector<u32>(512));
    CHECK(races(next_block(others, words, device)) == 0);
    CHECK(races(next_block(words, words, device)) == 1);
    CHECK(races(next_block(words + 64, words, device)) == 1);
    CHECK(races(next_block(words, words + 64, device)) == 1);
    const std::string backwards =
        "sub.s64 %rd2, %out, %mine;\nadd.s64 %rd2, %rd2, %out;\nadd.s64 %rd2, %rd2, -4;\n"
        "mul.wide.u32 %rd1, %g, 4;\nadd.u64 %rd1, %rd1, %in;\n"
        "ld.global.u32 %r1, [%rd1];\nst.global.u32 [%rd2], %r1;";
    CHECK(races(next_block(words, words + 512 * 4, device, backwards)) ==
          0);  // reads the first half, writes the other
    CHECK(races(next_block(words + 1024, words + 512 * 4, device, backwards)) > 0);
}

TEST_CASE("a pointer that memory holds may lead to any array") {
    Device device;
    const u64 words = device.upload(std::vector<u32>(512));
    const u64 pointer = device.upload(std::vector<u64>{words});
    const std::string body =
        "ld.global.u64 %rd2, [%out];\nmul.wide.u32 %rd1, %g, 4;\nadd.u64 %rd2, %rd2, %rd1;\n"
        "add.u64 %rd1, %rd1, %in;\nld.global.u32 %r1, [%rd1+256];\nst.global.u32 [%rd2], %r1;";
    CHECK(races(next_block(words, pointer, device, body)) == 1);
}

TEST_CASE("a store that leaves its own array for another that is only read is said to be unchecked") {
    Device device;
    const u64 words = device.upload(std::vector<u32>(512)), out = device.upload(std::vector<u32>(512));
    const std::string body =
        "ld.global.u32 %r1, [%in];\nsetp.ne.u32 %p1, %g, 3;\n@%p1 bra DONE;\n"
        "cvt.u64.u32 %rd1, %n;\nshl.b64 %rd1, %rd1, 8;\nsub.u64 %rd1, %out, %rd1;\n"
        "st.global.u32 [%rd1], %r1;\nDONE:";
    REQUIRE((out - words) % 256 == 0);
    const u32 gaps = static_cast<u32>((out - words) / 256);
    const auto run_with = [&](u32 n) {
        return device.launch(kernel_text(body), {.grid = {4}, .block = {64}}, {out, words, n});
    };
    CHECK(run_with(0).unchecked == "");
    const observe::Launch stray = run_with(gaps);
    CHECK(stray.status == observe::Status::Ok);
    CHECK(stray.unchecked.find("the store at PTX line ") == 0);
}
