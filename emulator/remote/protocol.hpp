// The messages between programs with the thin CUDA runtime (client/) and the emulator's server (server/).
//
// A request is a Header and a body, the answer a Reply and a body; requests of a connection are answered in their order, and those
// that register device code are not answered at all. Numbers are as this machine has them: both ends run on it. Streams, events,
// kernels, variables and modules are numbers that mean something on their connection alone, addresses are those of device memory,
// and bytes of the host travel in the message. The server trusts no message: a Reader never reads past the end, and a request that
// is not understood closes the connection.
#pragma once

#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "emulator/integers.hpp"

namespace simt::remote {

// File descriptors that the processes of a grading inherit. The emulator: the judge's and the answer's connection. Judge and
// answer: the emulator, each other, and the memory that they share.
constexpr int kJudge = 3, kAnswer = 4;
constexpr int kEmulator = 3, kPeer = 4, kWindow = 5;

// Bytes of the host that one call can move, and those of a message.
constexpr u64 kMostHostBytes = u64{256} << 20;
constexpr u64 kMostBytes = kMostHostBytes + (u64{1} << 20);

// What a client asks for. The names are those of CUDA's calls; for the others see the server's functions.
enum class Call : u32 {
    // Not answered, and allowed before the judge has called the answer for the first time.
    AddModule,
    AddFunction,
    AddVariable,
    RemoveModule,
    kLastRegistration = RemoveModule,
    Refused,
    Parameters,
    Launch,
    Copy,
    CopyToSymbol,
    CopyFromSymbol,
    PointerAttributes,
#define SIMT_CALL(name, ...) name,
#define SIMT_TWIN(name, twin)
#include "emulator/remote/calls.inc"
#undef SIMT_CALL
#undef SIMT_TWIN
    // Of the judge alone.
    kFirstOfJudge,
    OpenWindow = kFirstOfJudge,  // not answered, like CloseWindow
    CloseWindow,
    KernelOfAnswer,
    LaunchCount,
    FindingCount,
    CallsOf,
    LatestCallOf,
    AllocatedBytes,
    LimitMemory,
    AddDecoy,
    RemoveDecoys,
    ReachedHost,
    BytesToHost,
    LaunchCounters,
    LaunchCounter,
    LaunchShape,
    LaunchLines,
    LaunchMessage,
    LaunchReport,
    CallReport,
    CountModels,
    Annotate,
    kCount
};

struct Header {
    Call call;
    u32 bytes;  // of the body
};
struct Reply {
    int error;  // a cudaError_t
    u32 bytes;
};

constexpr bool is_answered(Call call) {
    return call > Call::kLastRegistration && call != Call::OpenWindow && call != Call::CloseWindow;
}

class Writer {
  public:
    template <class Value>
    void put(const Value& value) {
        static_assert(std::is_trivially_copyable_v<Value>);
        put_bytes(&value, sizeof value);
    }
    void put_bytes(const void* first, u64 count) {
        if (count == 0) return;
        const auto* const begin = static_cast<const u8*>(first);
        bytes_.insert(bytes_.end(), begin, begin + count);
    }
    // With its length in front.
    void put_text(std::string_view text) {
        put<u64>(text.size());
        put_bytes(text.data(), text.size());
    }
    u8* make_room(u64 count) {
        bytes_.resize(bytes_.size() + count);
        return bytes_.data() + bytes_.size() - count;
    }
    std::span<const u8> bytes() const { return bytes_; }
    std::span<u8> bytes() { return bytes_; }

  private:
    std::vector<u8> bytes_;
};

// Reads what a Writer wrote. Past the end it reads zeros, and good() is false from then on.
class Reader {
  public:
    explicit Reader(std::span<const u8> bytes) : bytes_(bytes) {}

    template <class Value>
    Value get() {
        static_assert(std::is_trivially_copyable_v<Value>);
        Value value{};
        if (const std::span<const u8> found = get_bytes(sizeof value); !found.empty())
            std::memcpy(&value, found.data(), sizeof value);
        return value;
    }
    std::span<const u8> get_bytes(u64 count) {
        if (count > bytes_.size()) good_ = false;
        if (!good_) return {};
        const std::span<const u8> found = bytes_.first(count);
        bytes_ = bytes_.subspan(count);
        return found;
    }
    std::string get_text() {
        const std::span<const u8> found = get_bytes(get<u64>());
        return {reinterpret_cast<const char*>(found.data()), found.size()};
    }
    std::span<const u8> rest() { return get_bytes(bytes_.size()); }
    bool good() const { return good_; }
    bool finished() const { return good_ && bytes_.empty(); }

  private:
    std::span<const u8> bytes_;
    bool good_ = true;
};

}  // namespace simt::remote
