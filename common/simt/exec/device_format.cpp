// See device_format.hpp. Each specifier is taken apart, its argument fetched, and the host's own snprintf writes it, as
// NVIDIA's runtime does.
#include "common/simt/exec/device_format.hpp"

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
    bool width_given = false, precision_given = false;  // '*': from the arguments
    std::string size;                                   // "", "h", "ll" …
    char type = 0;
    std::size_t end = 0;  // behind it
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

// The specifier behind the '%' at `at`; nullopt if there is none that CUDA knows.
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
        const auto precision = read_number(format, ++at, spec.precision_given);
        if (!precision) return std::nullopt;
        spec.precision = *precision;
    }
    while (is_one_of(format[at], "hljztL")) spec.size += format[at++];
    if (!is_one_of(format[at], "diouxXcpsaAeEfFgG")) return std::nullopt;
    spec.type = format[at];
    spec.end = at + 1;
    return spec;
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
            if (at + 1 < format_.size() && format_[at + 1] == '%') {
                text_ += '%';
                at += 2;
                continue;
            }
            const auto spec = read_specifier(format_, at);
            if (!spec || arguments_ + spec->width_given + spec->precision_given >= kMostArguments) {
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

    // A width or precision that is an argument; an absurd one counts as none.
    bool next_number(bool given, int& number) {
        if (!given) return true;
        if (!next(number)) return false;
        if (number > kWidest || number < -kWidest) number = 0;
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

    bool write(Specifier spec) {
        if (!next_number(spec.width_given, spec.width) || !next_number(spec.precision_given, spec.precision))
            return false;
        std::string host = "%" + spec.flags;
        if (spec.width < -1) host += '-';
        if (spec.width != -1) host += std::to_string(std::abs(spec.width));
        if (spec.precision >= 0) host += "." + std::to_string(spec.precision);
        const bool wide = spec.size.find_first_of("ljzt") != std::string::npos;
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
        } else if (spec.type != 'c' && wide) {
            long long value = 0;
            if (!next(value)) return false;
            append(host + "ll" + spec.type, value);
        } else {
            int value = 0;
            if (!next(value)) return false;
            if (spec.type == 'c' && value == 0) {  // snprintf writes it, and text is found by its length
                text_ += '\0';
                return true;
            }
            append(host + (spec.type == 'c' ? "" : spec.size) + spec.type, value);
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
