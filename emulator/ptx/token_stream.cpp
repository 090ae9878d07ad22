// See token_stream.hpp.
#include "emulator/ptx/token_stream.hpp"

#include "emulator/error.hpp"

namespace simt::ptx {

namespace {

constexpr std::size_t kQuotedLength = 80;

void append_printable(std::string& shown, std::string_view text) {
    for (const char c : text) {
        const bool blank = c == ' ' || (c >= '\t' && c <= '\r');
        if (!blank) {
            shown += c > ' ' && c < 127 ? c : '?';
        } else if (shown.back() != ' ') {
            shown += ' ';
        }
    }
}

}  // namespace

std::string quoted(std::string_view text) {
    std::string shown = "'";
    if (text.size() > kQuotedLength) {
        append_printable(shown, text.substr(0, kQuotedLength / 2));
        shown += " ... ";
        text.remove_prefix(text.size() - kQuotedLength / 2);
    }
    append_printable(shown, text);
    return shown + "'";
}

TokenStream::TokenStream(std::string_view text) : text_(text), lexer_(text) {
    statement_begin_ = previous_end_ = text_.data();
    current_ = lexer_.next();
    begin_statement();
}

void TokenStream::begin_statement() {
    statement_begin_ = at_end() ? text_.data() + text_.size() : current_.text.data();
    previous_end_ = statement_begin_;
    statement_line_ = current_.line;
}

Token TokenStream::next() {
    const Token taken = current_;
    if (!at_end()) {
        previous_end_ = taken.text.data() + taken.text.size();
        current_ = lexer_.next();
    }
    return taken;
}

bool TokenStream::accept(std::string_view text) {
    if (!at(text)) return false;
    next();
    return true;
}

void TokenStream::expect(std::string_view text) {
    if (!accept(text)) fail_expected(quoted(text));
}

Token TokenStream::expect(Token::Kind kind, std::string_view what) {
    if (!at(kind)) fail_expected(what);
    return next();
}

std::string TokenStream::so_far() const {
    if (previous_end_ <= statement_begin_) return "";
    return " after " + quoted({statement_begin_, static_cast<std::size_t>(previous_end_ - statement_begin_)});
}

void TokenStream::fail(std::string_view message) const { fail_at(current_.line, message); }

void TokenStream::fail_statement(std::string_view message) const { fail_at(statement_line_, message); }

void TokenStream::fail_at(u32 line, std::string_view message) const {
    throw Error("PTX line " + std::to_string(line) + ": " + std::string(message));
}

void TokenStream::fail_expected(std::string_view what) const {
    fail("expected " + std::string(what) + so_far() + ", found " +
         (at_end() ? std::string("the end of the text") : quoted(current_.text)));
}

void TokenStream::skip_braces() {
    if (!at("{")) fail_expected("'{'");
    if (!lexer_.skip_past_brace()) fail("this '{' has no closing '}'");
    previous_end_ = current_.text.data() + 1;
    current_ = lexer_.next();
}

}  // namespace simt::ptx
