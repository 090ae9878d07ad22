// Random programs find wrong instructions: each of these bugs is put in the place of a handler, and a program must then
// store something else than an H200 did.
//
// The linker puts __wrap_… here in the place of exec::handler_of (random.mk), by which the decoder gets all of its handlers;
// the emulator itself has no such door.
#include <doctest/doctest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>

#include "emulator/exec/lanes.hpp"
#include "emulator/exec/table.hpp"
#include "emulator/exec/warp.hpp"
#include "emulator/test/random/emulated.hpp"

using namespace simt;
using namespace simt::exec;
using namespace simt::random_ptx;

namespace {

Handler right_handler(std::string_view name);

// Wrong handlers that are no other row's.
u32 shl_without_clamp(u32 a, u32 b) { return a << (b & 31); }
s32 shr_without_clamp(s32 a, u32 b) { return a >> (b & 31); }
u32 selp_swapped(u32 a, u32 b, bool p) { return p ? b : a; }
u32 bfe_one_too_far(u32 a, u32 position, u32 length) {
    position = (position & 255) + 1;
    length &= 255;
    const u64 bits = position > 31 ? 0 : a >> position;
    return static_cast<u32>(length > 31 ? bits : bits & ((u64{1} << length) - 1));
}
u32 popc_of_half(u32 a) { return static_cast<u32>(__builtin_popcount(a & 0xffff)); }
u32 clz_of_zero_is_31(u32 a) { return a == 0 ? 31 : static_cast<u32>(__builtin_clz(a)); }
u32 sad_without_sum(u32 a, u32 b, u32) { return a > b ? a - b : b - a; }

// add.s32 works whatever its guard says.
const Op* add_without_guard(Warp& warp, const Op* op) {
    warp.exec = warp.state->active;
    return right_handler("add.s32")(warp, op);
}

// shfl leaves its predicate as it was.
const Op* shuffle_without_predicate(Warp& warp, const Op* op) {
    const u32 before = *row<u32>(warp, op->slot[1]);
    const Op* next = right_handler("~shuffle")(warp, op);
    *row<u32>(warp, op->slot[1]) = before;
    return next;
}

// shfl takes the whole warp for one segment.
const Op* shuffle_without_segments(Warp& warp, const Op* op) {
    u32* const control = row<u32>(warp, op->slot[4]);
    u32 before[kLanes];
    for (int lane = 0; lane < kLanes; ++lane) {
        before[lane] = control[lane];
        control[lane] &= 31;
    }
    const Op* next = right_handler("~shuffle")(warp, op);
    std::copy(before, before + kLanes, control);
    return next;
}

// A function's local variables lie where its caller's are.
const Op* local_without_frame(Warp& warp, const Op* op) {
    for (int lane = 0; lane < kLanes; ++lane)
        if (warp.exec >> lane & 1) row<u64>(warp, op->slot[0])[lane] = static_cast<u64>(op->immediate);
    return op + 1;
}

struct Bug {
    const char* row;            // whose handler is wrong
    const char* like;           // whose handler it has instead, or nullptr
    Handler handler = nullptr;  // or this one
    const char* what = nullptr;
};

using generic::map_rare;

const Bug kBugs[] = {
    {"sub.s32", "add.s32"},
    {"sub.u64", "add.u64"},
    {"add.rz.f32", "add.rn.f32"},
    {"sub.rp.f64", "sub.rm.f64"},
    {"fma.rm.f64", "fma.rn.f64"},
    {"mul.rz.f32", "mul.rn.f32"},
    {"div.rp.f32", "div.rn.f32"},
    {"sqrt.rz.f32", "sqrt.rn.f32"},
    {"rcp.rm.f64", "rcp.rn.f64"},
    {"add.ftz.f32", "add.f32"},
    {"mul.sat.f32", "mul.f32"},
    {"mul.hi.s32", "mul.hi.u32"},
    {"mul.wide.s16", "mul.wide.u16"},
    {"mul24.hi.s32", "mul24.hi.u32"},
    {"shr.s32", "shr.u32"},
    {"shl.b32", nullptr, map_rare<shl_without_clamp>, "shifts by 32 and more wrap"},
    {"shr.s32", nullptr, map_rare<shr_without_clamp>, "shifts by 32 and more wrap"},
    {"selp.b32", nullptr, map_rare<selp_swapped>, "takes the other one"},
    {"bfe.s32", "bfe.u32"},
    {"bfe.u32", nullptr, map_rare<bfe_one_too_far>, "begins a bit too far"},
    {"popc.b32", nullptr, map_rare<popc_of_half>, "counts the low half"},
    {"clz.b32", nullptr, map_rare<clz_of_zero_is_31>, "31 for zero"},
    {"sad.u32", nullptr, map_rare<sad_without_sum>, "forgets its third operand"},
    {"bfind.s32", "bfind.u32"},
    {"prmt.b32.f4e", "prmt.b32.b4e"},
    {"min.f32", "min.NaN.f32"},
    {"max.s64", "max.u64"},
    {"setp.lt.s32", "setp.lt.u32"},
    {"setp.ltu.f32", "setp.lt.f32"},
    {"setp.ge.f64", "setp.gt.f64"},
    {"set.le.u32.s32", "set.lt.u32.s32"},
    {"cvt.rni.s32.f32", "cvt.rzi.s32.f32"},
    {"cvt.rn.f16.f32", "cvt.rz.f16.f32"},
    {"cvt.sat.u8.s32", "cvt.u8.s32"},
    {"cvt.rn.f32.s64", "cvt.rz.f32.s64"},
    {"rem.s32", "rem.u32"},
    {"div.s64", "div.u64"},
    {"addc.u32", "add.u32"},
    {"add.cc.u32", "add.u32"},
    {"subc.cc.s64", "subc.s64"},
    {"madc.hi.u32", "mad.hi.u32"},
    {"slct.b32.s32", "slct.b32.f32"},
    {"add.s32", nullptr, add_without_guard, "works where its guard is false"},
    {"~barrier", "~nothing"},
    {"~barrier.arrive", "~nothing"},
    {"~shuffle", nullptr, shuffle_without_predicate, "leaves its predicate as it was"},
    {"~shuffle", nullptr, shuffle_without_segments, "knows no segments"},
    {"~match.any.b32", "~match.all.b32"},
    {"~match.all.b64", "~match.any.b64"},
    {"~ld.global.s16.32", "~ld.global.u16.32"},
    {"~ld.local.s8.32", "~ld.local.u8.32"},
    {"~st.shared.8.16", "~st.shared.16.16"},
    {"~atom.global.min.s32", "~atom.global.min.u32"},
    {"~atom.shared.inc.u32", "~atom.shared.add.u32"},
    {"~atom.generic.cas.b64", "~atom.generic.exch.b64"},
    {"~local_address", nullptr, local_without_frame, "a function's variables lie on its caller's"},
};

const Bug* bug_now = nullptr;

// Programs that are likely to use the row: those of its part of the list, or for the others the first ones.
std::vector<u32> programs_for(const std::string& row) {
    u32 part = 0;
    for (std::size_t k = 0; k < listed().size(); ++k)
        if (listed()[k].name == row) part = static_cast<u32>(k / kOpcodesAProgram);
    std::vector<u32> numbers;
    for (u32 round = 0; round < kRounds; ++round) numbers.push_back(part * kRounds + round);
    for (u32 number = 0; row[0] == '~' && number < 200; ++number) numbers.push_back(number);
    return numbers;
}

}  // namespace

