// What a kernel's printf makes of formats: the same as the host's printf of the same arguments.
#include "emulator/exec/printf/device_format.hpp"

#include <doctest/doctest.h>

#include <cstdio>
#include <cstring>
#include <limits>
#include <map>
#include <vector>

using namespace simt;
using namespace simt::exec;

namespace {

// An argument list as nvcc lays it out, and strings at made-up addresses.
class Arguments {
  public:
    template <class T>
    Arguments& add(T value) {
        bytes_.resize((bytes_.size() + sizeof value - 1) / sizeof value * sizeof value);
        const auto* raw = reinterpret_cast<const u8*>(&value);
        bytes_.insert(bytes_.end(), raw, raw + sizeof value);
        return *this;
    }
    Arguments& add_string(const char* text) {
        const u64 address = 0x1000 + 0x100 * strings_.size();
        strings_[address] = text;
        return add(address);
    }

    // The text and, behind a '#', the number of arguments.
    std::string print(const std::string& format) const {
        std::string text;
        const FormatInput input{[&](u64 offset, void* to, u32 size) {
                                    if (offset + size > bytes_.size()) return false;
                                    std::memcpy(to, bytes_.data() + offset, size);
                                    return true;
                                },
                                [&](u64 address, std::string& string) {
                                    const auto found = strings_.find(address);
                                    if (found == strings_.end()) return false;
                                    string = found->second;
                                    return true;
                                }};
        const int count = format_device_text(format, input, text);
        return text + "#" + std::to_string(count);
    }

  private:
    std::vector<u8> bytes_;
    std::map<u64, std::string> strings_;
};

template <class... T>
std::string host(const char* format, T... values) {
    char text[512];
    std::snprintf(text, sizeof text, format, values...);
    return text;
}

// One value, with every flag, width and precision.
template <class T>
void check_all_forms(const std::string& type, T value) {
    for (const char* flags : {"", "-", "+", " ", "0", "#", "-+", "+0", "# "})
        for (const char* width : {"", "1", "7", "20"})
            for (const char* precision : {"", ".", ".0", ".3", ".12"}) {
                const std::string format = std::string("<%") + flags + width + precision + type + ">";
                CAPTURE(format);
                CHECK(Arguments().add(value).print(format) == host(format.c_str(), value) + "#1");
            }
}

}  // namespace

TEST_CASE("integers of 4 and 8 bytes in every form") {
    for (const char* type : {"d", "i", "u", "o", "x", "X", "hd", "hx", "hu"})
        for (const int value : {0, 1, -1, 70000, std::numeric_limits<int>::min()})
            check_all_forms(type, value);
    for (const char* type : {"ld", "lld", "llu", "lx", "llX", "lo", "li"})
        for (const long long value : {0LL, -1LL, 12345678901LL, std::numeric_limits<long long>::min()})
            check_all_forms(type, value);
}

TEST_CASE("floating-point numbers in every form") {
    for (const char* type : {"f", "F", "e", "E", "g", "G", "a", "A", "lf"})
        for (const double value : {0.0, -0.0, 1.5, -1e300, 5e-324, std::numeric_limits<double>::infinity(),
                                   std::numeric_limits<double>::quiet_NaN()})
            check_all_forms(type, value);
}

TEST_CASE("characters, strings and pointers") {
    CHECK(Arguments().add(int{'a'}).add(int{'z'}).print("%c%3c") == "a  z#2");
    CHECK(Arguments().add(0).print("%c") == std::string(1, '\0') + "#1");
    CHECK(Arguments().add_string("one").add_string("").add_string("three").print("[%s|%s|%-7.2s]") ==
          "[one||th     ]#3");
    CHECK(Arguments().add(u64{0}).print("%s") == "(null)#1");
    CHECK(Arguments().add(u64{0}).add(u64{0x7f00deadbeef}).print("%p %p") == "(nil) 0x7f00deadbeef#2");
}

TEST_CASE("each argument lies at a multiple of its size") {
    Arguments mixed;
    mixed.add(1).add(2.5).add(3).add(4).add(5LL).add_string("six").add(7);
    CHECK(mixed.print("%d %g %d %d %lld %s %d") == "1 2.5 3 4 5 six 7#7");
}

TEST_CASE("a width from the arguments, but no precision") {
    CHECK(Arguments().add(6).add(42).print("%*d|") == "    42|#2");
    CHECK(Arguments().add(-6).add(42).print("%*d|") == "42    |#2");
    CHECK(Arguments().add(8).add(3.14159).print("%*.2f|") == "    3.14|#2");
    CHECK(Arguments().add(8).add(2).add(3.14159).print("%*.*f|") == "%*.*f|#0");
    CHECK(Arguments().add(7).print("%.*f %d|") == "%.*f 7|#1");
}

TEST_CASE("what is no specifier stays as it stands and takes no argument") {
    CHECK(Arguments().print("") == "#0");
    CHECK(Arguments().print("100 %% sure\n") == "100 % sure\n#0");
    CHECK(Arguments().add(5).print("%q %y %n %d") == "%q %y %n 5#1");
    CHECK(Arguments().print("%") == "%#0");
    CHECK(Arguments().print("%5") == "%5#0");
    // Sizes that are none of CUDA's, and ones that nobody knows.
    CHECK(Arguments().add(5).print("%zu %hhd %jd %Lf %d") == "%zu %hhd %jd %Lf 5#1");
    CHECK(Arguments().add(5).print("%lk %hhhd %+05.3k %d") == "%k %hd %+05.3k 5#1");
    CHECK(Arguments().add(5).print("%5% %l% %d") == "% % 5#1");
    CHECK(Arguments().add(5).print("%99999999999d %d") == "%99999999999d 5#1");
}

TEST_CASE("32 arguments are printed, the specifiers of further ones stay") {
    Arguments arguments;
    std::string format, expected;
    for (int k = 0; k < 34; ++k) {
        arguments.add(k);
        format += "%d ";
        expected += k < 32 ? std::to_string(k) + " " : "%d ";
    }
    CHECK(arguments.print(format) == expected + "#32");
}

TEST_CASE("arguments and strings that cannot be read are an error") {
    CHECK(Arguments().add(1).print("%d %d") == "1 #-1");
    CHECK(Arguments().add(u64{0x666}).print("%s") == "#-1");
}
