// Whatever address a kernel makes, in whatever space: it reaches bytes of the program's device memory, or the launch ends
// with a fault. Never the host's memory: not the rest of the page behind an allocation, not a vector of the test, not the
// emulator's own data.
//
// `make fuzz-simt` runs this under AddressSanitizer too.
#include <doctest/doctest.h>

#include <map>
#include <random>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

constexpr u64 kInBytes = 1000, kOutBytes = 4096 + 40;  // neither ends where a page does
constexpr u64 kOwnBytes = 64;                          // of shared memory, and of a thread's local memory
constexpr u8 kCanary = 0x5c;

// One instruction that accesses memory at %a (64 bits) or %b (its low 32 bits).
struct Access {
    std::string text;
    char space;  // g: global, s: shared, l: local, c: const, p: param, *: generic
    u32 bytes;   // from the address on; 0: several places, or a number that the test does not follow
};

std::vector<Access> accesses() {
    std::vector<Access> list;
    const std::map<std::string, char> spaces{{".global", 'g'}, {"", '*'}, {".shared", 's'}, {".local", 'l'}};
    for (const auto& [space, letter] : spaces) {
        const std::string at = "[%a]", at32 = letter == 's' || letter == 'l' ? "[%b]" : "[%a]";
        list.push_back({"ld" + space + ".u8 %r1, " + at + ";", letter, 1});
        list.push_back({"ld" + space + ".s16 %r1, " + at32 + ";", letter, 2});
        list.push_back({"ld" + space + ".u32 %r1, " + at + ";", letter, 4});
        list.push_back({"ld" + space + ".b64 %rd1, " + at32 + ";", letter, 8});
        list.push_back({"ld" + space + ".v4.u8 {%r1, %r2, %r3, %r4}, " + at + ";", letter, 4});
        list.push_back({"ld" + space + ".v4.u32 {%r1, %r2, %r3, %r4}, " + at + ";", letter, 16});
        list.push_back({"ld" + space + ".v2.b64 {%rd1, %rd2}, " + at32 + ";", letter, 16});
        list.push_back({"ld" + space + ".u32 %r1, [%a+-4];", letter, 0});
        list.push_back({"ld" + space + ".u32 %r1, [%a+2147483640];", letter, 0});
        list.push_back({"st" + space + ".u8 " + at + ", %r1;", letter, 1});
        list.push_back({"st" + space + ".u16 " + at32 + ", %r1;", letter, 2});
        list.push_back({"st" + space + ".u32 " + at + ", %r1;", letter, 4});
        list.push_back({"st" + space + ".b64 " + at32 + ", %rd1;", letter, 8});
        list.push_back({"st" + space + ".v4.u32 " + at + ", {%r1, %r2, %r3, %r4};", letter, 16});
        list.push_back({"st" + space + ".v2.b64 " + at32 + ", {%rd1, %rd2};", letter, 16});
        list.push_back({"st" + space + ".u32 [%a+-2147483648], %r1;", letter, 0});
        if (letter == 'l') continue;
        list.push_back({"atom" + space + ".add.u32 %r1, " + at + ", 3;", letter, 4});
        list.push_back({"atom" + space + ".cas.b64 %rd1, " + at32 + ", %rd2, %rd3;", letter, 8});
        list.push_back({"atom" + space + ".exch.b32 %r1, " + at + ", %r2;", letter, 4});
        list.push_back({"atom" + space + ".cas.b16 %rs1, " + at + ", %rs2, %rs3;", letter, 2});
        list.push_back({"red" + space + ".add.f32 " + at + ", %f1;", letter, 4});
        list.push_back({"red" + space + ".max.s64 " + at + ", %rd1;", letter, 8});
    }
    const std::vector<Access> others{
        {"ld.u64 %rd1, [%b];", '*', 0},
        {"st.v4.u32 [%b], {%r1, %r2, %r3, %r4};", '*', 0},
        {"ld.const.u32 %r1, [%a];", 'c', 4},
        {"ld.const.v4.u32 {%r1, %r2, %r3, %r4}, [%a];", 'c', 16},
        {"ld.param.u32 %r1, [%a];", 'p', 4},
        {"ld.global.nc.v2.u32 {%r1, %r2}, [%a];", 'g', 8},
        {"ld.volatile.global.u64 %rd1, [%a];", 'g', 8},
        {"ld.relaxed.gpu.global.u32 %r1, [%a];", 'g', 4},
        {"cp.async.ca.shared.global [own_shared], [%a], 4;\ncp.async.wait_all;", 'g', 4},
        {"cp.async.cg.shared.global [own_shared], [%a], 16;\ncp.async.wait_all;", 'g', 16},
        {"cp.async.ca.shared.global [%b], [%table], 8;\ncp.async.wait_all;", 's', 8},
        {"cp.async.ca.shared.global [own_shared], [%a], 16, 3;\ncp.async.wait_all;", 'g', 0},
        {"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [own_shared], [%a], 32, "
         "[own_shared+32];",
         'g', 0},
        {"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%b], [%table], 32, "
         "[own_shared];",
         's', 0},
        {"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [own_shared], [%table], %b, "
         "[own_shared];",
         's', 0},
        {"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [own_shared], [%table], 16, "
         "[%b];",
         's', 0},
        {"cp.async.bulk.global.shared::cta.bulk_group [%a], [own_shared], 64;\ncp.async.bulk.commit_group;\n"
         "cp.async.bulk.wait_group 0;",
         'g', 0},
        {"cp.async.bulk.global.shared::cta.bulk_group [%a], [%b], %b;\ncp.async.bulk.commit_group;\n"
         "cp.async.bulk.wait_group 0;",
         'g', 0},
        {"cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [own_shared], [%a, "
         "{%r1}], "
         "[own_shared];",
         'g', 0},
        {"cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%a, {%r1, %r2}], [%b];", 'g', 0},
        {"mbarrier.init.shared.b64 [%b], 1;", 's', 0},
        {"mbarrier.arrive.shared.b64 %rd1, [%b];", 's', 0},
        {"mbarrier.test_wait.parity.shared::cta.b64 %p1, [%b], 0;", 's', 0},
        {"ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r1, %r2, %r3, %r4}, [%b];", 's', 0},
        {"stmatrix.sync.aligned.m8n8.x2.shared.b16 [%b], {%r1, %r2};", 's', 0},
        {"prefetch.global.L2 [%a];", 'g', 0},
        // From one register as far apart as an offset can say: their distance is no number of 64 bits. It is
        // looked at once a value that was never written is followed.
        {"ld.shared.u32 %r3, [own_shared+8];\nld.global.u64 %rd1, [%a+9223372036854775807];\n"
         "ld.global.u8 %r1, [%a+-9223372036854775808];",
         'g', 0},
        {"cvta.to.shared.u64 %rd1, %a;\nst.shared.u32 [%rd1], %r1;", 's', 0},
        {"cvta.local.u64 %rd1, %a;\nst.u32 [%rd1], %r1;", '*', 0},
    };
    list.insert(list.end(), others.begin(), others.end());
    return list;
}

