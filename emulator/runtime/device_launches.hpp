// Grids that kernels launch (dynamic parallelism), and the other calls of the device runtime.
//
// No kernel can wait for what it launches, so the grids of a kernel run when it has ended: in the order of their launches, each
// with all that it launches in turn, and the tail launches last. That is an order which a GPU may choose, too. What else a GPU
// may do is the business of the race check: it knows by which streams and events the grids are ordered
// (check/races/nested_launches.hpp).
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "emulator/check/races/stream_races.hpp"
#include "emulator/exec/device_runtime.hpp"
#include "emulator/exec/launch.hpp"
#include "emulator/runtime/entry_points.hpp"
#include "emulator/runtime/modules.hpp"

namespace simt::runtime {

// Handles of streams in kernels that are constants of CUDA; 0 and 1 are the block's default stream.
constexpr u64 kStreamPerThread = 2, kStreamTailLaunch = 3, kStreamFireAndForget = 4;

// What all grids below one launch of the host share.
struct DeviceTree {
    int device = 0;      // on which they run
    check::Stamp stamp;  // of that launch
    u64 pending = 0;     // kernels that kernels launched and that have not ended, with all below them
    u64 handles = kStreamFireAndForget;  // the newest stream or event
    u64 turns = 0;                       // tail launches so far
    bool told_pending = false;           // that too many are pending
    u64 instructions = 0;                // warp instructions of all grids so far, if they are limited
    u64 buffer = 0, left = 0;            // where the next launch's arguments go; bytes
    std::vector<u64> allocations;        // of the device: those arguments, texts of errors
    std::map<std::string, u64, std::less<>> texts;  // addresses of errors' names and descriptions
    ~DeviceTree();
    // Memory of the device until the tree has ended; 0: there is none.
    u64 allocate(u64 bytes);
};

// Work that a kernel has put into a stream of the device.
struct DeviceWork {
    enum class Kind { Kernel, Copy, Record, Wait } kind = Kind::Kernel;
    u64 stream = 0;
    u64 after_part = 0;
    check::Site launcher = {};
    const Function* function = nullptr;  // Kernel
    exec::LaunchConfig config = {};
    const char* name = "";  // Copy: the call
    std::function<void()> copy = {};
    u64 event = 0;  // Record, Wait
};

// One running grid, which answers the calls of its threads. The clocks order the streams of this grid only.
class DeviceGrid final : public exec::DeviceRuntime {
  public:
    DeviceGrid(DeviceTree& tree, const Function& function,
               std::shared_ptr<const check::NestedLaunch> place = nullptr);

    u64 call(exec::DeviceCall which, exec::DeviceThread& thread) override;

    // Call it before the grid runs and when its kernel is known to have code. Gives the race check its place in the tree.
    void begin();
    u64& instructions() { return tree_.instructions; }

    // What the grid has launched and what has not run yet: in order, the tail launches last.
    std::deque<DeviceWork> works, tails;
    // The places of the works in the order of the tree.
    std::shared_ptr<const check::NestedLaunch> place_of(const DeviceWork& work);
    std::shared_ptr<const check::NestedLaunch> place_of_tail(const DeviceWork& work);
    // Carries out a Record or a Wait.
    void order(const DeviceWork& work);
    const std::shared_ptr<const check::NestedLaunch>& place() const { return place_; }

  private:
    struct Prepared {
        const Function* function = nullptr;
        exec::LaunchConfig config;
    };
    using Thread = std::pair<u64, u32>;  // block, number

    // Runs a call's work. Its error becomes the thread's last one.
    cudaError_t outcome(exec::DeviceThread& thread, const char* name, const std::function<void()>& work);
    const Function& function_at(u64 pointer) const;
    u64 stream_of(u64 handle, const exec::DeviceThread& thread);
    void check_event(u64 handle) const;
    void enqueue(DeviceWork work, u64 stream, exec::DeviceThread& thread);

    u64 parameter_buffer(u64 bytes);
    u64 prepare(exec::DeviceThread& thread);
    void launch(exec::DeviceThread& thread, Prepared prepared, u64 buffer, u64 stream);
    cudaError_t launch_call(exec::DeviceCall which, exec::DeviceThread& thread);
    cudaError_t stream_call(exec::DeviceCall which, exec::DeviceThread& thread);
    cudaError_t copy_call(exec::DeviceCall which, exec::DeviceThread& thread);
    cudaError_t query_call(exec::DeviceCall which, exec::DeviceThread& thread);
    cudaError_t memory_call(exec::DeviceCall which, exec::DeviceThread& thread);
    u64 text(const char* words);

    DeviceTree& tree_;
    const Function& function_;
    std::shared_ptr<const check::NestedLaunch> place_;
    std::map<Thread, cudaError_t> errors_;
    std::map<u64, Prepared> prepared_;                     // by the address of the arguments
    std::map<std::pair<u64, u64>, u64> default_streams_;   // by handle and block, or thread
    std::map<u64, unsigned> streams_, events_;             // by handle: the flags
    std::map<u64, check::StreamClock> clocks_, recorded_;  // by stream, and by event
};

// Runs a launch of the host with all that it launches.
void run_with_launches(const Function& function, exec::LaunchConfig config);
// Runs one of its grids (launch.cpp).
void run_grid(const Function& function, exec::LaunchConfig config, DeviceGrid& grid);

}  // namespace simt::runtime
