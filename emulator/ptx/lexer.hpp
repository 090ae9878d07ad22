// Splits PTX text into tokens. Tokens point into the text; nothing is copied.
//
// A word includes its dotted suffixes, so "ld.global.L1::no_allocate.f32" and "%tid.x" are one token each. A
// directive (".param", ".b32") is a token of its own. Comments and white space are skipped.
#pragma once

#include <string_view>

#include "emulator/integers.hpp"

namespace simt::ptx {

struct Token {
    enum class Kind : u8 { Word, Directive, Number, String, Symbol, End };
    Kind kind = Kind::End;
    u32 line = 0;           // 1-based
    std::string_view text;  // as written; a String with its quotes
};

class Lexer {
  public:
    explicit Lexer(std::string_view text) : text_(text) {}

    // The next token; Kind::End at the end of the text, every time. Throws simt::Error on bytes that start no token.
    Token next();

    // Skips everything up to the next '}' inclusive without making tokens: a .section may be megabytes of numbers.
    // Returns false if there is no '}'.
    bool skip_past_brace();

  private:
    void skip_blanks();
    Token take(Token::Kind kind, std::size_t length);
    std::size_t word_length() const;
    std::size_t number_length() const;
    std::size_t string_length() const;
    [[noreturn]] void fail(const char* message) const;
    char at(std::size_t index) const { return index < text_.size() ? text_[index] : '\0'; }

    std::string_view text_;
    std::size_t position_ = 0;
    u32 line_ = 1;
};

}  // namespace simt::ptx