std::string kernel_of(const Access& access, std::size_t number) {
    return ".visible .entry k" + std::to_string(number) + R"((.param .u64 table)
{
.shared .align 128 .b8 own_shared[64];
.local .align 16 .b8 own_local[64];
.reg .pred %p<4>;
.reg .b16 %rs<8>;
.reg .b32 %r<8>, %b, %t;
.reg .b64 %rd<8>, %a, %table;
.reg .f32 %f<4>;
ld.param.u64 %table, [table];
mov.u32 %t, %tid.x;
mul.wide.u32 %rd1, %t, 8;
add.u64 %rd1, %rd1, %table;
ld.global.u64 %a, [%rd1];
cvt.u32.u64 %b, %a;
mov.u32 %r1, 7;
mov.u32 %r2, 7;
st.local.u32 [own_local], %r1;
st.shared.u32 [own_shared], %r1;
)" + access.text +
           "\nret;\n}\n";
}

class Prison {
  public:
    Prison() : accesses_(accesses()), freed_(device_.allocate(256)) {
        std::string text = module_text(".const .align 16 .b32 constants[16] = {1, 2, 3};\n");
        for (std::size_t k = 0; k < accesses_.size(); ++k) text += kernel_of(accesses_[k], k);
        module_ = std::make_unique<DeviceModule>(ptx::parse(text), ResourcesByKernel{}, device_.space);
        in_ = device_.space.allocate(kInBytes, memory::Kind::Device, "in", true);
        out_ = device_.space.allocate(kOutBytes, memory::Kind::Device, "out", true);
        device_.space.free(freed_);
        for (const memory::Allocation* allocation : {in_, out_})  // the rest of the last page
            std::memset(slack(allocation), kCanary, slack_bytes(allocation));
    }

    const std::vector<Access>& list() const { return accesses_; }

