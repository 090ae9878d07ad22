// Programs made at random of ifs, loops, switches, breaks and returns: every thread computes what it would compute alone,
// and all threads that are left meet at the end.
#include <doctest/doctest.h>

#include <memory>
#include <random>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

constexpr u32 kVariables = 4;
constexpr u32 kLongest = 6;  // rounds of a loop

struct Statement;
using Statements = std::vector<std::unique_ptr<Statement>>;

// Conditions look at some bits of a variable, so that neighbouring lanes disagree.
struct Condition {
    u32 variable, shift, mask, limit;
    bool holds(const u32* x) const { return (x[variable] >> shift & mask) < limit; }
};

struct Statement {
    enum Kind { Assign, If, Loop, Switch, Break, Continue, Return } kind;
    u32 to = 0, from = 0, number = 0, operation = 0;  // Assign; Loop: rounds are number of variable `from`
    Condition condition{};                            // If, Break, Continue, Return
    std::vector<Statements> arms;
};

class Maker {
  public:
    Maker(u32 seed, bool returns) : random_(seed), returns_(returns) {}
    Statements program() { return statements(0, false); }

  private:
    u32 below(u32 n) { return static_cast<u32>(random_() % n); }
    Condition condition() { return {below(kVariables), below(6), 7, 1 + below(7)}; }

    Statements statements(u32 depth, bool in_loop) {
        Statements result;
        for (u32 count = 1 + below(4); count > 0; --count) {
            auto made = std::make_unique<Statement>();
            made->kind = kind(depth, in_loop);
            made->to = below(kVariables);
            made->from = below(kVariables);
            made->number = below(1000);
            made->operation = below(3);
            made->condition = condition();
            const u32 arms = made->kind == Statement::If       ? 2
                             : made->kind == Statement::Loop   ? 1
                             : made->kind == Statement::Switch ? 4
                                                               : 0;
            for (u32 arm = 0; arm < arms; ++arm)
                made->arms.push_back(statements(depth + 1, in_loop || made->kind == Statement::Loop));
            result.push_back(std::move(made));
        }
        return result;
    }

    Statement::Kind kind(u32 depth, bool in_loop) {
        const u32 dice = below(20);
        if (depth < 4) {
            if (dice < 5) return Statement::If;
            if (dice < 9) return Statement::Loop;
            if (dice < 10) return Statement::Switch;
        }
        if (in_loop && dice == 10) return Statement::Break;
        if (in_loop && dice == 11) return Statement::Continue;
        if (returns_ && depth > 0 && dice == 12) return Statement::Return;
        return Statement::Assign;
    }

    std::mt19937 random_;
    bool returns_;
};

// As PTX, with jumps in the places where nvcc puts them.
class Writer {
  public:
    std::string text(const Statements& program) {
        std::string result;
        for (u32 k = 0; k < kVariables; ++k)
            result += "mad.lo.u32 %r" + std::to_string(k) + ", %g, " + std::to_string(2 * k + 1) + ", " +
                      std::to_string(k) + ";\n";
        result += body(program, "", "");
        for (u32 k = 1; k < kVariables; ++k) result += "mad.lo.u32 %r0, %r0, 31, " + variable(k) + ";\n";
        return result + "st.global.u32 [%mine], %r0;\nEND:\n";
    }

  private:
    static std::string variable(u32 k) { return "%r" + std::to_string(k); }
    std::string label() { return "L" + std::to_string(labels_++); }
    static std::string compare(const Condition& c) {
        return "shr.u32 %r20, " + variable(c.variable) + ", " + std::to_string(c.shift) +
               ";\nand.b32 %r20, %r20, " + std::to_string(c.mask) + ";\nsetp.lt.u32 %p1, %r20, " +
               std::to_string(c.limit) + ";\n";
    }

    std::string body(const Statements& statements, const std::string& on_break,
                     const std::string& on_continue) {
        std::string result;
        for (const auto& statement : statements) result += one(*statement, on_break, on_continue);
        return result;
    }

