// What threads do together: values passed through shared memory between barriers, of the block, of half of it, of the lanes
// of a mask; reductions at a barrier; shuffles, votes, matches.
#include "emulator/test/random/writer.hpp"

namespace simt::random_ptx {

// Everyone writes their slot, then reads another's.
void Writer::exchange_in_block(const Context&) {
    line("bar.sync 0;");
    line("st.shared.v4.b32 [%own], {" + variable('w') + ", %sum, " + variable('w') + ", %me};");
    line(std::string(chance(50) ? "bar.sync 0" : "barrier.sync.aligned 1") + ";");
    line("add.u32 %tw0, %" + std::string(chance(50) ? "me" : "sum") + ", " + number(below(97)) +
         ";\nrem.u32 %tw0, %tw0, %size;");
    line("mov.u32 %other, slots;\nmad.lo.u32 %other, %tw0, 16, %other;");
    const u32 wide = below(3);
    if (wide == 0) line("ld.shared.v4.b32 {%tw0, %tw1, %tw2, %tw3}, [%other];");
    if (wide == 1)
        line(
            "ld.shared.v2.b64 {%td0, %td1}, [%other];\nmov.b64 {%tw0, %tw1}, %td0;\nmov.b64 {%tw2, %tw3}, "
            "%td1;");
    if (wide == 2)
        line(
            "ld.shared.s16 %tw0, [%other+2];\nld.shared.u8 %tw1, [%other+7];\nld.shared.s8 %tw2, "
            "[%other+5];\nld.shared.f32 %tf0, [%other+8];\nmov.b32 %tw3, %tf0;");
    for (u32 k = 0; k < 4; ++k) fold('w', "%tw" + number(k));
    line("bar.sync 0;");
}

// Lanes of the mask write their slots and read each other's; whoever is asked for a lane outside of it reads its own.
void Writer::exchange_in_warp(const Context& context) {
    line("bar.warp.sync " + context.mask + ";");
    line("st.shared.b32 [%own+4], %sum;\nbar.warp.sync " + context.mask + ";");
    line("add.u32 %tw0, %lane, " + number(below(32)) + ";\nand.b32 %tw0, %tw0, 31;\nshr.u32 %tw1, " +
         context.mask + ", %tw0;\nand.b32 %tw1, %tw1, 1;");
    line(
        "setp.ne.u32 %tp0, %tw1, 0;\nsub.u32 %tw1, %tw0, %lane;\nshl.b32 %tw1, %tw1, 4;\nselp.b32 %tw1, "
        "%tw1, 0, %tp0;\nadd.u32 %other, %own, %tw1;");
    line("ld.shared.b32 %tw2, [%other+4];\nbar.warp.sync " + context.mask + ";");
    fold('w', "%tw2");
}

// The warps of each half of the block meet at a barrier of their own; or one half arrives and the other waits.
void Writer::exchange_by_halves(const Context&) {
    const std::string half = number(threads_ / 2), all = number(threads_), upper = fresh("pred"),
                      other = label(), join = label();
    line("bar.sync 0;\nst.shared.v2.b32 [%own], {%sum, %me};\nsetp.ge.u32 " + upper + ", %me, " + half + ";");
    if (chance(50)) {
        line("@" + upper + " bra " + other + ";\nbar.arrive 5, " + all + ";\nbra " + join + ";\n" + other +
             ":\nbar.sync 5, " + all + ";");
        line("sub.u32 %other, %own, " + number(8 * threads_) + ";\nld.shared.v2.b32 {%tw0, %tw1}, [%other];");
        fold('w', "%tw0");
        fold('w', "%tw1");
        line(join + ":\nbar.sync 0;");
        return;
    }
    line("mov.u32 %other, slots;\n@" + upper + " bra " + other + ";\nbar.sync 3, " + half +
         ";\nadd.u32 %tw0, %me, 29;\nrem.u32 %tw0, %tw0, " + half + ";\nbra " + join + ";");
    line(other + ":\nbar.sync 4, " + half + ";\nadd.u32 %tw0, %me, 31;\nrem.u32 %tw0, %tw0, " + half +
         ";\nadd.u32 %tw0, %tw0, " + half + ";\n" + join + ":");
    line("mad.lo.u32 %other, %tw0, 16, %other;\nld.shared.b32 %tw1, [%other];\nbar.sync 0;");
    fold('w', "%tw1");
}

void Writer::reduce_in_block(const Context&) {
    const std::string holds = (chance(50) ? "!" : "") + variable('p');
    switch (below(3)) {
        case 0:
            line("bar.red.popc.u32 %tw0, 0, " + holds + ";");
            return fold('w', "%tw0");
        case 1:
            line("bar.red.and.pred %tp0, 2, " + holds + ";");
            break;
        default:
            line("bar.red.or.pred %tp0, 0, " + holds + ";");
            break;
    }
    fold('p', "%tp0");
}

void Writer::collective(const Context& context) {
    const std::string mask = context.mask, value = variable('w');
    const u32 dice = below(10);
    if (dice < 4) {
        static constexpr const char* kModes[] = {"up", "down", "bfly", "idx"};
        const u32 mode = below(4), width = 1u << below(6);
        const std::string segment = number((32 - width) << 8 | (mode == 0 ? 0 : 31));
        line("and.b32 %tw1, " + std::string(chance(50) ? variable('w') : "%zero") + ", 31;");
        if (mode != 3) {
            // The lane at the other end, as the instruction finds it.
            line("mov.b32 %tw1, " + number(below(32)) + ";");
            line(std::string(mode == 0   ? "sub.u32"
                             : mode == 1 ? "add.u32"
                                         : "xor.b32") +
                 " %tw2, %lane, %tw1;");
        } else {
            line("and.b32 %tw2, %lane, " + number(32 - width) + ";\nand.b32 %tw3, %tw1, " +
                 number(width - 1) + ";\nor.b32 %tw2, %tw2, %tw3;");
        }
        line("shfl.sync." + std::string(kModes[mode]) + ".b32 %tw0|%tp0, " + value + ", %tw1, " + segment +
             ", " + mask + ";");
        // What a lane outside of the mask would have brought is undefined.
        line("and.b32 %tw2, %tw2, 31;\nshr.u32 %tw2, " + mask +
             ", %tw2;\nand.b32 %tw2, %tw2, 1;\nsetp.ne.u32 %tp1, %tw2, 0;");
        line("selp.b32 %tw0, %tw0, 77, %tp1;");
        fold('w', "%tw0");
        return fold('p', "%tp0");
    }
    if (dice < 6) {
        static constexpr const char* kModes[] = {"all.pred %tp0", "any.pred %tp0", "uni.pred %tp0",
                                                 "ballot.b32 %tw0"};
        const u32 mode = below(4);
        line("vote.sync." + std::string(kModes[mode]) + ", " + (chance(50) ? "!" : "") + variable('p') +
             ", " + mask + ";");
        return mode == 3 ? fold('w', "%tw0") : fold('p', "%tp0");
    }
    if (dice < 8) {
        const bool wide = chance(50), all = chance(50);
        // Few different values, so that some lanes agree.
        line("and.b32 %tw1, " + value + ", " + number(below(4)) + ";\ncvt.s64.s32 %td1, %tw1;");
        line(std::string("match.") + (all ? "all" : "any") + ".sync." + (wide ? "b64" : "b32") +
             (all ? " %tw0|%tp0, " : " %tw0, ") + (wide ? "%td1, " : "%tw1, ") + mask + ";");
        if (all) fold('p', "%tp0");
        return fold('w', "%tw0");
    }
    static constexpr const char* kReductions[] = {"add.u32", "add.s32", "min.u32", "min.s32", "max.u32",
                                                  "max.s32", "and.b32", "or.b32",  "xor.b32"};
    line("redux.sync." + std::string(kReductions[below(9)]) + " %tw0, " + value + ", " + mask + ";");
    fold('w', "%tw0");
}

}  // namespace simt::random_ptx
