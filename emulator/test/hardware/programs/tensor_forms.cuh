// The products of tensor cores that tensor_probed.cu asks a GPU for: every shape and type, each with its kernel as PTX text.
//
// A kernel's block computes one product of its own. Its inputs lie one behind the other: the sections of a Form. Registers lie as
// they are loaded: the first register of all threads, then the second.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tensor {

// Numbers of a type that fill some bytes of the inputs.
struct Section {
    std::string type;  // as PTX calls it; "metadata": of mma.sp; "index": 0, 1, 2 …, see Form::pieces
    char role;         // 'a', 'b', 'c'
    unsigned bytes;
};

struct Form {
    std::string name;    // the opcode, and what the opcode does not say
    std::string kernel;  // PTX text of a kernel "product(.param .u64 in, .param .u64 out)"
    std::string result;  // the type of the results
    std::vector<Section> sections;
    unsigned threads = 32, out_bytes = 0;
    unsigned shared_bytes = 0;
    unsigned pieces = 0;  // of a fragment: how many times it is loaded to see the whole index of each element
    unsigned element = 0;  // of a fragment: bits of an element
    bool every_kind = true;

    unsigned in_bytes() const {
        unsigned sum = 0;
        for (const Section& section : sections) sum += section.bytes;
        return sum;
    }
};

inline unsigned bits_of(const std::string& type) {
    if (type == "f64") return 64;
    if (type == "f32" || type == "tf32" || type == "s32" || type == "metadata") return 32;
    if (type == "f16" || type == "bf16") return 16;
    if (type == "b1") return 1;
    return type == "s4" || type == "u4" ? 4 : 8;
}

inline bool is_integer(const std::string& type) { return type[0] == 's' || type[0] == 'u' || type == "b1"; }

// Writes a kernel that loads registers from the inputs, multiplies and stores registers.
class Kernel {
  public:
    Kernel(Form& form) : form_(form) {}

    // Loads a section of `count` registers of each thread. Returns their names, "{a0, a1}".
    std::string load(const std::string& type, char role, unsigned count) {
        const unsigned offset = form_.in_bytes(), bytes = bytes_of(type);
        form_.sections.push_back({type, role, count * bytes * form_.threads});
        const std::string name(1, role);
        declare(type, name, count);
        for (unsigned k = 0; k < count; ++k)
            body_ += "ld.global.b" + std::to_string(8 * bytes) + " " + name + std::to_string(k) + ", [" +
                     place(bytes) + "+" + std::to_string(offset + k * bytes * form_.threads) + "];\n";
        return list(name, count);
    }
    void store(const std::string& type, const std::string& name, unsigned count) {
        const unsigned bytes = bytes_of(type);
        for (unsigned k = 0; k < count; ++k)
            body_ += "st.global.b" + std::to_string(8 * bytes) + " [" + (bytes == 8 ? "out8" : "out4") + "+" +
                     std::to_string(k * bytes * form_.threads) + "], " + name + std::to_string(k) + ";\n";
        form_.out_bytes = count * bytes * form_.threads;
    }
    void declare(const std::string& type, const std::string& name, unsigned count) {
        const std::string kind = type == "f64" || type == "f32" || type == "s32" ? type : "b32";
        body_ += ".reg ." + kind + " " + name + "<" + std::to_string(count) + ">;\n";
    }
    void add(const std::string& text) { body_ += text + "\n"; }
    // The offset of the next section, behind those that there are.
    unsigned section(const std::string& type, char role, unsigned bytes) {
        form_.sections.push_back({type, role, bytes});
        return form_.in_bytes() - bytes;
    }
    static std::string list(const std::string& name, unsigned count) {
        std::string text = "{";
        for (unsigned k = 0; k < count; ++k) text += (k != 0 ? ", " : "") + name + std::to_string(k);
        return text + "}";
    }
    // Ends the kernel. in: the block's inputs; in4, in8, out4, out8: the same and the results, by thread.
    void end() {
        const std::string in = std::to_string(form_.in_bytes()), out = std::to_string(form_.out_bytes);
        form_.kernel =
            ".version 8.7\n.target sm_90a\n.address_size 64\n.extern .shared .align 1024 .b8 tiles[];\n"
            ".visible .entry product(.param .u64 from, .param .u64 to)\n{\n"
            ".reg .b32 t, block, w<4>;\n.reg .b64 in, out, in4, in8, out4, out8, v<4>;\n.reg .pred p, more;\n"
            "mov.u32 t, %tid.x;\nmov.u32 block, %ctaid.x;\nld.param.u64 in, [from];\nld.param.u64 out, "
            "[to];\n"
            "mad.wide.u32 in, block, " +
            in + ", in;\nmad.wide.u32 out, block, " + out +
            ", out;\n"
            "mad.wide.u32 in4, t, 4, in;\nmad.wide.u32 in8, t, 8, in;\n"
            "mad.wide.u32 out4, t, 4, out;\nmad.wide.u32 out8, t, 8, out;\n" +
            body_ + "ret;\n}\n";
    }

