#include "emulator/test/random/opcodes.hpp"

#include <algorithm>
#include <fstream>
#include <istream>
#include <ostream>

namespace simt::random_ptx {
namespace {

bool is_float_type(const std::string& type) {
    static const char* const kTypes[] = {"f16", "bf16", "f16x2", "bf16x2", "f32", "f64"};
    return std::any_of(std::begin(kTypes), std::end(kTypes), [&](const char* t) { return type == t; });
}

std::vector<std::string> parts_of(const std::string& name) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t dot = std::min(name.find('.', begin), name.size());
        parts.push_back(name.substr(begin, dot - begin));
        begin = dot + 1;
    }
    return parts;
}

}  // namespace

bool Opcode::has(const char* part) const {
    const std::vector<std::string> parts = parts_of(name);
    return std::find(parts.begin(), parts.end(), part) != parts.end();
}

std::string Opcode::root() const { return parts_of(name).front(); }
std::string Opcode::type() const { return parts_of(name).back(); }

std::string Opcode::result_type() const {
    const std::vector<std::string> parts = parts_of(name);
    const bool converts = parts[0] == "cvt" || parts[0] == "set";
    return converts && parts.size() > 2 ? parts[parts.size() - 2] : parts.back();
}

bool Opcode::computes_floats() const {
    const std::vector<std::string> parts = parts_of(name);
    return std::any_of(parts.begin() + 1, parts.end(), is_float_type);
}

std::vector<Opcode> read_opcodes(std::istream& in) {
    std::vector<Opcode> opcodes;
    std::string line;
    std::getline(in, line);  // the names of the columns
    while (std::getline(in, line)) {
        const std::size_t first = line.find(','), second = line.find(',', first + 1);
        if (second == std::string::npos) continue;
        opcodes.push_back({line.substr(0, first), line.substr(first + 1, second - first - 1),
                           line.substr(second + 1) == "1"});
    }
    return opcodes;
}

void write_opcodes(std::ostream& out, const std::vector<Opcode>& opcodes) {
    out << "opcode,elements,carry\n";
    for (const Opcode& opcode : opcodes)
        out << opcode.name << ',' << opcode.elements << ',' << (opcode.uses_carry ? 1 : 0) << '\n';
}

bool is_exact(const std::string& opcode) {
    return opcode.find(".approx") == std::string::npos && opcode.find(".full") == std::string::npos;
}

const std::vector<Opcode>& listed() {
    static const std::vector<Opcode> opcodes = [] {
        std::ifstream file("emulator/test/random/opcodes.csv");
        return read_opcodes(file);
    }();
    return opcodes;
}

}  // namespace simt::random_ptx
