// See template.hpp. The assembler puts the files into the program; make names them relative to the repository's root
// (common/make/emulator.mk).
#include "emulator/view/template.hpp"

// clang-format off
#define SIMT_EMBED(name, path)            \
    asm(".section .rodata\n"              \
        #name "_begin: .incbin " path "\n" \
        #name "_end: .byte 0\n"           \
        ".previous\n");                   \
    extern "C" const char name##_begin[], name##_end[];
// clang-format on

SIMT_EMBED(simt_view_html, "\"emulator/view/viewer.html\"")
SIMT_EMBED(simt_view_css, "\"emulator/view/viewer.css\"")
SIMT_EMBED(simt_view_js, "\"build/view/viewer.js\"")

namespace simt::view {

std::string_view page_template() { return {simt_view_html_begin, simt_view_html_end}; }
std::string_view style() { return {simt_view_css_begin, simt_view_css_end}; }
std::string_view script() { return {simt_view_js_begin, simt_view_js_end}; }

}  // namespace simt::view
