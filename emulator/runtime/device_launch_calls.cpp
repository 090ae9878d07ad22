// The calls of the device runtime, except launches: streams and events, copies, questions, memory; see device_launches.hpp.
#include <atomic>
#include <cstring>
#include <optional>

#include "emulator/error.hpp"
#include "emulator/exec/heap_calls.hpp"
#include "emulator/runtime/call.hpp"
#include "emulator/runtime/device_launches.hpp"
#include "emulator/runtime/layouts.hpp"
#include "emulator/runtime/older/hooks.hpp"
#include "emulator/runtime/transfer.hpp"

namespace simt::runtime {
namespace {

using exec::DeviceCall;
using exec::DeviceThread;

template <class Value>
void give(DeviceThread& thread, std::size_t k, const Value& value) {
    const u64 address = thread.argument<u64>(k);
    if (address == 0) fail(cudaErrorInvalidValue, "the pointer to write the result to is null");
    thread.write(address, &value, sizeof value);
}

// The rows of an end of a copy.
Rows rows_at(u64 address, u64 width, u64 height = 1, u64 pitch = 0) {
    const u64 window = address & ~(memory::kWindowSize - 1);
    if (window == memory::kSharedWindow || window == memory::kLocalWindow)
        fail(cudaErrorInvalidValue,
             "{:#x} is in shared or local memory, and a copy runs when the block may be gone: use global "
             "memory",
             address);
    return {address, width, height, pitch};
}

// Says once that an H200 does something else: its driver 580.159 with CUDA 13.0 wrote zeros for every value, size,
// address and stream that was tried.
void tell_of_zeros(const char* name, u32 value, const check::Site& site) {
    static std::atomic<bool> told = false;
    if ((value & 0xff) == 0 || told.exchange(true)) return;
    const std::string place = site.line == 0 ? fmt::format("PTX line {}", site.ptx_line)
                                             : fmt::format("line {} of {}", site.line, site.file);
    say("{} in a kernel writes {} here ({}), as CUDA documents it; an H200 with driver 580.159 and CUDA 13.0 "
        "writes zeros whatever the value is: fill with a kernel of your own",
        name, value & 0xff, place);
}

// The rows of a box's slices, one after the other.
using Slices = std::vector<std::pair<Rows, Rows>>;

Slices slices_of(const cudaMemcpy3DParms& box) {
    if (box.srcArray != nullptr || box.dstArray != nullptr)
        fail(cudaErrorNotSupported, "copies of arrays in kernels are not supported by the emulator");
    Slices slices;
    const auto end = [&](const cudaPitchedPtr& of, const cudaPos& at, u64 z) {
        const u64 first = reinterpret_cast<u64>(of.ptr) + at.x + of.pitch * (at.y + of.ysize * (at.z + z));
        return rows_at(first, box.extent.width, box.extent.height, of.pitch);
    };
    for (u64 z = 0; z < box.extent.depth; ++z)
        slices.emplace_back(end(box.dstPtr, box.dstPos, z), end(box.srcPtr, box.srcPos, z));
    return slices;
}

}  // namespace

cudaError_t DeviceGrid::outcome(DeviceThread& thread, const char* name, const std::function<void()>& work) {
    std::optional<Error> misuse;  // ends the launch
    const cudaError_t error = outcome_of(name, [&] {
        try {
            work();
        } catch (const Error& caught) {
            misuse = caught;
        } catch (Failure& failure) {
            const check::Site site = thread.site();
            if (!failure.sentence.empty())
                failure.sentence += site.line == 0 ? fmt::format(" (PTX line {})", site.ptx_line)
                                                   : fmt::format(" (line {} of {})", site.line, site.file);
            throw;
        }
    });
    if (misuse) throw Error(*misuse);
    if (error != cudaSuccess) errors_[{thread.block, thread.number}] = error;
    return error;
}

// The number of the stream in the order of this tree.
u64 DeviceGrid::stream_of(u64 handle, const DeviceThread& thread) {
    if (handle == kStreamTailLaunch) return 0;
    if (handle == kStreamFireAndForget) return ++tree_.handles;  // nothing orders it
    const bool per_thread = handle == kStreamPerThread;
    if (handle <= 1 || per_thread) {
        const u64 owner = per_thread ? (u64{thread.number} + 1) << 40 | thread.block : thread.block;
        u64& known = default_streams_[{per_thread, owner}];
        if (known == 0) known = ++tree_.handles;
        return known;
    }
    if (!streams_.contains(handle))
        fail(cudaErrorInvalidResourceHandle,
             "{:#x} is no stream of this grid; streams of the host and of other grids cannot be used in it",
             handle);
    return handle;
}

void DeviceGrid::check_event(u64 handle) const {
    if (!events_.contains(handle))
        fail(cudaErrorInvalidResourceHandle,
             "{:#x} is no event of this grid; events of the host and of other grids cannot be used in it",
             handle);
}

cudaError_t DeviceGrid::stream_call(DeviceCall which, DeviceThread& thread) {
    using enum DeviceCall;
    using enum DeviceWork::Kind;
    const auto order_with = [&](DeviceWork::Kind kind, u64 stream, u64 event) {
        check_event(event);
        if (stream == kStreamTailLaunch || stream == kStreamFireAndForget)
            fail(cudaErrorInvalidValue,
                 "the streams for tail launches and for fire and forget have no events");
        enqueue({.kind = kind, .event = event}, stream, thread);
    };
    switch (which) {
        case StreamCreateWithFlags:
            return outcome(thread, "cudaStreamCreateWithFlags in a kernel", [&] {
                const u32 flags = thread.argument<u32>(1);
                // CUDA asks for the second one. An H200 takes the first, too, and such a stream waits for no other.
                if (flags != cudaStreamDefault && flags != cudaStreamNonBlocking)
                    fail(cudaErrorInvalidValue,
                         "streams of kernels need the flag cudaStreamNonBlocking; it is {}", flags);
                streams_[++tree_.handles] = flags;
                give(thread, 0, tree_.handles);
            });
        case StreamDestroy:
            return outcome(thread, "cudaStreamDestroy in a kernel", [&] {
                stream_of(thread.argument<u64>(0), thread);
                streams_.erase(thread.argument<u64>(0));
            });
        case EventCreateWithFlags:
            return outcome(thread, "cudaEventCreateWithFlags in a kernel", [&] {
                const u32 flags = thread.argument<u32>(1);
                if (flags != cudaEventDisableTiming)
                    fail(cudaErrorInvalidValue,
                         "events of kernels need the flag cudaEventDisableTiming; it is {}", flags);
                events_[++tree_.handles] = flags;
                give(thread, 0, tree_.handles);
            });
        case EventDestroy:
            return outcome(thread, "cudaEventDestroy in a kernel", [&] {
                check_event(thread.argument<u64>(0));
                events_.erase(thread.argument<u64>(0));
            });
        case StreamWaitEvent:
            return outcome(thread, "cudaStreamWaitEvent in a kernel",
                           [&] { order_with(Wait, thread.argument<u64>(0), thread.argument<u64>(1)); });
        default:
            return outcome(thread, "cudaEventRecord in a kernel",
                           [&] { order_with(Record, thread.argument<u64>(1), thread.argument<u64>(0)); });
    }
}

cudaError_t DeviceGrid::copy_call(DeviceCall which, DeviceThread& thread) {
    using enum DeviceCall;
    const auto argument = [&](std::size_t k) { return thread.argument<u64>(k); };
    const auto copies = [&](const char* name, Slices slices, std::size_t stream) {
        enqueue({.kind = DeviceWork::Kind::Copy,
                 .name = name,
                 .copy =
                     [slices = std::move(slices)] {
                         for (const auto& [to, from] : slices) copy_on_device(to, from);
                     }},
                argument(stream), thread);
    };
    const auto fills = [&](const char* name, std::vector<Rows> slices, u32 value, std::size_t stream) {
        tell_of_zeros(name, value, thread.site());
        enqueue({.kind = DeviceWork::Kind::Copy,
                 .name = name,
                 .copy =
                     [slices = std::move(slices), value] {
                         for (const Rows& to : slices) fill_on_device(to, value);
                     }},
                argument(stream), thread);
    };
    switch (which) {
        case MemcpyAsync:
            return outcome(thread, "cudaMemcpyAsync in a kernel", [&] {
                copies("cudaMemcpyAsync",
                       {{rows_at(argument(0), argument(2)), rows_at(argument(1), argument(2))}}, 4);
            });
        case Memcpy2DAsync:
            return outcome(thread, "cudaMemcpy2DAsync in a kernel", [&] {
                copies("cudaMemcpy2DAsync",
                       {{rows_at(argument(0), argument(4), argument(5), argument(1)),
                         rows_at(argument(2), argument(4), argument(5), argument(3))}},
                       7);
            });
        case Memcpy3DAsync:
            return outcome(thread, "cudaMemcpy3DAsync in a kernel", [&] {
                cudaMemcpy3DParms box = {};
                if (!thread.read(argument(0), &box, sizeof box))
                    fail(cudaErrorInvalidValue, "the description of the box cannot be read");
                copies("cudaMemcpy3DAsync", slices_of(box), 1);
            });
        case MemsetAsync:
            return outcome(thread, "cudaMemsetAsync in a kernel", [&] {
                fills("cudaMemsetAsync", {rows_at(argument(0), argument(2))}, thread.argument<u32>(1), 3);
            });
        case Memset2DAsync:
            return outcome(thread, "cudaMemset2DAsync in a kernel", [&] {
                fills("cudaMemset2DAsync", {rows_at(argument(0), argument(3), argument(4), argument(1))},
                      thread.argument<u32>(2), 5);
            });
        default:
            return outcome(thread, "cudaMemset3DAsync in a kernel", [&] {
                const auto to = thread.argument<cudaPitchedPtr>(0);
                const auto extent = thread.argument<cudaExtent>(2);
                std::vector<Rows> slices;
                for (u64 z = 0; z < extent.depth; ++z)
                    slices.push_back(rows_at(reinterpret_cast<u64>(to.ptr) + to.pitch * to.ysize * z,
                                             extent.width, extent.height, to.pitch));
                fills("cudaMemset3DAsync", std::move(slices), thread.argument<u32>(1), 3);
            });
    }
}

// They are the host's calls; cudaGetLastError on the host learns of no error in kernels.
cudaError_t DeviceGrid::query_call(DeviceCall which, DeviceThread& thread) {
    using enum DeviceCall;
    const auto answered = [&](const char* name, auto value, const auto& ask) {
        return outcome(thread, name, [&] {
            {
                const DriverCall quiet(name);
                if (const cudaError_t error = ask(&value)) throw Failure{error, {}};
            }
            give(thread, 0, value);
        });
    };
    const auto function = [&] {
        return reinterpret_cast<const void*>(&function_at(thread.argument<u64>(1)));
    };
    switch (which) {
        case GetDevice:
            return answered("cudaGetDevice in a kernel", 0, cudaGetDevice);
        case GetDeviceCount:
            return answered("cudaGetDeviceCount in a kernel", 0, cudaGetDeviceCount);
        case DeviceGetAttribute:
            return answered("cudaDeviceGetAttribute in a kernel", 0, [&](int* value) {
                return cudaDeviceGetAttribute(value, thread.argument<cudaDeviceAttr>(1),
                                              thread.argument<int>(2));
            });
        case DeviceGetLimit:
            return answered("cudaDeviceGetLimit in a kernel", size_t{0}, [&](size_t* value) {
                return cudaDeviceGetLimit(value, thread.argument<cudaLimit>(1));
            });
        case DeviceGetCacheConfig:
            return answered("cudaDeviceGetCacheConfig in a kernel", cudaFuncCache{},
                            cudaDeviceGetCacheConfig);
        case DeviceGetSharedMemConfig:
            return answered("cudaDeviceGetSharedMemConfig in a kernel", cudaSharedMemConfig{},
                            cudaDeviceGetSharedMemConfig);
        case RuntimeGetVersion:
            return answered("cudaRuntimeGetVersion in a kernel", 0, cudaRuntimeGetVersion);
        case FuncGetAttributes:
            return answered("cudaFuncGetAttributes in a kernel", FunctionAttributes{}, [&](void* value) {
                return simt_function_attributes(value, sizeof(FunctionAttributes), function());
            });
        default:
            return answered("cudaOccupancyMaxActiveBlocksPerMultiprocessor in a kernel", 0, [&](int* value) {
                return cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                    value, function(), thread.argument<int>(2), thread.argument<size_t>(3));
            });
    }
}

