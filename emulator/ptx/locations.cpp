// See locations.hpp.
#include "emulator/ptx/locations.hpp"

#include "emulator/ptx/constant.hpp"

namespace simt::ptx {

namespace {

// Deep enough for any real inlining. It bounds the chain of a function that was inlined into itself.
constexpr std::size_t kMaxChain = 32;

u32 plain_number(TokenStream& tokens, const char* what) {
    if (!tokens.at(Token::Kind::Number)) tokens.fail_expected(what);
    return static_cast<u32>(parse_integer(tokens, what));
}

bool is_octal(char c) { return c >= '0' && c <= '7'; }

// Replaces the escapes in a text: \" and \\, and three octal digits for each byte that is not ASCII ("\303\234bung" for
// "Übung").
std::string unescaped(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            result += text[i];
        } else if (i + 3 < text.size() && is_octal(text[i + 1]) && is_octal(text[i + 2]) &&
                   is_octal(text[i + 3])) {
            result +=
                static_cast<char>((text[i + 1] - '0') << 6 | (text[i + 2] - '0') << 3 | (text[i + 3] - '0'));
            i += 3;
        } else {
            result += text[++i];
        }
    }
    return result;
}

}  // namespace

Locations::Key Locations::parse_place(TokenStream& tokens) {
    const u32 file = plain_number(tokens, "a file number");
    const u32 line = plain_number(tokens, "a line number");
    const u32 column = plain_number(tokens, "a column number");
    return {file, line, column};
}

void Locations::parse_loc(TokenStream& tokens) {
    tokens.begin_statement();
    tokens.expect(".loc");
    const Key place = parse_place(tokens);
    std::vector<Place> chain;
    if (std::get<1>(place) != 0) chain.push_back({std::get<0>(place), std::get<1>(place)});
    while (tokens.accept(",")) {
        if (tokens.accept("function_name")) {
            if (!tokens.at(Token::Kind::Word) && !tokens.at(Token::Kind::Directive)) {
                tokens.fail_expected("a label of .debug_str");
            }
            tokens.next();
            parse_offset(tokens);
        } else {
            tokens.expect("inlined_at");
            const Key outer = parse_place(tokens);
            const auto known = chains_.find(outer);
            if (known != chains_.end()) {
                chain.insert(chain.end(), known->second.begin(), known->second.end());
            } else if (std::get<1>(outer) != 0) {
                chain.push_back({std::get<0>(outer), std::get<1>(outer)});
            }
        }
    }
    if (chain.size() > kMaxChain) chain.resize(kMaxChain);
    chains_[place] = chain;
    current_ = std::move(chain);
}

void parse_file(TokenStream& tokens, std::map<u32, std::string>& files) {
    const u32 number = plain_number(tokens, "a file number");
    const Token path = tokens.expect(Token::Kind::String, "the file's path in quotes");
    files[number] = unescaped(path.text.substr(1, path.text.size() - 2));
    while (tokens.accept(",")) {  // time stamp, size
        if (!tokens.at(Token::Kind::Number)) tokens.fail_expected("a time stamp or a size");
        tokens.next();
    }
}

}  // namespace simt::ptx
