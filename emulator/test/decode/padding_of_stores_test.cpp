// Which bytes lie between the members of a structure that is stored member by member.
#include <doctest/doctest.h>

#include "emulator/decode/padding.hpp"
#include "emulator/test/decode/parsed.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

// The offsets of the bytes of padding behind instruction n.
std::vector<s64> padding_behind(u32 n, const std::string& body) {
    const Parsed parsed(body);
    const Padding padding = find_padding(find_control_flow(parsed.kernel()), register_types(parsed.kernel()));
    std::vector<s64> offsets;
    if (const auto found = padding.find(parsed.at(n)); found != padding.end())
        for (const PaddingBytes& bytes : found->second)
            for (u32 k = 0; k < bytes.bytes; ++k) offsets.push_back(bytes.offset + k);
    return offsets;
}

using Offsets = std::vector<s64>;

}  // namespace

TEST_CASE("beside a narrow member, the aligned place of the widest one holds padding") {
    CHECK(padding_behind(1, "st.global.u32 [%out], %t;\nst.global.u64 [%out+8], %rd1;") ==
          Offsets{4, 5, 6, 7});
    CHECK(
        padding_behind(2, "st.global.u8 [%out], %rs1;\nst.global.u32 [%out+4], %t;\nst.u8 [%out+8], %rs1;") ==
        Offsets{1, 2, 3, 9, 10, 11});
    CHECK(padding_behind(1, "st.global.u32 [%out+-8], %t;\nst.global.u64 [%out], %rd1;") ==
          Offsets{-4, -3, -2, -1});
}

TEST_CASE("members that fill their place leave no padding") {
    CHECK(padding_behind(
              2, "st.global.u32 [%out], %t;\nst.global.u32 [%out+4], %t;\nst.global.u64 [%out+8], %rd1;")
              .empty());
    CHECK(padding_behind(1, "st.global.u32 [%out], %t;\nst.global.v2.u32 [%out+8], {%t, %g};").empty());
}

TEST_CASE("stores are of one structure if one register leads to them, in one block, not far apart") {
    CHECK(padding_behind(1, "st.global.u32 [%out], %t;\nst.global.u64 [%in+8], %rd1;").empty());
    CHECK(padding_behind(2, "st.global.u32 [%out], %t;\nadd.u64 %out, %out, 8;\nst.global.u64 [%out], %rd1;")
              .empty());
    CHECK(padding_behind(1, "st.global.u32 [%out], %t;\nL:\nst.global.u64 [%out+8], %rd1;").empty());
    CHECK(padding_behind(1, "st.global.u32 [%out], %t;\nst.global.u64 [%out+80], %rd1;").empty());
    CHECK(padding_behind(1, "st.shared.u32 [%out], %t;\nst.shared.u64 [%out+8], %rd1;").empty());
}
