// Tensor copies: boxes of every rank, the tensor's edges, swizzling, reductions, and maps that are none.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "emulator/exec/async/tensor_map.hpp"
#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

// A dense tensor of 4-byte elements 1, 2, 3, … and a box of it. Rows are padded to 16 bytes.
struct Tensor {
    std::vector<u32> size, box, step;
    u32 element_bytes = 4;

    u32 row() const { return (size[0] + 3) / 4 * 4; }
    std::size_t elements() const {
        return std::accumulate(size.begin() + 1, size.end(), std::size_t{row()}, std::multiplies<>());
    }
    TensorMap map(u64 address) const {
        TensorMap map;
        map.address = address;
        map.rank = static_cast<u8>(size.size());
        map.type = 2;  // CU_TENSOR_MAP_DATA_TYPE_UINT32
        map.element_bytes = 4;
        u64 stride = row() * 4;
        for (u32 k = 0; k < size.size(); ++k) {
            map.last[k] = size[k] - 1;
            map.box[k] = static_cast<u16>(box[k]);
            map.steps[k] = static_cast<u8>(step.empty() ? 1 : step[k]);
            if (k == 0) continue;
            map.strides[k - 1] = stride;
            stride *= size[k];
        }
        return map;
    }
    // Elements of the box, dimension by dimension.
    std::vector<u32> counts() const {
        std::vector<u32> result;
        for (u32 k = 0; k < size.size(); ++k)
            result.push_back(k == 0 || step.empty() ? box[k] : (box[k] + step[k] - 1) / step[k]);
        return result;
    }
    u32 box_elements() const {
        const std::vector<u32> count = counts();
        return std::accumulate(count.begin(), count.end(), 1u, std::multiplies<>());
    }
    // The index in the tensor of element k of the box at `at`, or -1 outside; or outside of rows with their padding.
    s64 index(u32 k, const std::vector<int>& at, bool padded = false) const {
        const std::vector<u32> count = counts();
        s64 index = 0, stride = 1;
        bool inside = true;
        for (u32 d = 0; d < size.size(); ++d) {
            const s64 x = at[d] + s64{k % count[d]} * (d == 0 || step.empty() ? 1 : step[d]);
            inside = inside && x >= 0 && x < s64{d == 0 && padded ? row() : size[d]};
            index += x * stride;
            stride *= d == 0 ? row() : size[d];
            k /= count[d];
        }
        return inside ? index : -1;
    }
};

std::string coordinates(const std::vector<int>& at) {
    std::string text = "{";
    for (std::size_t k = 0; k < at.size(); ++k) text += (k == 0 ? "" : ", ") + std::to_string(at[k]);
    return text + "}";
}

const std::string kHead =
    ".shared .align 8 .b8 bar[8];\n.shared .align 1024 .b8 tile[8192];\nmov.u32 %r8, tile;\n";

struct Copied {
    exec::Launch launch;
    std::vector<u32> words;  // of shared memory behind the copy, or of the tensor
};

// The box at `at` into shared memory and out again word by word.
Copied load(const Tensor& tensor, const std::vector<int>& at,
            const std::function<void(TensorMap&)>& change = {}) {
    Device device;
    std::vector<u32> values(tensor.elements());
    std::iota(values.begin(), values.end(), 1u);
    TensorMap map = tensor.map(device.upload(values));
    if (change) change(map);
    std::vector<TensorMap> bytes(2);
    bytes[0] = map;
    const u32 count = tensor.box_elements();
    const u64 out = device.allocate(count * 4), in = device.upload(bytes);
    Copied copied;
    copied.launch =
        device.launch(kernel_text(kHead + R"(
setp.ne.u32 %p0, %t, 0;
@%p0 bra ALL;
mbarrier.init.shared.b64 [bar], 1;
cp.async.bulk.tensor.)" + std::to_string(at.size()) +
                                  "d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r8], [%in, " +
                                  coordinates(at) +
                                  "], [bar];\nmbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], " +
                                  std::to_string(4 * count) + R"(;
ALL:
bar.sync 0;
WAIT:
mbarrier.try_wait.parity.shared::cta.b64 %p1, [bar], 0;
@!%p1 bra WAIT;
mov.u32 %r1, %t;
mov.u32 %r4, %n;
NEXT:
setp.ge.u32 %p2, %r1, %r4;
@%p2 bra END;
mad.lo.u32 %r2, %r1, 4, %r8;
ld.shared.u32 %r3, [%r2];
mad.wide.u32 %rd1, %r1, 4, %out;
st.global.u32 [%rd1], %r3;
add.u32 %r1, %r1, 32;
bra NEXT;
END:
)"),
                      {}, {out, in, count});
    if (copied.launch.status == exec::Status::Ok) copied.words = device.download<u32>(out, count);
    return copied;
}

