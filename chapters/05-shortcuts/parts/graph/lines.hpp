// Reads a text line by line and word by word; error messages name the line and what was expected there.
#pragma once

#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace graph {

class Lines {
  public:
    Lines(std::string_view text, std::string name) : text_(text), name_(std::move(name)) {}

    // Goes to the next line; false at the end of the text.
    bool next() {
        if (text_.empty()) return false;
        const std::size_t end = text_.find('\n');
        rest_ = text_.substr(0, end);
        text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
        ++line_;
        return true;
    }

    bool at_end_of_line() {
        skip_space();
        return rest_.empty();
    }

    bool is_comment(char mark) {
        skip_space();
        return !rest_.empty() && rest_.front() == mark;
    }

    std::string_view word() {
        skip_space();
        std::size_t length = 0;
        while (length < rest_.size() && !is_space(rest_[length])) ++length;
        const std::string_view result = rest_.substr(0, length);
        rest_.remove_prefix(length);
        return result;
    }

    // Reads a whole number of at least `least` and at most `most`.
    std::size_t number(const std::string& what, std::size_t least, std::size_t most) {
        const std::string_view text = word();
        std::size_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most) {
            expected(what + ", a whole number from " + std::to_string(least) + " to " + std::to_string(most),
                     text);
        }
        return value;
    }

    // Reads a length: any number, or infinity for no edge; not NaN, not minus infinity, and within a float's range. A
    // fraction is rounded if fractions are allowed; a whole number must be exact.
    float length(bool must_be_whole = false) {
        const std::string_view text = word();
        const char* begin = text.data() + (text.size() > 1 && text[0] == '+' && text[1] != '-' ? 1 : 0);
        float value = 0;
        const auto [end, error] = std::from_chars(begin, text.data() + text.size(), value);
        if (error == std::errc::result_out_of_range && end == text.data() + text.size())
            expected("a length that a float holds", text);
        if (error != std::errc{} || end != text.data() + text.size()) expected("a length, a number", text);
        if (std::isnan(value)) expected("a length; NaN is none", text);
        if (value == -std::numeric_limits<float>::infinity())
            expected("a length; minus infinity would make every path endless", text);
        if (must_be_whole && std::isfinite(value) && value != std::floor(value))
            expected("a whole length, as the first line says integer", text);
        long long whole = 0;
        const auto digits = std::from_chars(begin, text.data() + text.size(), whole);
        if (digits.ec == std::errc{} && digits.ptr == text.data() + text.size() &&
            static_cast<double>(whole) != static_cast<double>(value))
            expected("a length that a float holds; of whole numbers above 16777216 not all are", text);
        return value;
    }

    void end_of_line() {
        if (!at_end_of_line()) expected("the end of the line", word());
    }

    // Shortens a long word, and replaces bytes that a terminal would interpret.
    [[noreturn]] void expected(const std::string& what, std::string_view found) const {
        constexpr std::size_t kShown = 40;
        std::string shown(found.substr(0, kShown));
        for (char& c : shown) {
            if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) c = '?';
        }
        if (found.size() > kShown) shown += "...";
        fail("expected " + what + ", found " + (found.empty() ? "the end of the line" : "'" + shown + "'"));
    }

    [[noreturn]] void fail(const std::string& what) const {
        throw std::runtime_error(name_ + ":" + std::to_string(line_) + ": " + what);
    }

    std::size_t line() const { return line_; }

  private:
    static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

    void skip_space() {
        while (!rest_.empty() && is_space(rest_.front())) rest_.remove_prefix(1);
    }

    std::string_view text_;
    std::string name_;
    std::string_view rest_;
    std::size_t line_ = 0;
};

}  // namespace graph
