// The instruction table and its handlers: each opcode has one, and none is bound to anything else.
#include <doctest/doctest.h>

#include <set>
#include <string>

#include "emulator/exec/binding.hpp"
#include "emulator/exec/table.hpp"
#include "emulator/isa/families.hpp"

using namespace simt;
using namespace simt::isa;

namespace {

using exec::Binding;

const exec::Op* nothing(exec::Warp&, const exec::Op* op) { return op; }

// What bind_all makes of bindings that do not fit their forms; in the emulator itself such a list does not compile.
constexpr Form kPairForms[] = {{"{add,sub}.u32", "t=tt"}, {"ld", "v=a", {Kind::Load}}};
constexpr Element kWord = Element::B32;
constexpr Binding kWhole[] = {{"sub.u32", nothing, 3, {kWord, kWord, kWord}},
                              {"add.u32", nothing, 3, {kWord, kWord, kWord}}};
constexpr Binding kMissing[] = {{"sub.u32", nothing, 3, {kWord, kWord, kWord}}};
constexpr Binding kTwice[] = {kWhole[0], kWhole[1], kWhole[0]};
constexpr Binding kUnknown[] = {kWhole[0], kWhole[1], {"mul.u32", nothing, 3, {kWord, kWord, kWord}}};
constexpr Binding kOpen[] = {kWhole[0], kWhole[1], {"ld", nothing}};
constexpr Binding kOtherType[] = {kWhole[0], {"add.u32", nothing, 3, {kWord, kWord, Element::B64}}};
constexpr Binding kFewer[] = {kWhole[0], {"add.u32", nothing, 2, {kWord, kWord}}};
constexpr Binding kMore[] = {kWhole[0], {"add.u32", nothing, 4, {kWord, kWord, kWord, kWord}}};
constexpr Binding kCarries[] = {kWhole[0], {"add.u32", nothing, 3, {kWord, kWord, kWord}, true}};

}  // namespace

TEST_CASE("every opcode with a handler has one in every instruction set, and every handler an opcode") {
    for (const exec::HandlerSet& set : exec::handler_sets()) {
        CAPTURE(std::string(set.name));
        std::set<std::pair<u8, u16>> ids;
        for (const Opcode* opcode : all_opcodes()) {
            if (!opcode->own_handler) continue;
            CAPTURE(opcode->name);
            REQUIRE(opcode->id.family < kFamilies);
            CHECK(bool(set.families[opcode->id.family][opcode->id.index]));
            CHECK(ids.insert({opcode->id.family, opcode->id.index}).second);
        }
        std::size_t handlers = 0;
        for (const std::span<const Form> forms : kForms)
            for (const Form& form : forms) handlers += has_handlers(form) ? count(form.opcodes) : 0;
        CHECK(ids.size() == handlers);
    }
}

TEST_CASE("bindings that do not fit the table are refused") {
    CHECK_NOTHROW(exec::bind_all<kPairForms, kWhole>());
    CHECK_THROWS(exec::bind_all<kPairForms, kMissing>());
    CHECK_THROWS(exec::bind_all<kPairForms, kTwice>());
    CHECK_THROWS(exec::bind_all<kPairForms, kUnknown>());
    CHECK_THROWS(exec::bind_all<kPairForms, kOpen>());
    CHECK_THROWS(exec::bind_all<kPairForms, kOtherType>());
    CHECK_THROWS(exec::bind_all<kPairForms, kFewer>());
    CHECK_THROWS(exec::bind_all<kPairForms, kMore>());
    CHECK_THROWS(exec::bind_all<kPairForms, kCarries>());
}

TEST_CASE("every opcode stands in the table once, and an operation that a row names exists") {
    std::set<std::string> names;
    for (const Opcode* opcode : all_opcodes()) {
        CAPTURE(opcode->name);
        CHECK(names.insert(opcode->name).second);
        CHECK((opcode->kind == Kind::Internal) == (opcode->name[0] == '~'));
        CHECK(&find(opcode->name) == opcode);
        if (opcode->own_handler) CHECK(id_of(opcode->name) == opcode->id);
    }
    for (const std::span<const Form> forms : kForms)
        for (const Form& form : forms)
            if (form.operation != nullptr) CHECK_MESSAGE(id_of(form.operation), std::string(form.operation));
}

