// How the fuzzer changes PTX: by lines and by tokens, so that most of what it makes gets past the parser. Takes lines away,
// doubles and moves them, exchanges opcodes, types, registers and numbers, and puts in instructions made up from the table.
#include <cctype>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/isa/isa.hpp"

extern "C" std::size_t LLVMFuzzerMutate(simt::u8* data, std::size_t size, std::size_t most);

namespace simt::fuzz {
namespace {

using Random = std::mt19937;

template <class List>
const auto& any_of(const List& list, Random& random) {
    return list[random() % std::size(list)];
}

const char* const kParts[] = {
    ".global",  ".shared", ".local", ".param", ".const",   ".volatile", ".v2",    ".v4",   ".b8",  ".u8",
    ".s8",      ".b16",    ".u16",   ".s16",   ".f16",     ".b32",      ".u32",   ".s32",  ".f32", ".b64",
    ".u64",     ".s64",    ".f64",   ".pred",  ".b128",    ".bf16",     ".f16x2", ".rn",   ".rz",  ".sat",
    ".ftz",     ".cc",     ".wide",  ".hi",    ".lo",      ".sync",     ".uni",   ".to",   ".reg", ".align",
    ".visible", ".extern", ".entry", ".func",  ".relaxed", ".sys",      ".cta",   ".noftz"};

const char* const kNumbers[] = {"0",
                                "1",
                                "-1",
                                "2",
                                "3",
                                "4",
                                "7",
                                "8",
                                "15",
                                "16",
                                "31",
                                "32",
                                "33",
                                "63",
                                "64",
                                "255",
                                "256",
                                "4095",
                                "65535",
                                "65536",
                                "0x7fffffff",
                                "0x80000000",
                                "0xffffffff",
                                "0x100000000",
                                "0x7fffffffffffffff",
                                "0xffffffffffffffff",
                                "-9223372036854775808",
                                "0x200000000000",
                                "0x200100000000",
                                "0x201000000000",
                                "0f7FC00000",
                                "0f80000000",
                                "0d7FF0000000000000",
                                "1.5"};

const char* const kSymbols[] = {"{", "}",      "(",       ")",        "[",        "]",      "<", ">",
                                ";", ":",      ",",       "|",        "!",        "@",      "+", "-",
                                "_", "%tid.x", "%laneid", "%clock64", "%ctaid.x", "WARP_SZ"};

struct Span {
    std::size_t begin, end;
};

std::vector<Span> lines_of(const std::string& text) {
    std::vector<Span> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
        lines.push_back({begin, end});
        begin = end;
    }
    return lines;
}

bool in_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '%' || c == '$';
}

// Words, with the dots within them as words of their own ("ld", ".global", ".u32"), and single symbols.
std::vector<Span> tokens_of(const std::string& text) {
    std::vector<Span> tokens;
    for (std::size_t k = 0; k < text.size();) {
        if (std::isspace(static_cast<unsigned char>(text[k]))) {
            ++k;
            continue;
        }
        std::size_t end = k + 1;
        if (in_word(text[k]) || text[k] == '.')
            while (end < text.size() && in_word(text[end])) ++end;
        tokens.push_back({k, end});
        k = end;
    }
    return tokens;
}

std::string word(const std::string& text, Span span) {
    return text.substr(span.begin, span.end - span.begin);
}

std::string any_opcode(Random& random) {
    static const std::vector<const isa::Opcode*> all = isa::all_opcodes();
    static const std::vector<const isa::Opcode*> open = [] {  // those that take any modifiers
        std::vector<const isa::Opcode*> list = all;
        std::erase_if(list, [](const isa::Opcode* opcode) { return opcode->own_handler; });
        return list;
    }();
    if (random() % 2 == 0) return any_of(all, random)->name;
    std::string opcode = any_of(open, random)->name;
    for (u32 parts = random() % 4; parts > 0; --parts) opcode += any_of(kParts, random);
    return opcode;
}

// Another token of the same kind: a part of an opcode, a number, a register or name of this text.
std::string instead_of(const std::string& old, const std::string& text, const std::vector<Span>& tokens,
                       Random& random) {
    if (old[0] == '.') return random() % 8 == 0 ? "" : any_of(kParts, random);
    if (std::isdigit(static_cast<unsigned char>(old[0]))) return any_of(kNumbers, random);
    if (!in_word(old[0])) return any_of(kSymbols, random);
    for (int tries = 0; tries < 20; ++tries) {
        const std::string other = word(text, any_of(tokens, random));
        if (in_word(other[0]) && (other[0] == '%') == (old[0] == '%') && other != old) return other;
    }
    return any_of(kSymbols, random);
}

