// Damaged and hostile PTX: a sentence with the line, never a crash, a hang or memory without bound.
#include <doctest/doctest.h>

#include <random>

#include "emulator/test/support/ptx_text.hpp"

using namespace simt;
using namespace simt::ptx;

namespace {

// A bit of everything that the parser knows, in the form nvcc gives it.
const std::string kEverything = module_text(R"(
.file 1 "a.cu"
.extern .func (.param .b32 func_retval0) vprintf(.param .b64 a, .param .b64 b);
.func helper() .noreturn ;
.alias second, real;
.func second();
.const .align 8 .b8 table[48] = {1, 0, 32, 64};
.global .align 8 .u64 pointers[3] = {generic(counter), generic(counter)+12, 0};
.global .align 1 .u8 packed[3] = {1, 0XFF(generic(counter)+3), 0xFF00(generic(counter)+3)};
.global .attribute(.managed) .align 4 .u32 counter = (1<<4)+2;
.global .f32 rows[2][2] = {{1.5, 0f3F800000}, {-2}};
.extern .shared .align 16 .b8 dynamic[];
.func real() { trap; }
.visible .entry k(.param .u64 .ptr .global .align 4 p, .param .align 8 .b8 s[24])
.maxntid 256, 1, 1
.minnctapersm 2
{
    .local .align 16 .b8 __local_depot3[96];
    .reg .pred %p<4>;
    .reg .b32 %r<12>;
    .reg .v2 .f32 v;
    .reg .b64 %rd<5>;
    .loc 1 25 3
    .loc 1 12 5, function_name $L__info_string0, inlined_at 1 25 3
    mov.u32 %r1, %tid.x; /* comment */
    @!%p1 bra $L__BB0_2;
    ld.global.L1::no_allocate.v2.b32 {%r2, _}, [%rd1+-8];
    shfl.sync.bfly.b32 %r3|%p2, %r2, 1, 31, -1;
    setp.lt.and.s32 %p1|%p2, %r1, 0x10, !%p3;
    mov.b64 %rd2, v;
    { // callseq 0, 0
    .param .b32 param0;
    st.param.f32 [param0+0], 0f3F800000;
    .param .b32 retval0;
    prototype_0 : .callprototype (.param .b32 _) _ (.param .b32 _);
    call (retval0), %rd2, (param0), prototype_0;
    call second, ();
    }
$L__BB0_2:
    tex.2d.v4.f32.f32 {%r1, %r2, %r3, %r4}, [%rd1, {v.x, v.y}];
    table0: .branchtargets $L__BB0_2, end;
    brx.idx %r1, table0;
    { bra end; end: .pragma "nounroll"; }
end:
    ret;
}
.section .debug_str
{
$L__info_string0:
.b8 95,90
}
)");

// Parses a text that may be anything: true if it parsed, false if it was refused in a sentence. Anything else (a crash,
// another exception) ends the test.
bool parses(const std::string& text) {
    const std::string message = failure(text);
    if (message.empty()) return true;
    REQUIRE_MESSAGE(message.starts_with("PTX line "), message);
    REQUIRE(message.size() < 400);
    return false;
}

std::string repeated(std::string_view text, int count) {
    std::string result;
    for (int k = 0; k < count; ++k) result += text;
    return result;
}

}  // namespace

TEST_CASE("the text that is damaged below parses") { CHECK(failure(kEverything) == ""); }

TEST_CASE("every beginning of a text parses or is refused in a sentence") {
    int refused = 0;
    for (std::size_t length = 0; length < kEverything.size(); ++length) {
        refused += !parses(kEverything.substr(0, length));
    }
    CHECK(refused > static_cast<int>(kEverything.size() / 2));  // most end within the kernel
}