// Shared memory's words 1001, 1002, … into the box at `at`; the tensor holds 1, 2, 3, …
Copied store(const Tensor& tensor, const std::vector<int>& at, const std::string& reduction = "",
             const std::function<void(TensorMap&)>& change = {}) {
    Device device;
    std::vector<u32> values(tensor.elements());
    std::iota(values.begin(), values.end(), 1u);
    const u64 address = device.upload(values);
    TensorMap map = tensor.map(address);
    if (change) change(map);
    std::vector<TensorMap> bytes(2);
    bytes[0] = map;
    const u64 in = device.upload(bytes);
    const std::string root = reduction.empty() ? "cp.async.bulk.tensor." : "cp.reduce.async.bulk.tensor.";
    Copied copied;
    copied.launch = device.launch(kernel_text(kHead + R"(
mov.u32 %r1, %t;
mov.u32 %r4, %n;
NEXT:
mad.lo.u32 %r2, %r1, 4, %r8;
add.u32 %r3, %r1, 1001;
st.shared.u32 [%r2], %r3;
add.u32 %r1, %r1, 32;
setp.lt.u32 %p2, %r1, %r4;
@%p2 bra NEXT;
fence.proxy.async.shared::cta;
bar.sync 0;
setp.ne.u32 %p0, %t, 0;
@%p0 bra END;
)" + root + std::to_string(at.size()) + "d.global.shared::cta" +
                                              (reduction.empty() ? "" : "." + reduction) +
                                              ".tile.bulk_group [%in, " + coordinates(at) + R"(], [%r8];
cp.async.bulk.commit_group;
cp.async.bulk.wait_group 0;
END:
)"),
                                  {}, {0, in, 1024u});
    copied.words = device.download<u32>(address, tensor.elements());
    return copied;
}

void check_both_ways(const Tensor& tensor, const std::vector<int>& at) {
    CAPTURE(coordinates(at));
    const Copied in = load(tensor, at);
    CAPTURE(in.launch.message);
    CHECK(in.launch.status == exec::Status::Ok);
    CHECK(in.launch.findings.empty());
    const u32 count = tensor.box_elements();
    CHECK(in.words == words(count, [&](u32 k) {
              const s64 index = tensor.index(k, at);
              return index < 0 ? 0 : index + 1;
          }));
    const Copied out = store(tensor, at);
    if (std::any_of(at.begin(), at.end(), [](int x) { return x < 0; })) {
        CHECK(out.launch.status == exec::Status::IllegalInstruction);
        return;
    }
    CHECK(out.launch.status == exec::Status::Ok);
    CHECK(out.launch.findings.empty());
    std::vector<u32> expected(tensor.elements());
    std::iota(expected.begin(), expected.end(), 1u);
    for (u32 k = 0; k < count; ++k)
        if (const s64 index = tensor.index(k, at, true); index >= 0)
            expected[static_cast<std::size_t>(index)] = 1001 + k;
    CHECK(out.words == expected);
}

}  // namespace

TEST_CASE("boxes of every rank go in and out, inside the tensor and over its edges") {
    check_both_ways({{37}, {8}, {}}, {4});
    check_both_ways({{37}, {8}, {}}, {32});
    check_both_ways({{37}, {8}, {}}, {36});
    check_both_ways({{37}, {8}, {}}, {-4});
    check_both_ways({{37, 11}, {8, 4}, {}}, {8, 2});
    check_both_ways({{37, 11}, {8, 4}, {}}, {32, 9});
    check_both_ways({{37, 11}, {8, 4}, {}}, {-4, -1});
    check_both_ways({{37, 11}, {8, 4}, {}}, {0, -1});
    check_both_ways({{37, 11}, {8, 4}, {}}, {100, 2});  // wholly outside
    check_both_ways({{9, 5, 7}, {4, 3, 2}, {}}, {8, 3, 6});
    check_both_ways({{6, 5, 4, 3}, {4, 2, 3, 2}, {}}, {4, 4, -1, 1});
    check_both_ways({{5, 4, 3, 3, 3}, {4, 2, 2, 2, 2}, {}}, {4, 3, 2, -1, 2});
}

TEST_CASE("element strides take every second or third of a dimension, never of the first") {
    check_both_ways({{16, 11}, {8, 5}, {2, 2}}, {4, 1});
    check_both_ways({{9, 8, 9}, {4, 4, 6}, {1, 1, 3}}, {0, 2, 1});
}

TEST_CASE("swizzling exchanges pieces of 16 bytes by bits of their shared address, both ways") {
    struct Mode {
        TensorSwizzle swizzle;
        u32 row_words, bits;
    };
    for (const Mode mode : {Mode{TensorSwizzle::Bytes32, 8, 1}, Mode{TensorSwizzle::Bytes64, 16, 3},
                            Mode{TensorSwizzle::Bytes128, 32, 7}}) {
        const Tensor tensor{{40, 40}, {mode.row_words, 32}, {}};
        const auto change = [&](TensorMap& map) { map.swizzle = mode.swizzle; };
        const auto place = [&](u32 word) { return word ^ ((word * 4 >> 7 & mode.bits) << 2); };
        const Copied in = load(tensor, {4, 3}, change);
        CHECK(in.launch.findings.empty());
        CHECK(in.words == words(tensor.box_elements(), [&](u32 word) {
                  return tensor.index(place(word), {4, 3}) + 1;
              }));
        const Copied out = store(tensor, {4, 3}, "", change);
        CHECK(out.launch.findings.empty());
        for (u32 k = 0; k < tensor.box_elements(); ++k)
            CHECK(out.words[static_cast<std::size_t>(tensor.index(k, {4, 3}))] == 1001 + place(k));
    }
}