// As in CUDA, both are malloc and free in kernels.
cudaError_t DeviceGrid::memory_call(DeviceCall which, DeviceThread& thread) {
    memory::AddressSpace& space = context().space;
    if (which == DeviceCall::Malloc)
        return outcome(thread, "cudaMalloc in a kernel", [&] {
            const check::Site site = thread.site();
            const u64 block = space.heap_allocate(
                thread.argument<u64>(1), site.line == 0
                                             ? fmt::format("cudaMalloc at PTX line {}", site.ptx_line)
                                             : fmt::format("cudaMalloc at {}:{}", site.file, site.line));
            if (block == 0) throw Failure{cudaErrorMemoryAllocation, {}};
            give(thread, 0, block);
        });
    const u64 address = thread.argument<u64>(0);
    if (address == 0) return cudaSuccess;
    if (const std::string why = exec::free_block(space, address); !why.empty()) throw Error(why);
    return cudaSuccess;
}

u64 DeviceGrid::text(const char* words) {
    if (const auto known = tree_.texts.find(words); known != tree_.texts.end()) return known->second;
    const std::size_t bytes = std::strlen(words) + 1;
    const u64 address = tree_.allocate(bytes);
    if (address != 0) std::memcpy(context().space.host(address, bytes), words, bytes);
    return tree_.texts[words] = address;
}