TEST_CASE("texts with bytes changed, removed or doubled parse or are refused in a sentence") {
    std::mt19937 random(7);
    const std::string marks = "{}()[]<>;:,.@!%|+-\"/*=0x9f \n\0\xff";
    int refused = 0;
    for (int round = 0; round < 30000; ++round) {
        std::string text = kEverything;
        for (int change = static_cast<int>(random() % 3); change >= 0; --change) {
            const std::size_t at = random() % text.size();
            switch (random() % 4) {
                case 0:
                    text[at] = static_cast<char>(random());
                    break;
                case 1:
                    text[at] = marks[random() % marks.size()];
                    break;
                case 2:
                    text.erase(at, 1 + random() % 20);
                    break;
                default:
                    text.insert(at, text.substr(random() % text.size(), 1 + random() % 40));
                    break;
            }
        }
        refused += !parses(text);
    }
    CHECK(refused > 10000);
}

TEST_CASE("an error says what was expected, behind what, and what stands there") {
    CHECK(failure(kernel_text(".reg .b32 %r<3>;\nadd.s32 %r1, %r2 }")) ==
          "PTX line 7: expected ';' after 'add.s32 %r1, %r2', found '}'");
    CHECK(failure(kernel_text("ret")) == "PTX line 7: expected ';' after 'ret', found '}'");
    CHECK(failure(kernel_text("ld.global.u32 _, [;")) ==
          "PTX line 6: expected the base of an address after 'ld.global.u32 _, [', found ';'");
    CHECK(failure(kernel_text(".reg .b32 %r<3>;\nmov.b32 {}, %r1;")) ==
          "PTX line 7: expected a register, a number or a name after 'mov.b32 {', found '}'");
    CHECK(failure(module_text(".entry k()\n{\nret;")) ==
          "PTX line 6: expected an instruction, a declaration or '}', found the end of the text");
}

TEST_CASE("names that nobody declared are refused where they are used") {
    CHECK(failure(kernel_text("\nmov.u32 _, %r5;")) ==
          "PTX line 7: register '%r5' is neither declared here nor a special register");
    CHECK(failure(kernel_text("\nbra nowhere;")) == "PTX line 7: 'nowhere' is not declared");
    CHECK(failure(kernel_text("call missing, ();")) == "PTX line 6: 'missing' is not declared");
    CHECK(failure(kernel_text("@p1 trap;")) == "PTX line 6: the guard 'p1' is not a register declared here");
    CHECK(failure(kernel_text("L: .branchtargets A; ret;")).ends_with("'L' lists 'A', which is no label"));
    CHECK(failure(kernel_text("mov.u32 _, %tid.q;")).starts_with("PTX line 6: register '%tid.q'"));
    CHECK(failure(kernel_text("mov.u32 _, %envreg32;")).starts_with("PTX line 6: register '%envreg32'"));
    CHECK(failure(module_text(".alias a, b;")) == "PTX line 4: 'b' is not declared");
}

TEST_CASE("what is declared twice is refused") {
    CHECK(failure(kernel_text("L: L: ret;")) == "PTX line 6: label 'L' is declared twice");
    CHECK(failure(kernel_text(".reg .b32 a, a;")) == "PTX line 6: register 'a' is declared twice");
    CHECK(failure(kernel_text(".local .b32 p;")) == "PTX line 6: variable 'p' is declared twice");
    CHECK(failure(module_text(".entry k() { }\n.entry k() { }")) ==
          "PTX line 5: function 'k' is defined a second time");
}