// Exchanges the opcode of a line (its first word behind a guard) for any other: "%p1 add.s32" and "add.s32".
void change_opcode(std::string& text, Random& random) {
    const std::vector<Span> lines = lines_of(text);
    if (lines.empty()) return;
    const Span line = any_of(lines, random);
    std::size_t begin = text.find_first_not_of(" \t{", line.begin);
    if (begin < line.end && text[begin] == '@') begin = text.find_first_of(" \t", begin);
    if (begin >= line.end) return;
    begin = text.find_first_not_of(" \t", begin);
    if (begin >= line.end) return;
    const std::size_t end = std::min(text.find_first_of(" \t;\n", begin), line.end);
    text.replace(begin, end - begin, any_opcode(random));
}

// An instruction of registers and numbers of this text, as likely wrong as right.
std::string made_up(const std::string& text, const std::vector<Span>& tokens, Random& random) {
    std::string line = any_opcode(random) + " ";
    const u32 operands = random() % 5;
    for (u32 k = 0; k < operands; ++k) {
        std::string operand = any_of(kNumbers, random);
        for (int tries = 0; tries < 20; ++tries) {
            const std::string other = word(text, any_of(tokens, random));
            if (other[0] == '%') {
                operand = other;
                break;
            }
        }
        if (random() % 8 == 0) operand = any_of(kNumbers, random);
        if (random() % 6 == 0) operand = "[" + operand + (random() % 2 == 0 ? "+4]" : "]");
        line += (k == 0 ? "" : ", ") + operand;
    }
    return line + ";\n";
}

void change_once(std::string& text, Random& random) {
    const std::vector<Span> lines = lines_of(text), tokens = tokens_of(text);
    if (lines.empty() || tokens.empty()) {
        text += ".version 9.0\n.target sm_90\n.address_size 64\n";
        return;
    }
    const Span line = any_of(lines, random), other = any_of(lines, random), token = any_of(tokens, random);
    switch (random() % 12) {
        case 0:
            text.erase(line.begin, line.end - line.begin);
            return;
        case 1:
            text.insert(other.begin, word(text, line));
            return;
        case 2: {
            const std::string moved = word(text, line);
            text.insert(other.begin, moved);
            text.erase(line.begin + (other.begin <= line.begin ? moved.size() : 0), moved.size());
            return;
        }
        case 3:
            text.insert(line.begin, made_up(text, tokens, random));
            return;
        case 4:
        case 5:
            change_opcode(text, random);
            return;
        case 6:
            text.insert(token.end, any_of(kParts, random));
            return;
        case 7:
            text.insert(token.begin, any_of(kSymbols, random));
            return;
        case 8:
            text.erase(token.begin, token.end - token.begin);
            return;
        default:
            text.replace(token.begin, token.end - token.begin,
                         instead_of(word(text, token), text, tokens, random));
            return;
    }
}

std::size_t give_back(const std::string& text, u8* data, std::size_t most) {
    const std::size_t size = std::min(text.size(), most);
    std::memcpy(data, text.data(), size);
    return size;
}

}  // namespace
}  // namespace simt::fuzz

extern "C" std::size_t LLVMFuzzerCustomMutator(simt::u8* data, std::size_t size, std::size_t most,
                                               unsigned seed) {
    simt::fuzz::Random random(seed);
    if (random() % 16 == 0) return LLVMFuzzerMutate(data, size, most);
    std::string text(reinterpret_cast<const char*>(data), size);
    for (unsigned changes = 1 + random() % 4; changes > 0; --changes) simt::fuzz::change_once(text, random);
    return simt::fuzz::give_back(text, data, most);
}

// Some lines of the second text put into the first.
extern "C" std::size_t LLVMFuzzerCustomCrossOver(const simt::u8* first, std::size_t first_size,
                                                 const simt::u8* second, std::size_t second_size,
                                                 simt::u8* out, std::size_t most, unsigned seed) {
    simt::fuzz::Random random(seed);
    std::string text(reinterpret_cast<const char*>(first), first_size);
    const std::string other(reinterpret_cast<const char*>(second), second_size);
    const auto lines = simt::fuzz::lines_of(text), others = simt::fuzz::lines_of(other);
    if (lines.empty() || others.empty()) return simt::fuzz::give_back(text, out, most);
    const std::size_t from = random() % others.size();
    const std::size_t to = std::min(from + 1 + random() % 12, others.size()) - 1;
    text.insert(simt::fuzz::any_of(lines, random).begin,
                other.substr(others[from].begin, others[to].end - others[from].begin));
    return simt::fuzz::give_back(text, out, most);
}
