// See device_format.hpp. Takes each specifier apart, fetches its argument and lets the host's snprintf write it, as NVIDIA's
// runtime does.
#include "emulator/exec/printf/device_format.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <optional>

namespace simt::exec {

namespace {

constexpr const char* kDigits = "0123456789";
constexpr int kMostArguments = 32;
constexpr int kWidest = 1 << 16;  // of a field; a wider one is left as it stands

struct Specifier {
    std::string flags;
    int width = -1, precision = -1;
    bool width_given = false;  // '*': from the arguments
    std::string size;          // "", "h", "l" or "ll"
    char type = 0;             // 0: none that CUDA knows
    std::size_t end = 0;       // the position after it
};

bool is_one_of(char c, const char* set) { return c != 0 && std::strchr(set, c) != nullptr; }

std::optional<int> number(const std::string& digits) {
    int value = 0;
    const bool fits = std::from_chars(digits.data(), digits.data() + digits.size(), value).ec !=
                      std::errc::result_out_of_range;
    return fits && value <= kWidest ? std::optional(value) : std::nullopt;
}

// The specifier after the '%' at `at`; its type is 0 if CUDA does not know it. nullopt: its text is printed as it stands.
// Unlike the host (%zu, %hhd), CUDA knows only the sizes h, l and ll, and takes no precision from the arguments.
std::optional<Specifier> read_specifier(const std::string& format, std::size_t at) {
    ++at;
    const auto take = [&](const char* set) {
        const std::size_t begin = at;
        at = std::min(format.find_first_not_of(set, at), format.size());
        return format.substr(begin, at - begin);
    };
    Specifier spec;
    spec.flags = take("#-+ 0");
    if (format[at] == '*') {
        spec.width_given = true;
        ++at;
    } else if (const std::string digits = take(kDigits); !digits.empty()) {
        const auto width = number(digits);
        if (!width) return std::nullopt;
        spec.width = *width;
    }
    if (format[at] == '.') {
        if (format[++at] == '*') return std::nullopt;
        const auto precision = number(take(kDigits));
        if (!precision) return std::nullopt;
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

// The text of an unknown specifier: like the host's printf, the specifier without its size.
std::string unknown(const Specifier& spec) {
    const auto has = [&](char flag) { return spec.flags.find(flag) != std::string::npos; };
    std::string text = "%";
    text += has('#') ? "#" : "";
    text += has('+') ? "+" : has(' ') ? " " : "";
    text += has('-') ? "-" : has('0') ? "0" : "";
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
            const std::size_t end = spec ? spec->end : at + 1;
            if (spec && spec->type == '%')
                text_ += '%';
            else if (spec && spec->type == 0 && !spec->width_given)
                text_ += unknown(*spec);
            else if (!spec || spec->type == 0 || arguments_ + spec->width_given >= kMostArguments)
                text_.append(format_, at, end - at);
            else if (!write(*spec))
                return -1;
            at = end;
        }
        return arguments_;
    }

  private:
    bool next(void* value, u32 bytes) {
        offset_ = (offset_ + bytes - 1) / bytes * bytes;
        if (!input_.argument(offset_, value, bytes)) return false;
        offset_ += bytes;
        ++arguments_;
        return true;
    }

    template <class T>
    bool append(const std::string& spec, T value) {
        const int length = std::snprintf(nullptr, 0, spec.c_str(), value);
        if (length <= 0) return true;
        const std::size_t before = text_.size();
        text_.resize(before + static_cast<std::size_t>(length) + 1);
        std::snprintf(text_.data() + before, static_cast<std::size_t>(length) + 1, spec.c_str(), value);
        text_.pop_back();
        return true;
    }

    template <class T>
    bool append_next(const std::string& spec) {
        T value{};
        return next(&value, sizeof value) && append(spec, value);
    }

    bool write(Specifier spec) {
        if (spec.width_given && !next(&spec.width, sizeof spec.width)) return false;
        if (spec.width > kWidest || spec.width < -kWidest) spec.width = 0;  // an absurd one counts as none
        std::string host = "%" + spec.flags;
        if (spec.width < -1) host += '-';
        if (spec.width != -1) host += std::to_string(std::abs(spec.width));
        if (spec.precision >= 0) host += "." + std::to_string(spec.precision);
        const bool wide = spec.size.starts_with('l');
        if (is_one_of(spec.type, "aAeEfFgG")) return append_next<double>(host + spec.type);
        if (spec.type == 'p') return append_next<const void*>(host + 'p');
        if (spec.type == 's') {
            u64 address = 0;
            std::string value = "(null)";
            if (!next(&address, sizeof address) || (address != 0 && !input_.string(address, value)))
                return false;
            return append(host + 's', value.c_str());
        }
        if (spec.type == 'c') {
            u64 value = 0;
            if (!next(&value, wide ? 8 : 4)) return false;
            if (static_cast<int>(value) != 0) return append(host + 'c', static_cast<int>(value));
            text_ += '\0';  // snprintf writes it, and text is found by its length
            return true;
        }
        return wide ? append_next<long long>(host + "ll" + spec.type)
                    : append_next<int>(host + spec.size + spec.type);
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