// exec::handler_of by its symbol's name, real and wrapped.
extern "C" {
Handler __real__ZN4simt4exec10handler_ofENS_3isa2IdE(isa::Id id);
Handler __wrap__ZN4simt4exec10handler_ofENS_3isa2IdE(isa::Id id);
}

Handler __wrap__ZN4simt4exec10handler_ofENS_3isa2IdE(isa::Id id) {
    if (bug_now == nullptr || id != isa::id_of(bug_now->row))
        return __real__ZN4simt4exec10handler_ofENS_3isa2IdE(id);
    return bug_now->like != nullptr ? right_handler(bug_now->like) : bug_now->handler;
}

namespace {
Handler right_handler(std::string_view name) {
    const isa::Id id = isa::id_of(name);
    return id ? __real__ZN4simt4exec10handler_ofENS_3isa2IdE(id) : nullptr;
}
}  // namespace

TEST_CASE("each of these bugs makes a random program store something else") {
    for (const Bug& bug : kBugs) {
        const std::string name = bug.row;
        CAPTURE(name);
        const bool known =
            right_handler(bug.row) != nullptr && (bug.like == nullptr || right_handler(bug.like) != nullptr);
        CHECK_MESSAGE(known, name, " and ", std::string(bug.like == nullptr ? "" : bug.like),
                      " are in the table");
        if (!known) continue;
        bool found = false;
        for (const u32 number : programs_for(bug.row)) {
            const Program program = make_program(listed(), number);
            if (name[0] != '~' && program.text.find(name + " ") == std::string::npos) continue;
            bug_now = nullptr;
            const std::string right = emulate(program).digests;
            bug_now = &bug;
            const Emulated wrong = emulate(program);
            bug_now = nullptr;
            found = wrong.digests != right || !wrong.complaint.empty();
            if (!found) continue;
            std::printf(
                "  found by program %3u: %s %s\n", number, bug.row,
                bug.what != nullptr ? bug.what : (std::string("does what ") + bug.like + " does").c_str());
            break;
        }
        CHECK_MESSAGE(found, name, ": no program stores anything else");
    }
}
