// See device_launch_calls.hpp.
#include "emulator/exec/device_launch_calls.hpp"

#include "emulator/check/launch_checks.hpp"
#include "emulator/error.hpp"
#include "emulator/exec/async/reach.hpp"
#include "emulator/exec/device_runtime.hpp"
#include "emulator/exec/ops/memory_global.hpp"
#include "emulator/exec/ops/memory_shared.hpp"
#include "emulator/exec/source_places.hpp"
#include "emulator/exec/stop.hpp"
#include "emulator/exec/system_caller.hpp"

namespace simt::exec {
namespace {

class CallingThread final : public DeviceThread {
  public:
    CallingThread(const Caller& caller, const Op* op) : caller_(caller), op_(op) {
        block = caller.state.block->checks.linear;
        number = thread_of(caller.state, caller.lane);
    }

    std::vector<u8> bytes_of_argument(std::size_t k) const override {
        const ParamSlot& slot = caller_.call.arguments.at(k);
        const u8* const first = caller_.frame() + slot.offset;
        return {first, first + slot.size};
    }

    check::Site site() const override {
        const Worker& worker = *caller_.state.worker;
        return site_of(worker.launch->kernel, worker.code->info[op_->index].source);
    }

    bool read(u64 address, void* to, u32 bytes) const override { return caller_.read(address, to, bytes); }

    bool write(u64 address, const void* from, u32 bytes) override {
        u8* const to = place(address, bytes);
        if (to != nullptr) std::memcpy(to, from, bytes);
        return to != nullptr;
    }

    u64 end_part() override {
        const Worker& worker = *caller_.state.worker;
        return worker.launch->checks->end_part(
            [&](u32 op) { return site_of(worker.launch->kernel, worker.code->info[op].source); });
    }

  private:
    u8* place(u64 address, u32 bytes) {
        WarpState& state = caller_.state;
        const u64 window = address & ~(memory::kWindowSize - 1), offset = address & (memory::kWindowSize - 1);
        if (window == memory::kLocalWindow && offset + bytes <= state.local_bytes) {
            check::write_local(state.checks, caller_.lane, static_cast<u32>(offset), bytes);
            return local_of(state, caller_.lane) + offset;
        }
        if (window == memory::kSharedWindow)
            return reach_shared(state, op_, 0, caller_.lane, offset, bytes,
                                generic::prepare_shared<Kind::Store>);
        return reach_global(state, op_, caller_.lane, address, bytes, generic::prepare_global<Kind::Store>);
    }

    Caller caller_;
    const Op* op_;
};

}  // namespace

const Op* call_device_runtime(WarpState& state, const Op* op) {
    const CallSite& site = state.worker->code->calls[static_cast<u64>(op->immediate) / 256];
    const auto which = static_cast<DeviceCall>(op->immediate % 256);
    DeviceRuntime* const runtime = state.worker->launch->options.device;
    if (runtime == nullptr)
        return stop_at(state, op, Status::Unsupported,
                       "a call of the device runtime, of which there is none");
    for (const u32 lane : Lanes(state.warp.exec)) {
        const Caller caller{state, site, lane};
        CallingThread thread(caller, op);
        try {
            caller.result(runtime->call(which, thread));
        } catch (const Error& misuse) {
            return stop_misuse(state, op, thread.number, misuse.what(), Status::Trap);
        }
        if (state.worker->status != Status::Ok) return nullptr;
    }
    state.worker->progressed = true;
    return op + 1;
}

}  // namespace simt::exec