    std::string one(const Statement& s, const std::string& on_break, const std::string& on_continue) {
        switch (s.kind) {
            case Statement::Assign: {
                const char* const operations[] = {"add.u32 ", "xor.b32 ", "mul.lo.u32 "};
                return operations[s.operation] + variable(s.to) + ", " + variable(s.from) + ", " +
                       std::to_string(s.number | 1) + ";\n";
            }
            case Statement::If: {
                const std::string other = label(), join = label();
                return compare(s.condition) + "@!%p1 bra " + other + ";\n" +
                       body(s.arms[0], on_break, on_continue) + "bra.uni " + join + ";\n" + other + ":\n" +
                       body(s.arms[1], on_break, on_continue) + join + ":\n";
            }
            case Statement::Loop: {
                const std::string head = label(), next = label(), out = label();
                const std::string counter = "%c" + std::to_string(labels_);
                return ".reg .b32 " + counter + ";\nrem.u32 " + counter + ", " + variable(s.from) + ", " +
                       std::to_string(kLongest) + ";\n" + head + ":\nsetp.eq.u32 %p1, " + counter +
                       ", 0;\n@%p1 bra " + out + ";\n" + body(s.arms[0], out, next) + next + ":\nsub.u32 " +
                       counter + ", " + counter + ", 1;\nbra " + head + ";\n" + out + ":\n";
            }
            case Statement::Switch: {
                const std::string targets = label(), join = label();
                std::string arms, list;
                for (const Statements& arm : s.arms) {
                    const std::string here = label();
                    list += (list.empty() ? "" : ", ") + here;
                    arms += here + ":\n" + body(arm, on_break, on_continue) + "bra " + join + ";\n";
                }
                return "and.b32 %r20, " + variable(s.from) + ", 3;\n" + targets + ": .branchtargets " + list +
                       ";\nbrx.idx %r20, " + targets + ";\n" + arms + join + ":\n";
            }
            case Statement::Break:
                return compare(s.condition) + "@%p1 bra " + on_break + ";\n";
            case Statement::Continue:
                return compare(s.condition) + "@%p1 bra " + on_continue + ";\n";
            case Statement::Return:
                return compare(s.condition) + "@%p1 bra END;\n";
        }
        return "";
    }

    u32 labels_ = 0;
};

enum class Went { On, Break, Continue, Return };

// One thread alone.
Went execute(const Statements& statements, u32* x) {
    for (const auto& s : statements) {
        Went went = Went::On;
        switch (s->kind) {
            case Statement::Assign: {
                const u32 number = s->number | 1, value = x[s->from];
                x[s->to] = s->operation == 0   ? value + number
                           : s->operation == 1 ? value ^ number
                                               : value * number;
                break;
            }
            case Statement::If:
                went = execute(s->arms[s->condition.holds(x) ? 0 : 1], x);
                break;
            case Statement::Loop:
                for (u32 left = x[s->from] % kLongest;
                     left != 0 && went != Went::Break && went != Went::Return; --left)
                    went = execute(s->arms[0], x);
                if (went != Went::Return) went = Went::On;
                break;
            case Statement::Switch:
                went = execute(s->arms[x[s->from] & 3], x);
                break;
            case Statement::Break:
                went = s->condition.holds(x) ? Went::Break : Went::On;
                break;
            case Statement::Continue:
                went = s->condition.holds(x) ? Went::Continue : Went::On;
                break;
            case Statement::Return:
                went = s->condition.holds(x) ? Went::Return : Went::On;
                break;
        }
        if (went != Went::On) return went;
    }
    return Went::On;
}

u32 alone(const Statements& program, u32 thread) {
    u32 x[kVariables];
    for (u32 k = 0; k < kVariables; ++k) x[k] = thread * (2 * k + 1) + k;
    if (execute(program, x) == Went::Return) return kPoison;
    u32 result = x[0];
    for (u32 k = 1; k < kVariables; ++k) result = result * 31 + x[k];
    return result;
}

// Runs a program of this seed for three warps, the last a partial one. Returns how often lanes parted.
u64 compare(u32 seed, bool returns) {
    constexpr u32 kThreads = 80;
    const Statements program = Maker(seed, returns).program();
    const std::string text = Writer().text(program);
    const Ran ran = run(text, {.block = {kThreads}});
    const std::vector<u32> expected = words(kThreads, [&](u32 t) { return alone(program, t); });
    u64 warps_left = 0;
    for (u32 first = 0; first < kThreads; first += 32)
        warps_left += std::any_of(&expected[first], &expected[std::min(first + 31, kThreads - 1)] + 1,
                                  [](u32 word) { return word != kPoison; });
    CAPTURE(seed);
    CAPTURE(text);
    CHECK(ran.launch.status == exec::Status::Ok);
    CHECK(ran.out == expected);
    CHECK(ran.launch.counters.global_store_requests == warps_left);
    return ran.launch.counters.divergent_branches;
}

}  // namespace

TEST_CASE("random control flow: each thread gets its own result, and all store together at the end") {
    u64 parted = 0;
    for (u32 seed = 1; seed <= 150; ++seed) parted += compare(seed, false);
    CHECK(parted > 10000);
}

TEST_CASE("random control flow with early returns: the threads that are left store together at the end") {
    u64 parted = 0;
    for (u32 seed = 1001; seed <= 1150; ++seed) parted += compare(seed, true);
    CHECK(parted > 10000);
}