    // Runs an access with these addresses, one a lane, and checks all that has to hold.
    void run(std::size_t number, std::vector<u64> addresses) {
        const Access& access = accesses_[number];
        addresses.resize(32, addresses.back());
        std::memcpy(in_->host, addresses.data(), 256);
        Kernel& kernel = *module_->kernel("k" + std::to_string(number));
        LaunchConfig config;
        config.block = {32, 1, 1};
        config.parameters.resize(kernel.parameter_bytes());
        std::memcpy(config.parameters.data(), &in_->address, 8);
        Options options;
        options.threads = 1;
        const exec::Launch launch = exec::launch(kernel, config, device_.space, options);
        CAPTURE(access.text);
        std::string made;
        for (const u64 address : addresses) made += std::to_string(address) + " ";
        CAPTURE(made);
        CAPTURE(launch.message);
        CHECK(untouched());
        if (access.bytes == 0 || access.space == 'l' || access.space == 'p') return;
        bool inside = true;
        for (const u64 address : addresses) inside = inside && holds(access, address);
        // Inside it may still be misaligned; outside it never goes well.
        if (!inside) CHECK(launch.status != exec::Status::Ok);
        if (inside) CHECK(launch.status != exec::Status::IllegalAddress);
    }

    // Addresses that are right, nearly right, another space's, the host's, or nothing at all.
    std::vector<u64> interesting() const {
        std::vector<u64> list;
        const u64 edges[] = {0,
                             kOwnBytes,
                             u64{1} << 31,
                             u64{1} << 32,
                             u64{1} << 47,
                             u64{1} << 63,
                             memory::kSharedWindow,
                             memory::kSharedWindow + kOwnBytes,
                             memory::kLocalWindow,
                             memory::kLocalWindow + kOwnBytes,
                             memory::kParamWindow,
                             memory::kParamWindow + 8,
                             memory::kDeviceBegin,
                             memory::kDeviceEnd,
                             in_->address,
                             in_->address + kInBytes,
                             out_->address,
                             out_->address + kOutBytes,
                             freed_,
                             reinterpret_cast<u64>(in_->host),
                             reinterpret_cast<u64>(out_->host),
                             reinterpret_cast<u64>(canaries_.data()),
                             reinterpret_cast<u64>(&list),
                             reinterpret_cast<u64>(this)};
        for (const u64 edge : edges)
            for (const s64 offset : {-16, -4, -1, 0, 1, 8, 32})
                list.push_back(edge + static_cast<u64>(offset));
        return list;
    }

  private:
    static u64 slack_bytes(const memory::Allocation* allocation) { return 4096 - allocation->size % 4096; }
    static u8* slack(const memory::Allocation* allocation) { return allocation->host + allocation->size; }

    bool untouched() const {
        const auto is_canary = [](u8 byte) { return byte == kCanary; };
        for (const memory::Allocation* allocation : {in_, out_})
            if (!std::all_of(slack(allocation), slack(allocation) + slack_bytes(allocation), is_canary))
                return false;
        return std::all_of(canaries_.begin(), canaries_.end(), is_canary);
    }

    // Whether the program's device memory holds what the access touches there.
    bool holds(const Access& access, u64 address) const {
        const auto within = [&](u64 begin, u64 size) {
            return address >= begin && address - begin < size && size - (address - begin) >= access.bytes;
        };
        if (access.space == 's') {
            if (access.text.find("[%b") != std::string::npos) address = static_cast<u32>(address);
            return within(0, kOwnBytes);
        }
        if (access.space == '*' && within(memory::kSharedWindow, kOwnBytes)) return true;
        // Atomics work on memory that threads share.
        const bool atomic = access.text.starts_with("atom") || access.text.starts_with("red");
        if (access.space == '*' && within(memory::kLocalWindow, kOwnBytes)) return !atomic;
        if (access.space == '*' && within(memory::kParamWindow, 8)) return access.text.starts_with("ld");
        const memory::Allocation* constants = module_->variable("constants");
        if (within(constants->address, constants->size)) return access.text.starts_with("ld");
        return within(in_->address, kInBytes) || within(out_->address, kOutBytes);
    }

    Device device_;
    std::vector<Access> accesses_;
    u64 freed_;
    std::unique_ptr<DeviceModule> module_;
    const memory::Allocation *in_ = nullptr, *out_ = nullptr;
    const std::vector<u8> canaries_ = std::vector<u8>(4096, kCanary);
};

}  // namespace

TEST_CASE("an address that no device memory holds is a fault, in every space and with every instruction") {
    Prison prison;
    const std::vector<u64> addresses = prison.interesting();
    for (std::size_t number = 0; number < prison.list().size(); ++number)
        for (const u64 address : addresses) prison.run(number, {address});
}

TEST_CASE("one lane's wrong address among right ones is a fault, and so is anything that bits can say") {
    Prison prison;
    const std::vector<u64> interesting = prison.interesting();
    std::mt19937_64 random(5);
    for (int round = 0; round < 4000; ++round) {
        std::vector<u64> addresses(32, interesting[random() % interesting.size()]);
        const u64 bits = random();
        addresses[random() % 32] =
            round % 2 == 0 ? interesting[random() % interesting.size()] : bits >> random() % 64;
        if (round % 5 == 0)
            for (u64& address : addresses) address = random() >> random() % 64;
        prison.run(random() % prison.list().size(), addresses);
    }
}
