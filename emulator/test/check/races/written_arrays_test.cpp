// Races are found wherever a kernel may write.
#include <doctest/doctest.h>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;
using namespace simt::check;

namespace {

// Thread g writes word g of what parameter out gives and reads word g + 64, of another block, of what in gives.
const std::string kNextBlock =
    "mul.wide.u32 %rd1, %g, 4;\nadd.u64 %rd1, %rd1, %in;\n"
    "ld.global.u32 %r1, [%rd1+256];\nst.global.u32 [%mine], %r1;";

u64 races(const exec::Launch& launch) {
    u64 count = 0;
    for (const check::Finding& finding : launch.findings) count += finding.fault == check::Fault::GlobalRace;
    return count;
}

exec::Launch next_block(u64 from, u64 to, Device& device, const std::string& body = kNextBlock) {
    return device.launch(kernel_text(body), {.grid = {4}, .block = {64}}, {to, from, 0});
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
    const exec::Launch stray = run_with(gaps);
    CHECK(stray.status == exec::Status::Ok);
    CHECK(stray.unchecked.find("the store at PTX line ") == 0);
}
