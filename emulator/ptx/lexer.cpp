// See lexer.hpp. One pass over the bytes. A table replaces <cctype>, so that the locale does not matter.
#include "emulator/ptx/lexer.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "emulator/error.hpp"

namespace simt::ptx {

namespace {

enum CharacterClass : u8 { kLetter = 1, kDigit = 2, kMark = 4, kBlank = 8 };  // kMark: _ $ %

constexpr std::array<u8, 256> make_classes() {
    std::array<u8, 256> classes{};
    for (int c = 'a'; c <= 'z'; ++c) classes[c] = kLetter;
    for (int c = 'A'; c <= 'Z'; ++c) classes[c] = kLetter;
    for (int c = '0'; c <= '9'; ++c) classes[c] = kDigit;
    classes['_'] = classes['$'] = classes['%'] = kMark;
    classes[' '] = classes['\t'] = classes['\r'] = classes['\n'] = classes['\f'] = classes['\v'] = kBlank;
    return classes;
}

constexpr std::array<u8, 256> kClasses = make_classes();

bool is(char c, int classes) { return (kClasses[static_cast<unsigned char>(c)] & classes) != 0; }

bool starts_word(char c) { return is(c, kLetter | kMark); }
bool continues_word(char c) { return is(c, kLetter | kMark | kDigit); }

constexpr std::string_view kPairs[] = {"<<", ">>", "==", "!=", "<=", ">=", "&&", "||"};
constexpr std::string_view kSingles = "{}()[],;:+-*/!@|=<>&^~?";

}  // namespace

void Lexer::fail(const char* message) const {
    throw Error("PTX line " + std::to_string(line_) + ": " + message);
}

void Lexer::skip_blanks() {
    while (position_ < text_.size()) {
        const char c = text_[position_];
        if (is(c, kBlank)) {
            if (c == '\n') ++line_;
            ++position_;
        } else if (c == '/' && at(position_ + 1) == '/') {
            position_ = std::min(text_.find('\n', position_), text_.size());
        } else if (c == '/' && at(position_ + 1) == '*') {
            const std::size_t end = text_.find("*/", position_ + 2);
            if (end == std::string_view::npos) fail("the comment that starts here with '/*' has no end");
            line_ += static_cast<u32>(std::count(text_.begin() + position_, text_.begin() + end, '\n'));
            position_ = end + 2;
        } else {
            return;
        }
    }
}

Token Lexer::take(Token::Kind kind, std::size_t length) {
    const Token token{kind, line_, text_.substr(position_, length)};
    position_ += length;
    return token;
}

// An identifier with its ".suffix" and "::suffix" parts.
std::size_t Lexer::word_length() const {
    std::size_t end = position_ + 1;
    for (;;) {
        if (continues_word(at(end))) {
            ++end;
        } else if (at(end) == '.' && continues_word(at(end + 1))) {
            end += 2;
        } else if (at(end) == ':' && at(end + 1) == ':' && continues_word(at(end + 2))) {
            end += 3;
        } else {
            return end - position_;
        }
    }
}

// Digits, letters and dots; a sign only after the e of a decimal fraction.
std::size_t Lexer::number_length() const {
    const bool prefixed =
        at(position_) == '0' && is(at(position_ + 1), kLetter);  // 0x 0f 0d 0b: e is a digit there
    std::size_t end = position_;
    for (;; ++end) {
        const char c = at(end);
        if (is(c, kDigit | kLetter) || c == '.' || c == '_') continue;
        const bool exponent = end > position_ && (at(end - 1) == 'e' || at(end - 1) == 'E');
        if ((c == '+' || c == '-') && exponent && !prefixed && is(at(end + 1), kDigit)) continue;
        return end - position_;
    }
}

std::size_t Lexer::string_length() const {
    for (std::size_t end = position_ + 1; end < text_.size() && text_[end] != '\n'; ++end) {
        if (text_[end] == '\\' && end + 1 < text_.size() && text_[end + 1] != '\n') {
            ++end;
        } else if (text_[end] == '"') {
            return end + 1 - position_;
        }
    }
    fail("the string that starts here has no closing quote");
}

Token Lexer::next() {
    skip_blanks();
    if (position_ >= text_.size()) return Token{Token::Kind::End, line_, {}};
    const char c = text_[position_];
    if (starts_word(c)) return take(Token::Kind::Word, word_length());
    if (is(c, kDigit)) return take(Token::Kind::Number, number_length());
    if (c == '.' && starts_word(at(position_ + 1))) {
        std::size_t end = position_ + 2;
        while (continues_word(at(end))) ++end;
        return take(Token::Kind::Directive, end - position_);
    }
    if (c == '"') return take(Token::Kind::String, string_length());
    const std::string_view pair = text_.substr(position_, 2);
    if (std::find(std::begin(kPairs), std::end(kPairs), pair) != std::end(kPairs))
        return take(Token::Kind::Symbol, 2);
    if (kSingles.find(c) != std::string_view::npos) return take(Token::Kind::Symbol, 1);
    if (c > ' ' && c < 127) fail((std::string("'") + c + "' starts nothing that PTX knows").c_str());
    fail(("byte " + std::to_string(static_cast<unsigned char>(c)) + " is not text; the PTX is damaged")
             .c_str());
}

bool Lexer::skip_past_brace() {
    const std::size_t end = text_.find('}', position_);
    if (end == std::string_view::npos) return false;
    line_ += static_cast<u32>(std::count(text_.begin() + position_, text_.begin() + end, '\n'));
    position_ = end + 1;
    return true;
}

}  // namespace simt::ptx