TEST_CASE("swizzled rows that are shorter than what is swizzled have as much to themselves") {
    const Tensor tensor{{40, 40}, {8, 4}, {}};
    const auto change = [](TensorMap& map) { map.swizzle = TensorSwizzle::Bytes128; };
    const Copied out = store(tensor, {4, 3}, "", change);
    CHECK(out.launch.status == exec::Status::Ok);
    for (u32 k = 0; k < 32; ++k) {
        const u32 word = k / 8 * 32 + k % 8;
        CHECK(out.words[static_cast<std::size_t>(tensor.index(k, {4, 3}))] ==
              1001 + (word ^ ((word * 4 >> 7 & 7) << 2)));
    }
}

TEST_CASE("a box begins at a multiple of 16 bytes, on an H200 too") {
    const Tensor tensor{{16, 4}, {8, 2}, {}};
    for (const int x : {1, 2, 3, -1, 5}) {
        const Copied in = load(tensor, {x, 0}), out = store(tensor, {x, 0});
        CHECK(in.launch.status == exec::Status::IllegalInstruction);
        CHECK(in.launch.message.find("a box begins at element " + std::to_string(x) +
                                     " of the tensor's rows, of 4 bytes: it must be a multiple of 16") == 0);
        CHECK(out.launch.status == exec::Status::IllegalInstruction);
    }
}

TEST_CASE("reducing copies keep subnormal floats") {
    const Copied out = store({{16, 4}, {8, 2}, {}}, {0, 0}, "add", [](TensorMap& map) { map.type = 7; });
    CHECK(out.words[0] == 1 + 1001);
}

TEST_CASE("outside of the tensor lie zeros, or NaN where the map asks for it") {
    const Copied in = load({{8, 2}, {8, 4}, {}}, {4, 1}, [](TensorMap& map) {
        map.type = 7;  // CU_TENSOR_MAP_DATA_TYPE_FLOAT32
        map.fill_nan = 1;
    });
    CHECK(in.words == words(32, [](u32 k) { return k < 4 ? 13 + k : 0x7ff77ff7; }));
}

TEST_CASE("reducing copies add to the tensor what lies inside") {
    const Tensor tensor{{12, 4}, {8, 4}, {}};
    const Copied out = store(tensor, {8, 2}, "add");
    CHECK(out.launch.status == exec::Status::Ok);
    for (u32 k = 0; k < 32; ++k)
        if (const s64 index = tensor.index(k, {8, 2}); index >= 0)
            CHECK(out.words[static_cast<std::size_t>(index)] == index + 1 + 1001 + k);
    CHECK(store(tensor, {0, 0}, "xor").words[0] == (1 ^ 1001));
    const Copied none = store(tensor, {0, 0}, "inc", [](TensorMap& map) { map.type = 7; });
    CHECK(none.launch.message.find("a tensor of f32 elements cannot be reduced with .inc") == 0);
}

TEST_CASE("what a map, an address or a shape gets wrong is named") {
    const Tensor tensor{{16, 4}, {8, 2}, {}};
    CHECK(load(tensor, {0, 0}, [](TensorMap& map) {
              map.mark = 0;
          }).launch.message.find("there is no tensor map at that address") == 0);
    CHECK(load(tensor, {0, 0}, [](TensorMap& map) { map.mark = 0; }).launch.status ==
          exec::Status::IllegalInstruction);
    CHECK(load(tensor, {0, 0, 0})
              .launch.message.find("a tensor map of 2 dimensions is used with 3 coordinates") == 0);
    // The map says more than the allocation holds.
    const Copied beyond = load(tensor, {0, 4}, [](TensorMap& map) { map.last[1] = 5; });
    CHECK(beyond.launch.status == exec::Status::IllegalAddress);
    const Ran misaligned =
        run(kHead +
                "mbarrier.init.shared.b64 [bar], 1;\ncp.async.bulk.tensor.1d.shared::cluster.global.tile."
                "mbarrier::complete_tx::bytes [%r8], [%in+32, {0}], [bar];\n",
            {.block = {1}, .in = words(64, [](u32) { return 0; })});
    CHECK(misaligned.launch.message.find("the tensor map's address is not a multiple of 64") == 0);
}

TEST_CASE("tensor copies make traffic but no requests") {
    const Tensor tensor{{32, 8}, {32, 8}, {}};
    const Copied out = store(tensor, {0, 0});
    CHECK(out.launch.counters.global_store_requests == 0);
    CHECK(out.launch.counters.dram_write_bytes == 1024);
}