  private:
    static unsigned bytes_of(const std::string& type) { return type == "f64" ? 8 : 4; }
    static std::string place(unsigned bytes) { return bytes == 8 ? "in8" : "in4"; }

    Form& form_;
    std::string body_;
};

// Registers of a thread that hold rows × columns numbers together.
inline unsigned registers_of(const std::string& type, unsigned numbers, unsigned threads = 32) {
    const unsigned bits = bits_of(type);
    return numbers * bits / threads / (bits == 64 ? 64 : 32);
}

struct Shape {
    unsigned m, n, k;
    std::string name() const {
        return "m" + std::to_string(m) + "n" + std::to_string(n) + "k" + std::to_string(k);
    }
};
struct Types {
    std::string d, a, b, c;
    std::string name() const { return "." + d + "." + a + "." + b + "." + c; }
};

// mma.sync, and mma.sp where `sparse` names its variant (then A has half of k). words: behind the shape, as ".row.col".
inline Form mma(const std::string& sparse, const Shape& shape, const std::string& words, const Types& types,
                const std::string& last = "", unsigned products = 1, unsigned selector = 0) {
    Form form;
    const std::string opcode = "mma" + sparse + ".sync.aligned." + shape.name() + words + types.name() + last;
    form.name = opcode + (selector != 0 ? " selector " + std::to_string(selector) : "");
    form.result = types.d;
    Kernel kernel(form);
    const unsigned results = registers_of(types.d, products * shape.m * shape.n);
    const unsigned of_a = products * shape.m * shape.k / (sparse.empty() ? 1 : 2);
    const std::string a = kernel.load(types.a, 'a', registers_of(types.a, of_a));
    const std::string b = kernel.load(types.b, 'b', registers_of(types.b, products * shape.k * shape.n));
    const std::string c = kernel.load(types.c, 'c', registers_of(types.c, products * shape.m * shape.n));
    if (!sparse.empty()) kernel.load(types.a == "tf32" ? "pairs" : "metadata", 'e', 1);
    kernel.declare(types.d, "d", results);
    kernel.add(opcode + " " + Kernel::list("d", results) + ", " + a + ", " + b + ", " + c +
               (sparse.empty() ? ";" : ", e0, " + std::to_string(selector) + ";"));
    kernel.store(types.d, "d", results);
    kernel.end();
    return form;
}

// Registers of a wmma fragment.
inline unsigned fragment_registers(char which, const std::string& type, const Shape& shape) {
    if (type == "f16" && (which == 'a' || which == 'b')) return 8;
    const unsigned rows = which == 'b' ? shape.k : shape.m, columns = which == 'a' ? shape.k : shape.n;
    return registers_of(type, rows * columns);
}

