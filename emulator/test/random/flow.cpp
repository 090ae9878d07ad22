// Where lanes part and meet: ifs, loops, switches, jumps out of them, exits and calls.
//
// Where the lanes that are together are known, each branch first asks all of them who goes where (vote, match), as a
// careful programmer does; the answer is the mask of the arm. Elsewhere lanes jump as they like, and do nothing together.
#include "emulator/test/random/writer.hpp"

namespace simt::random_ptx {

// For the block: the same for all its threads. Otherwise neighbouring lanes disagree.
std::string Writer::condition(bool block) {
    const std::string result = fresh("pred");
    if (block) {
        line("and.b32 %tw0, %cta, 1;\nsetp." + std::string(chance(50) ? "eq" : "ne") + ".u32 " + result +
             ", %tw0, " + number(below(2)) + ";");
        return result;
    }
    switch (below(4)) {
        case 0:
            line("and.b32 %tw0, %lane, " + number(1 + below(31)) + ";\nsetp.lt.u32 " + result + ", %tw0, " +
                 number(1 + below(16)) + ";");
            break;
        case 1:
            line("setp.lt.f32 " + result + ", " + variable('f') + ", " + variable('f') + ";");
            break;
        case 2:
            line("not.pred " + result + ", " + variable('p') + ";");
            break;
        default:
            line("shr.u32 %tw0, %sum, " + number(below(29)) + ";\nand.b32 %tw0, %tw0, 7;\nsetp.lt.u32 " +
                 result + ", %tw0, " + number(1 + below(7)) + ";");
            break;
    }
    return result;
}

void Writer::if_else(const Context& context) {
    const bool whole = context.block && chance(30);
    const std::string taken = condition(whole), other = label(), join = label();
    Context first = context, second = context;
    first.depth = second.depth = context.depth + 1;
    first.block = second.block = whole;
    if (!context.mask.empty() && !whole) {
        first.mask = fresh("b32");
        second.mask = fresh("b32");
        line("vote.sync.ballot.b32 " + first.mask + ", " + taken + ", " + context.mask + ";");
        line("not.b32 " + second.mask + ", " + first.mask + ";\nand.b32 " + second.mask + ", " + second.mask +
             ", " + context.mask + ";");
    }
    line("@!" + taken + " bra " + other + ";");
    statements(first, 1 + below(3));
    line("bra" + std::string(chance(50) ? ".uni " : " ") + join + ";");
    line(other + ":");
    if (chance(70)) statements(second, 1 + below(3));
    line(join + ":");
}

void Writer::loop(const Context& context) {
    const bool whole = context.block && chance(40);
    const std::string head = label(), next = label(), out = label(), left = fresh("b32"),
                      more = fresh("pred");
    if (whole)
        line("and.b32 " + left + ", %cta, 1;\nadd.u32 " + left + ", " + left + ", " + number(1 + below(2)) +
             ";");
    else
        line("shr.u32 " + left + ", %sum, " + number(below(30)) + ";\nand.b32 " + left + ", " + left +
             ", 3;");
    Context body = context;
    body.depth = context.depth + 1;
    body.block = whole;
    body.on_break = body.on_continue = "";
    if (!context.mask.empty() && !whole) {
        body.mask = fresh("b32");
        line("mov.b32 " + body.mask + ", " + context.mask + ";");
    }
    line(head + ":\nsetp.ne.u32 " + more + ", " + left + ", 0;");
    if (!body.mask.empty() && !whole)
        line("vote.sync.ballot.b32 " + body.mask + ", " + more + ", " + body.mask + ";");
    if (body.mask.empty() && !whole) {
        body.on_break = out;
        body.on_continue = next;
    }
    line("@!" + more + " bra " + out + ";");
    statements(body, 1 + below(4));
    line(next + ":\nsub.u32 " + left + ", " + left + ", 1;\nbra " + head + ";\n" + out + ":");
}

void Writer::switch_on(const Context& context) {
    const u32 arms = 2 + below(3);
    const std::string index = fresh("b32"), table = label(), join = label();
    line("shr.u32 " + index + ", %sum, " + number(below(28)) + ";\nrem.u32 " + index + ", " + index + ", " +
         number(arms) + ";");
    Context body = context;
    body.depth = context.depth + 1;
    body.block = false;
    if (!context.mask.empty()) {
        body.mask = fresh("b32");
        line("match.any.sync.b32 " + body.mask + ", " + index + ", " + context.mask + ";");
    }
    std::vector<std::string> labels;
    std::string list;
    for (u32 k = 0; k < arms; ++k) {
        labels.push_back(label());
        list += (k == 0 ? "" : ", ") + labels.back();
    }
    line(table + ": .branchtargets " + list + ";\nbrx.idx " + index + ", " + table + ";");
    for (const std::string& arm : labels) {
        line(arm + ":");
        statements(body, 1 + below(2));
        line("bra " + join + ";");
    }
    line(join + ":");
}

// Out of a loop, to its next round, or out of the kernel, where that is allowed.
void Writer::leave(const Context& context) {
    const bool exits = context.exits && !context.function && context.depth > 0;
    if (context.on_break.empty() && !exits) return data(context);
    const std::string leaves = condition(false);
    if (exits && (context.on_break.empty() || chance(30))) {
        const std::string stays = label();
        line("and.b32 %tw0, %sum, 3;\nsetp.eq.and.u32 " + leaves + ", %tw0, 0, " + leaves + ";");
        line("@!" + leaves + " bra " + stays + ";");
        epilogue();
        line(std::string(chance(50) ? "exit" : "ret") + ";\n" + stays + ":");
        return;
    }
    line("@" + leaves + " bra " + (chance(50) ? context.on_break : context.on_continue) + ";");
}

// At the top of a kernel: some lanes leave for good, and the others know which.
void Writer::early_exit(Context& context) {
    const std::string leaves = condition(false), stays = label();
    line("shr.u32 %tw0, %sum, " + number(below(28)) + ";\nand.b32 %tw0, %tw0, 3;\nsetp.eq.and.u32 " + leaves +
         ", %tw0, 0, " + leaves + ";");
    if (!context.mask.empty()) {
        const std::string mask = fresh("b32");
        line("vote.sync.ballot.b32 " + mask + ", !" + leaves + ", " + context.mask + ";");
        context.mask = mask;
    }
    exits_ = true;  // barriers of a number of threads no longer come out
    line("@!" + leaves + " bra " + stays + ";");
    epilogue();
    line("exit;\n" + stays + ":");
}

void Writer::call(const Context& context) {
    const bool together = !context.mask.empty() && !function_names_[1].empty() && chance(50);
    const std::vector<std::string>& names = function_names_[together];
    // Functions call those that were written before them: none calls itself.
    if (names.empty()) return data(context);
    const std::string name = names[below(static_cast<u32>(names.size()))];
    line(
        "{\n.param .b32 a0;\n.param .b64 a1;\n.param .b64 a2;\n.param .b32 a3;\n.param .b32 a4;\n.param .b32 "
        "back;");
    line("st.param.b32 [a0], " + variable('w') + ";\nst.param.b64 [a1], " + variable('d') + ";");
    line("st.param.b64 [a2], %mine;\nst.param.b32 [a3], %zero;\nst.param.b32 [a4], " +
         (together ? context.mask : std::string("%zero")) + ";");
    line(std::string(chance(50) && context.block ? "call.uni" : "call") + " (back), " + name +
         ", (a0, a1, a2, a3, a4);");
    line("ld.param.b32 %tw0, [back];\n}");
    line("mov.b32 " + variable('w') + ", %tw0;");
    fold('w', "%tw0");
}

}  // namespace simt::random_ptx