u64 DeviceGrid::call(DeviceCall which, DeviceThread& thread) {
    using enum DeviceCall;
    const std::pair self(thread.block, thread.number);
    switch (which) {
        case GetLastError: {
            const auto known = errors_.extract(self);
            return known.empty() ? cudaSuccess : known.mapped();
        }
        case PeekAtLastError:
            return errors_.contains(self) ? errors_[self] : cudaSuccess;
        case GetErrorName:
            return text(cudaGetErrorName(thread.argument<cudaError_t>(0)));
        case GetErrorString:
            return text(cudaGetErrorString(thread.argument<cudaError_t>(0)));
        case GetParameterBuffer: {
            u64 buffer = 0;
            outcome(thread, "cudaGetParameterBuffer in a kernel", [&] {
                const u64 bytes = thread.argument<u64>(1);
                buffer = parameter_buffer(bytes);
                prepared_[buffer].config.parameters.resize(bytes);
            });
            return buffer;
        }
        case GetParameterBufferV2: {
            u64 buffer = 0;
            outcome(thread, "launch in a kernel", [&] { buffer = prepare(thread); });
            return buffer;
        }
        case LaunchDevice:
        case LaunchDeviceV2:
            return launch_call(which, thread);
        case Malloc:
        case Free:
            return memory_call(which, thread);
        default:
            break;
    }
    if (which <= EventDestroy) return stream_call(which, thread);
    return which <= Memset3DAsync ? copy_call(which, thread) : query_call(which, thread);
}

}  // namespace simt::runtime