// "wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {…}, [address], stride;"
inline std::string wmma_load(char which, const std::string& type, const Shape& shape,
                             const std::string& layout, const std::string& registers,
                             const std::string& address) {
    const unsigned rows = which == 'b' ? shape.k : shape.m, columns = which == 'a' ? shape.k : shape.n;
    return std::string("wmma.load.") + which + ".sync.aligned." + layout + "." + shape.name() + ".global." +
           type + " " + registers + ", [" + address + "], " +
           std::to_string(layout == "row" ? columns : rows) + ";";
}

// wmma.load of all three, wmma.mma, wmma.store. last: ".xor.popc", ".satfinite".
inline Form wmma(const Shape& shape, const std::string& a_layout, const std::string& b_layout,
                 const Types& types, const std::string& words = "", const std::string& last = "") {
    Form form;
    const bool is_half = types.a == "f16";
    const std::string opcode = "wmma.mma" + words + ".sync.aligned." + a_layout + "." + b_layout + "." +
                               shape.name() + (is_half ? "." + types.d + "." + types.c : types.name()) + last;
    form.name = opcode;
    form.result = types.d;
    Kernel kernel(form);
    std::string lists[3];
    const std::string of[] = {types.a, types.b, types.c};
    for (unsigned w = 0; w < 3; ++w) {
        const char which = "abc"[w];
        const unsigned rows = which == 'b' ? shape.k : shape.m, columns = which == 'a' ? shape.k : shape.n;
        const unsigned count = fragment_registers(which, of[w], shape);
        const unsigned offset = kernel.section(of[w], which, rows * columns * bits_of(of[w]) / 8);
        const std::string name(1, which);
        kernel.declare(of[w], name, count);
        lists[w] = Kernel::list(name, count);
        const std::string layout = which == 'a' ? a_layout : which == 'b' ? b_layout : "row";
        kernel.add("add.u64 v" + std::to_string(w) + ", in, " + std::to_string(offset) + ";");
        kernel.add(wmma_load(which, of[w], shape, layout, lists[w], "v" + std::to_string(w)));
    }
    const unsigned results = fragment_registers('d', types.d, shape);
    kernel.declare(types.d, "d", results);
    kernel.add(opcode + " " + Kernel::list("d", results) + ", " + lists[0] + ", " + lists[1] + ", " +
               lists[2] + ";");
    kernel.add("wmma.store.d.sync.aligned.row." + shape.name() + ".global." + types.d + " [out], " +
               Kernel::list("d", results) + ", " + std::to_string(shape.n) + ";");
    form.out_bytes = shape.m * shape.n * bits_of(types.d) / 8;
    kernel.end();
    return form;
}

// Which lane holds which element: loads a matrix whose elements are their own indices and stores the registers.
inline Form fragment(char which, const std::string& type, const Shape& shape, const std::string& layout) {
    Form form;
    form.name = std::string("wmma.load.") + which + "." + layout + "." + shape.name() + "." + type;
    form.result = type == "f64" ? "index64" : "index";
    const unsigned rows = which == 'b' ? shape.k : shape.m, columns = which == 'a' ? shape.k : shape.n;
    const unsigned count = fragment_registers(which, type, shape);
    Kernel kernel(form);
    kernel.section("index", which, rows * columns * bits_of(type) / 8);
    kernel.declare(type, "a", count);
    kernel.add(wmma_load(which, type, shape, layout, Kernel::list("a", count), "in"));
    kernel.store(type, "a", count);
    kernel.end();
    form.element = bits_of(type);
    form.pieces = form.element == 1 ? 10 : form.element == 4 ? 2 : 1;
    return form;
}

// A factor of wgmma in shared memory, by its descriptor.
struct Tile {
    unsigned swizzle = 8;  // pieces of 16 bytes in a row: 1, 2, 4, 8
    bool transposed = false;
    unsigned start = 0;  // bytes from the beginning of its half of shared memory
};
constexpr unsigned kHalf = 16384;

