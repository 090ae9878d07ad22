// See device_format.hpp. Each specifier is taken apart, its argument fetched, and the host's own snprintf writes it, as
// NVIDIA's runtime does.
#include "emulator/exec/printf/device_format.hpp"

#include <cstdio>
#include <cstring>
#include <optional>

namespace simt::exec {

namespace {

constexpr int kMostArguments = 32;
constexpr int kWidest = 1 << 16;  // of a field; a wider one is left as it stands

struct Specifier {
    std::string flags;
    int width = -1, precision = -1;
    bool width_given = false;  // '*': from the arguments
    std::string size;          // "", "h", "l" or "ll"
    char type = 0;             // 0: none that CUDA knows
    std::size_t end = 0;       // behind it
};

bool is_one_of(char c, const char* set) { return c != 0 && std::strchr(set, c) != nullptr; }

// A number or '*'; nullopt for a number that is too large.
std::optional<int> read_number(const std::string& format, std::size_t& at, bool& given) {
    if (format[at] == '*') {
        given = true;
        ++at;
        return -1;
    }
    int value = 0;
    for (; is_one_of(format[at], "0123456789"); ++at) {
        value = value * 10 + (format[at] - '0');
        if (value > kWidest) return std::nullopt;
    }
    return value;
}

// The specifier behind the '%' at `at`, whose type is 0 if CUDA knows none like it; nullopt if it is to stand as it is:
// CUDA takes no precision from the arguments, and
// no size but h, l and ll; where the host knows it all the same (%zu, %hhd), a GPU prints what is not there.
std::optional<Specifier> read_specifier(const std::string& format, std::size_t at) {
    Specifier spec;
    ++at;
    while (is_one_of(format[at], "#-+ 0")) spec.flags += format[at++];
    if (is_one_of(format[at], "123456789*")) {
        const auto width = read_number(format, at, spec.width_given);
        if (!width) return std::nullopt;
        spec.width = *width;
    }
    if (format[at] == '.') {
        bool given = false;
        const auto precision = read_number(format, ++at, given);
        if (!precision || given) return std::nullopt;
        spec.precision = *precision;
    }
    if (is_one_of(format[at], "hl")) spec.size = format[at++];
    if (!spec.size.empty() && format[at] == spec.size[0]) spec.size += format[at++];
    if (is_one_of(format[at], "jztLq") || format[at] == 0) return std::nullopt;
    if (is_one_of(format[at], "%diouxXcpsaAeEfFgG")) {
        if (spec.size == "hh" && format[at] != '%') return std::nullopt;
        spec.type = format[at++];
    }
    spec.end = at;
    return spec;
}

// What the host's printf makes of a specifier that it does not know: itself again, without its size. What follows is text.
std::string unknown(const Specifier& spec) {
    const auto has = [&](char flag) { return spec.flags.find(flag) != std::string::npos; };
    std::string text = "%";
    if (has('#')) text += '#';
    if (has('+'))
        text += '+';
    else if (has(' '))
        text += ' ';
    if (has('-'))
        text += '-';
    else if (has('0'))
        text += '0';
    if (spec.width > 0) text += std::to_string(spec.width);
    if (spec.precision >= 0) text += "." + std::to_string(spec.precision);
    return text;
}

class Formatter {
  public:
    Formatter(const std::string& format, const FormatInput& input, std::string& text)
        : format_(format), input_(input), text_(text) {}

    int run() {
        for (std::size_t at = 0; at < format_.size();) {
            const std::size_t percent = std::min(format_.find('%', at), format_.size());
            text_.append(format_, at, percent - at);
            if (percent == format_.size()) break;
            at = percent;
            const auto spec = read_specifier(format_, at);
            if (spec && spec->type == '%') {
                text_ += '%';
                at = spec->end;
                continue;
            }
            if (spec && spec->type == 0 && !spec->width_given) {
                text_ += unknown(*spec);
                at = spec->end;
                continue;
            }
            if (!spec || spec->type == 0 || arguments_ + spec->width_given >= kMostArguments) {
                const std::size_t end = spec ? spec->end : at + 1;
                text_.append(format_, at, end - at);
                at = end;
                continue;
            }
            if (!write(*spec)) return -1;
            at = spec->end;
        }
        return arguments_;
    }

  private:
    template <class T>
    bool next(T& value) {
        offset_ = (offset_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
        if (!input_.argument(offset_, &value, sizeof(T))) return false;
        offset_ += sizeof(T);
        ++arguments_;
        return true;
    }

    // A width that is an argument; an absurd one counts as none.
    bool next_width(Specifier& spec) {
        if (!spec.width_given) return true;
        if (!next(spec.width)) return false;
        if (spec.width > kWidest || spec.width < -kWidest) spec.width = 0;
        return true;
    }

    template <class T>
    void append(const std::string& spec, T value) {
        const int length = std::snprintf(nullptr, 0, spec.c_str(), value);
        if (length <= 0) return;
        const std::size_t before = text_.size();
        text_.resize(before + static_cast<std::size_t>(length) + 1);
        std::snprintf(text_.data() + before, static_cast<std::size_t>(length) + 1, spec.c_str(), value);
        text_.pop_back();
    }

    bool append_character(const std::string& host, int value) {
        if (value != 0)
            append(host + 'c', value);
        else
            text_ += '\0';  // snprintf writes it, and text is found by its length
        return true;
    }

    bool write(Specifier spec) {
        if (!next_width(spec)) return false;
        std::string host = "%" + spec.flags;
        if (spec.width < -1) host += '-';
        if (spec.width != -1) host += std::to_string(std::abs(spec.width));
        if (spec.precision >= 0) host += "." + std::to_string(spec.precision);
        const bool wide = !spec.size.empty() && spec.size[0] == 'l';
        if (is_one_of(spec.type, "aAeEfFgG")) {
            double value = 0;
            if (!next(value)) return false;
            append(host + spec.type, value);
        } else if (spec.type == 'p') {
            u64 value = 0;
            if (!next(value)) return false;
            append(host + 'p', reinterpret_cast<const void*>(value));
        } else if (spec.type == 's') {
            u64 address = 0;
            std::string value = "(null)";
            if (!next(address) || (address != 0 && !input_.string(address, value))) return false;
            append(host + 's', value.c_str());
        } else if (wide) {
            long long value = 0;
            if (!next(value)) return false;
            if (spec.type == 'c') return append_character(host, static_cast<int>(value));
            append(host + "ll" + spec.type, value);
        } else {
            int value = 0;
            if (!next(value)) return false;
            if (spec.type == 'c') return append_character(host, value);
            append(host + spec.size + spec.type, value);
        }
        return true;
    }

    const std::string& format_;
    const FormatInput& input_;
    std::string& text_;
    u64 offset_ = 0;
    int arguments_ = 0;
};

}  // namespace

int format_device_text(const std::string& format, const FormatInput& input, std::string& text) {
    return Formatter(format, input, text).run();
}

}  // namespace simt::exec
