// Every form that tensor_probed.cu asks for.
#pragma once

#include "emulator/test/hardware/programs/tensor_forms.cuh"

namespace tensor {

inline const std::vector<std::string> kEightBits = {"e4m3", "e5m2"};

inline void add_mma(std::vector<Form>& forms) {
    const std::string rows = ".row.col";
    for (const Shape shape : {Shape{16, 8, 8}, Shape{16, 8, 16}}) {
        forms.push_back(mma("", shape, rows, {"f16", "f16", "f16", "f16"}));
        forms.push_back(mma("", shape, rows, {"f32", "f16", "f16", "f32"}));
        forms.push_back(mma("", shape, rows, {"f32", "bf16", "bf16", "f32"}));
    }
    for (const Types& types : {Types{"f16", "f16", "f16", "f16"}, Types{"f32", "f16", "f16", "f32"},
                               Types{"f32", "f16", "f16", "f16"}})
        for (const char* words : {".row.col", ".row.row", ".col.row", ".col.col"})
            forms.push_back(mma("", {8, 8, 4}, words, types, "", 4));
    for (const Shape shape : {Shape{16, 8, 4}, Shape{16, 8, 8}})
        forms.push_back(mma("", shape, rows, {"f32", "tf32", "tf32", "f32"}));
    for (const Shape shape : {Shape{16, 8, 16}, Shape{16, 8, 32}})
        for (const std::string& a : kEightBits)
            for (const std::string& b : kEightBits)
                for (const char* d : {"f16", "f32"}) forms.push_back(mma("", shape, rows, {d, a, b, d}));
    for (const Shape shape : {Shape{8, 8, 4}, Shape{16, 8, 4}, Shape{16, 8, 8}, Shape{16, 8, 16}})
        forms.push_back(mma("", shape, rows, {"f64", "f64", "f64", "f64"}));
    for (const char* rounding : {".rn", ".rz", ".rm", ".rp"})
        forms.push_back(mma("", {8, 8, 4}, rows + rounding, {"f64", "f64", "f64", "f64"}));
    for (const char* words : {".row.col", ".row.col.satfinite"}) {
        for (const Shape shape : {Shape{8, 8, 16}, Shape{16, 8, 16}, Shape{16, 8, 32}})
            for (const char* a : {"s8", "u8"})
                for (const char* b : {"s8", "u8"})
                    forms.push_back(mma("", shape, words, {"s32", a, b, "s32"}));
        for (const Shape shape : {Shape{8, 8, 32}, Shape{16, 8, 32}, Shape{16, 8, 64}})
            for (const char* a : {"s4", "u4"})
                for (const char* b : {"s4", "u4"})
                    forms.push_back(mma("", shape, words, {"s32", a, b, "s32"}));
    }
    for (const Shape shape : {Shape{8, 8, 128}, Shape{16, 8, 128}, Shape{16, 8, 256}})
        for (const char* last : {".xor.popc", ".and.popc"})
            forms.push_back(mma("", shape, rows, {"s32", "b1", "b1", "s32"}, last));
}

inline void add_sparse(std::vector<Form>& forms) {
    const std::string rows = ".row.col";
    for (const char* variant : {".sp", ".sp::ordered_metadata"}) {
        for (const unsigned selector : {0u, 1u, 2u, 3u}) {
            if (selector < 2) {
                for (const Types& types :
                     {Types{"f16", "f16", "f16", "f16"}, Types{"f32", "f16", "f16", "f32"},
                      Types{"f32", "bf16", "bf16", "f32"}})
                    forms.push_back(mma(variant, {16, 8, 32}, rows, types, "", 1, selector));
                forms.push_back(
                    mma(variant, {16, 8, 16}, rows, {"f32", "tf32", "tf32", "f32"}, "", 1, selector));
                forms.push_back(mma(variant, {16, 8, 32}, rows, {"s32", "s8", "u8", "s32"}, "", 1, selector));
                forms.push_back(mma(variant, {16, 8, 64}, rows, {"s32", "s4", "u4", "s32"}, "", 1, selector));
            }
            for (const Types& types : {Types{"f16", "f16", "f16", "f16"}, Types{"f32", "f16", "f16", "f32"},
                                       Types{"f32", "bf16", "bf16", "f32"}})
                forms.push_back(mma(variant, {16, 8, 16}, rows, types, "", 1, selector));
            forms.push_back(mma(variant, {16, 8, 8}, rows, {"f32", "tf32", "tf32", "f32"}, "", 1, selector));
        }
        for (const std::string& a : kEightBits)
            for (const std::string& b : kEightBits)
                forms.push_back(mma(variant, {16, 8, 64}, rows, {"f32", a, b, "f32"}));
        for (const char* a : {"s8", "u8"})
            for (const char* b : {"s8", "u8"})
                forms.push_back(mma(variant, {16, 8, 64}, rows + ".satfinite", {"s32", a, b, "s32"}));
        for (const char* a : {"s4", "u4"})
            for (const char* b : {"s4", "u4"})
                forms.push_back(mma(variant, {16, 8, 128}, rows + ".satfinite", {"s32", a, b, "s32"}));
    }
}

inline void add_wmma(std::vector<Form>& forms) {
    const std::vector<Shape> wide = {{16, 16, 16}, {32, 8, 16}, {8, 32, 16}};
    const std::vector<std::string> layouts = {"row", "col"};
    for (const Shape& shape : wide)
        for (const std::string& a : layouts)
            for (const std::string& b : layouts) {
                for (const char* d : {"f16", "f32"})
                    for (const char* c : {"f16", "f32"})
                        forms.push_back(wmma(shape, a, b, {d, "f16", "f16", c}));
                forms.push_back(wmma(shape, a, b, {"f32", "bf16", "bf16", "f32"}));
                for (const char* type : {"s8", "u8"})
                    forms.push_back(wmma(shape, a, b, {"s32", type, type, "s32"}, "", ".satfinite"));
            }
    for (const std::string& a : layouts)
        for (const std::string& b : layouts) {
            forms.push_back(wmma({16, 16, 8}, a, b, {"f32", "tf32", "tf32", "f32"}));
            forms.push_back(wmma({8, 8, 4}, a, b, {"f64", "f64", "f64", "f64"}));
        }
    for (const char* type : {"s4", "u4"})
        forms.push_back(wmma({8, 8, 32}, "row", "col", {"s32", type, type, "s32"}));
    for (const char* words : {".xor.popc", ".and.popc"})
        forms.push_back(wmma({8, 8, 128}, "row", "col", {"s32", "b1", "b1", "s32"}, words));
    for (const char* which : {"a", "b", "c"})
        for (const std::string& layout : layouts) {
            for (const Shape& shape : wide) {
                if (*which == 'c')
                    for (const char* type : {"f16", "f32", "s32"})
                        forms.push_back(fragment('c', type, shape, layout));
                else
                    for (const char* type : {"f16", "bf16", "s8"})
                        forms.push_back(fragment(*which, type, shape, layout));
            }
            forms.push_back(fragment(*which, *which == 'c' ? "f32" : "tf32", {16, 16, 8}, layout));
            forms.push_back(fragment(*which, "f64", {8, 8, 4}, layout));
            if (*which == 'c') forms.push_back(fragment('c', "s32", {8, 8, 32}, layout));
            if (*which == 'c') forms.push_back(fragment('c', "s32", {8, 8, 128}, layout));
        }
    forms.push_back(fragment('a', "s4", {8, 8, 32}, "row"));
    forms.push_back(fragment('b', "s4", {8, 8, 32}, "col"));
    forms.push_back(fragment('a', "b1", {8, 8, 128}, "row"));
    forms.push_back(fragment('b', "b1", {8, 8, 128}, "col"));
}

inline void add_wgmma(std::vector<Form>& forms) {
    const WarpgroupCase plain;
    WarpgroupCase registers;
    registers.a_in_registers = true;
    for (const unsigned n : {8u, 64u})
        for (const WarpgroupCase& how : {plain, registers}) {
            for (const char* d : {"f16", "f32"}) forms.push_back(wgmma(n, d, "f16", "f16", how));
            forms.push_back(wgmma(n, "f32", "bf16", "bf16", how));
            forms.push_back(wgmma(n, "f32", "tf32", "tf32", how));
            for (const std::string& a : kEightBits)
                for (const std::string& b : kEightBits)
                    for (const char* d : {"f16", "f32"}) forms.push_back(wgmma(n, d, a, b, how));
            for (const char* last : {"", ".satfinite"})
                for (const char* a : {"s8", "u8"})
                    for (const char* b : {"s8", "u8"}) forms.push_back(wgmma(n, "s32", a, b, how, last));
            forms.push_back(wgmma(n, "s32", "b1", "b1", how, ".and.popc"));
        }
    const std::size_t first = forms.size();
    for (const int scale_d : {0, 1})
        for (const int scale_a : {1, -1})
            for (const int scale_b : {1, -1}) {
                WarpgroupCase how;
                how.scale_d = scale_d, how.scale_a = scale_a, how.scale_b = scale_b;
                if (scale_d == 0 || scale_a != 1 || scale_b != 1)
                    forms.push_back(wgmma(16, "f32", "f16", "f16", how));
            }
    // Where the factors lie.
    for (const unsigned a : {1u, 2u, 4u, 8u})
        for (const unsigned b : {1u, 2u, 4u, 8u}) {
            for (unsigned transposed = 0; transposed < 4; ++transposed) {
                WarpgroupCase how;
                how.a = {a, (transposed & 1) != 0, 0};
                how.b = {b, (transposed & 2) != 0, 0};
                forms.push_back(wgmma(72, "f32", "f16", "f16", how));
            }
            WarpgroupCase how;
            how.a = {a, false, a == 1 ? 48u : a > 2 ? 32u : 0u};
            how.b = {b, false, b == 1 ? 80u : b > 2 ? 32u : 0u};
            forms.push_back(wgmma(40, "f32", "tf32", "tf32", how));
            forms.push_back(wgmma(24, "s32", "u8", "s8", how));
        }
    for (std::size_t k = first; k < forms.size(); ++k) forms[k].every_kind = false;
}

inline std::vector<Form> every_form() {
    std::vector<Form> forms;
    add_mma(forms);
    add_sparse(forms);
    add_wmma(forms);
    add_wgmma(forms);
    return forms;
}

}  // namespace tensor