inline std::string descriptor_of(const Tile& tile, unsigned base) {
    const unsigned atom = 128 * tile.swizzle;
    unsigned leading = 16, stride = atom;
    if (tile.swizzle == 1) leading = 144, stride = 272;  // nothing but multiples of 16
    if (tile.swizzle != 1 && tile.transposed) leading = 2 * atom, stride = atom;
    const unsigned long long mode = tile.swizzle == 8 ? 1 : tile.swizzle == 4 ? 2 : tile.swizzle == 2 ? 3 : 0;
    return std::to_string(static_cast<unsigned long long>((base + tile.start) >> 4) |
                          static_cast<unsigned long long>(leading >> 4) << 16 |
                          static_cast<unsigned long long>(stride >> 4) << 32 | mode << 62);
}

struct WarpgroupCase {
    Tile a, b;
    bool a_in_registers = false;
    int scale_d = 1, scale_a = 1, scale_b = 1;
    std::string name() const {
        const auto tile = [](const Tile& t) {
            return std::to_string(16 * t.swizzle) + (t.transposed ? "t" : "") +
                   (t.start != 0 ? "+" + std::to_string(t.start) : "");
        };
        return " a " + (a_in_registers ? "registers" : tile(a)) + " b " + tile(b) +
               (scale_d != 1 || scale_a != 1 || scale_b != 1
                    ? " scales " + std::to_string(scale_d) + " " + std::to_string(scale_a) + " " +
                          std::to_string(scale_b)
                    : "");
    }
};

// A lies in the first half of shared memory, B in the second. last: ".satfinite", ".and.popc".
inline Form wgmma(unsigned n, const std::string& d, const std::string& a, const std::string& b,
                  const WarpgroupCase& how, const std::string& last = "") {
    Form form;
    form.threads = 128;
    form.shared_bytes = 2 * kHalf;
    form.result = d;
    const Shape shape{64, n, 256 / bits_of(a)};
    const std::string opcode =
        "wgmma.mma_async.sync.aligned." + shape.name() + "." + d + "." + a + "." + b + last;
    form.name = opcode + how.name();
    Kernel kernel(form);
    kernel.section(a, 'a', kHalf);
    kernel.section(b, 'b', kHalf);
    const unsigned results = registers_of(d, 64 * n, 128);
    if (how.a_in_registers) kernel.load(a, 'a', 4);
    const std::string sums = kernel.load(d, 'c', results);
    kernel.add(
        "mov.u32 w0, t;\nmov.u32 w1, tiles;\nCOPY:\nmul.wide.u32 v0, w0, 4;\nadd.u64 v0, v0, "
        "in;\nld.global.b32 w2, [v0];\n"
        "mad.lo.u32 w3, w0, 4, w1;\nst.shared.b32 [w3], w2;\nadd.u32 w0, w0, 128;\nsetp.lt.u32 more, w0, " +
        std::to_string(2 * kHalf / 4) + ";\n@more bra COPY;\nfence.proxy.async;\nbar.sync 0;");
    // Where the tiles begin is in the descriptor's lowest bits: nothing but them is in shared memory.
    kernel.add("cvt.u64.u32 v0, w1;\nshr.u64 v0, v0, 4;");
    kernel.add("add.u64 v1, v0, " + descriptor_of(how.a, 0) + ";\nadd.u64 v2, v0, " +
               descriptor_of(how.b, kHalf) + ";");
    kernel.add("setp.ne.u32 p, " + std::to_string(how.scale_d) + ", 0;");
    std::string scales = ", p";
    if (!is_integer(a)) scales += ", " + std::to_string(how.scale_a) + ", " + std::to_string(how.scale_b);
    if (bits_of(a) == 16) {
        if (!how.a_in_registers) scales += how.a.transposed ? ", 1" : ", 0";
        scales += how.b.transposed ? ", 1" : ", 0";
    }
    kernel.add("wgmma.fence.sync.aligned;\n" + opcode + " " + sums + ", " +
               (how.a_in_registers ? Kernel::list("a", 4) : "v1") + ", v2" + scales +
               ";\nwgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;");
    kernel.store(d, "c", results);
    kernel.end();
    return form;
}

}  // namespace tensor