TEST_CASE("what is not PTX, or PTX for others, is said so") {
    CHECK(failure("") == "PTX line 1: expected '.version' at the start of PTX, found the end of the text");
    CHECK(failure("\x7f"
                  "ELF") == "PTX line 1: byte 127 is not text; the PTX is damaged");
    CHECK(failure("#include <x>") == "PTX line 1: '#' starts nothing that PTX knows");
    CHECK(failure(".version 12.0\n.target sm_90") ==
          "PTX line 1: PTX version 12.0 is not supported; versions up to 9 are (CUDA 13 writes 9.0)");
    CHECK(failure(".version nine") ==
          "PTX line 1: expected a version such as 9.0 after '.version', found 'nine'");
    CHECK(failure(".version 9.0\n") == "PTX line 2: the module has no .target");
    CHECK(failure(".version 9.0\n.target sm_90\n.address_size 32\n.entry k() { }").find("32: only 64 bits") !=
          std::string::npos);
    CHECK(failure(module_text(".entry k() .magic { }")).find("'.magic' is not known") != std::string::npos);
    CHECK(failure(kernel_text(".magic;")) == "PTX line 6: directive '.magic' is not known inside a function");
    CHECK(failure(module_text("/* no end")) ==
          "PTX line 4: the comment that starts here with '/*' has no end");
    CHECK(failure(module_text(".file 1 \"a.cu\n")) ==
          "PTX line 4: the string that starts here has no closing quote");
    CHECK(failure(module_text(".section .debug_str {\n.b8 1")) == "PTX line 4: this '{' has no closing '}'");
    CHECK(failure(std::string("") + module_text("") + '\0' + '\0') ==
          "");  // the terminator of a fat binary's text
}

TEST_CASE("demands for memory without bound are refused") {
    CHECK(failure(kernel_text(".reg .b32 %r<4000000000>;")) ==
          "PTX line 6: '%r' stands for 4000000000 registers, far more than a text of this length can use");
    CHECK(failure(kernel_text(".reg .b32 %r<-1>;")).find("far more than") != std::string::npos);
    CHECK(failure(kernel_text(".reg .b32 " + std::string(100000, 'a') + "<9999>;")).find("far more than") !=
          std::string::npos);
    CHECK(failure(kernel_text(".reg .b32 a<100000>;\n.reg .b32 b<100000>;")).find("line 7: 'b' stands for") !=
          std::string::npos);
    CHECK(failure(module_text(".global .b8 x[2][900000000] = {{1}, {1}};")) ==
          "PTX line 4: the module has more than 256 MiB of initial values");
    CHECK(failure(module_text(".global .b8 x[99999999999999];")) ==
          "PTX line 4: a variable of more than 2^40 bytes");
    CHECK(failure(module_text(".global .b8 x[-1][2];")) == "PTX line 4: a variable of more than 2^40 bytes");
}

TEST_CASE("nesting without bound is refused") {
    CHECK(failure(kernel_text(repeated("{", 100000))) == "PTX line 6: braces nested more than 256 deep");
    CHECK(failure(kernel_text("mov.u32 _, " + repeated("(", 100000))).ends_with("nested more than 64 deep"));
    CHECK(failure(kernel_text("mov.u32 _, " + repeated("(.s64)", 100000)))
              .ends_with("nested more than 64 deep"));
    CHECK(failure(kernel_text("mov.u32 _, " + repeated("-", 100000) + "1;"))
              .ends_with("64 signs before a number"));
    CHECK(failure(kernel_text("mov.u32 _, (1" + repeated("?1:1", 100000)))
              .ends_with("nested more than 64 deep"));
    CHECK(failure(kernel_text("mov.u32 _, " + repeated("{", 100000))).find("expected") != std::string::npos);
    CHECK(failure(module_text(".global .b8 x[9] = " + repeated("{", 100000))).find("nested braces") !=
          std::string::npos);
    CHECK(failure(module_text(".global .b8 x" + repeated("[2]", 100000))).find("8 dimensions") !=
          std::string::npos);
}

TEST_CASE("many repeated names, scopes and labels cost no more than others") {
    const int count = 30000;
    CHECK(parses(kernel_text(repeated("{ .reg .b32 a; L: bra L; }\n", count))));
    CHECK(parses(
        kernel_text(repeated("{", 200) + repeated("mov.u32 _, WARP_SZ;\n", count) + repeated("}", 200))));
}
