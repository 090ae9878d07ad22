// The parser's view of the tokens: one token of lookahead, and the error messages.
#pragma once

#include <string>
#include <string_view>

#include "emulator/ptx/lexer.hpp"

namespace simt::ptx {

class TokenStream {
  public:
    explicit TokenStream(std::string_view text);

    const Token& peek() const { return current_; }
    Token following() const {  // the token after peek()
        Lexer ahead = lexer_;
        return ahead.next();
    }
    bool at_end() const { return current_.kind == Token::Kind::End; }
    bool at(Token::Kind kind) const { return current_.kind == kind; }
    // A String never equals a word or symbol, because its text includes the quotes.
    bool at(std::string_view text) const { return current_.text == text; }

    Token next();                        // returns the current token and moves on
    bool accept(std::string_view text);  // moves on only if the current token is this
    void expect(std::string_view text);  // throws if it is not
    Token expect(Token::Kind kind, std::string_view what);

    // Error messages quote the text from the last begin_statement() to the current token.
    void begin_statement();
    u32 statement_line() const { return statement_line_; }

    // "PTX line 12: expected WHAT after 'add.s32 %r1, %r2', found '}'"
    [[noreturn]] void fail_expected(std::string_view what) const;
    // "PTX line 12: MESSAGE"
    [[noreturn]] void fail(std::string_view message) const;
    // The same, with the line where the statement began: for mistakes that show only at its end.
    [[noreturn]] void fail_statement(std::string_view message) const;
    [[noreturn]] void fail_at(u32 line, std::string_view message) const;

    // Skips from the current token, a '{', past the next '}' without reading the text between.
    void skip_braces();

  private:
    std::string so_far() const;

    std::string_view text_;
    Lexer lexer_;
    Token current_;
    const char* statement_begin_ = nullptr;  // where the statement starts
    u32 statement_line_ = 1;
    const char* previous_end_ = nullptr;  // the end of the last token taken
};

// For error messages: blanks collapsed, unprintable bytes shown as '?', long texts cut in the middle.
std::string quoted(std::string_view text);

}  // namespace simt::ptx