TEST_CASE("operands have the types that the opcode names") {
    const Opcode& wide = find("mad.wide.s16");
    CHECK(wide.operands == 4);
    CHECK(wide.element[0] == Element::B32);
    CHECK(wide.element[1] == Element::B16);
    CHECK(wide.element[3] == Element::B32);
    CHECK(wide.signed_result);
    const Opcode& convert = find("cvt.rzi.u64.f32");
    CHECK(convert.element[0] == Element::B64);
    CHECK(convert.element[1] == Element::F32);
    CHECK(!convert.signed_result);
    CHECK(find("setp.lt.f64").element[0] == Element::Pred);
    CHECK(find("fma.rn.bf16x2").element[3] == Element::B32);
}

TEST_CASE("a whole opcode is found by nothing less, in any order of its modifiers") {
    CHECK(find("add.rn.ftz.f32").name == "add.rn.ftz.f32");
    CHECK(find("add.ftz.rn.f32").name == "add.rn.ftz.f32");
    CHECK(find("min.s32.relu").name == "min.relu.s32");
    for (const char* none :
         {"", "add", "add.f3", "add.f32x", "add.f32.", "cvt.f32.u32", "nothing.sync", "~run.x"})
        CHECK(find(none).kind == Kind::Unsupported);
    CHECK(find("cvt.u32.s16").name == "cvt.u32.s16");
    CHECK(find_whole("ld.u32") == nullptr);
    CHECK(!id_of("ld"));
}

TEST_CASE("of rows that leave modifiers open the one that says most is found") {
    const std::pair<const char*, const char*> kFound[] = {
        {"ld.volatile.global.v4.f32", "ld"},
        {"ldu.global.u32", "ldu"},
        {"st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32", "st.async"},
        {"setp.lt.and.s32", "setp"},
        {"mov.b128", "mov"},
        {"lop3.or.b32", "lop3.or.b32"},
        {"bar.sync", "bar"},
        {"barrier.cta.red.popc.aligned.u32", "barrier.cta.red"},
        {"bar.warp.sync", "bar.warp"},
        {"barrier.cluster.arrive.aligned", "barrier.cluster"},
        {"cp.async.cg.shared.global", "cp.async.cg"},
        {"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes", "cp.async.bulk"},
        {"cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes",
         "cp.async.bulk.tensor"},
        {"cp.async.bulk.prefetch.tensor.2d.L2.global.tile", "cp.async.bulk.prefetch"},
        {"fence.acq_rel.gpu", "fence"},
        {"fence.proxy.alias", "fence.proxy"},
        {"fence.proxy.async.shared::cta", "fence.proxy.async"},
        {"fence.proxy.async.global", "fence.proxy.async.global"},
        {"mbarrier.arrive.expect_tx.shared.b64", "mbarrier.arrive"},
    };
    for (const auto& [opcode, row] : kFound) {
        CAPTURE(std::string(opcode));
        CHECK(find(opcode).name == row);
    }
    CHECK(find("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32").kind == Kind::MatrixProduct);
    CHECK(find("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16").kind == Kind::WarpgroupProduct);
    CHECK(find("wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16").kind == Kind::TensorCore);
    CHECK(find("tex.2d.v4.f32.s32").kind == Kind::TextureFetch);
    CHECK((find("bar.sync").flags & kAligned) != 0);
    CHECK((find("barrier.sync").flags & kAligned) == 0);
    CHECK(find("bar.red.popc.u32").has_result);
    CHECK(!find("bar.sync").has_result);
    CHECK(!find("red.global.add.u32").has_result);
    CHECK(find("atom.global.add.u32").has_result);
}
