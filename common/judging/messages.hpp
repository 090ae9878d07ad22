// The messages between a judge and an answer, two programs that talk through a socket: the judge calls functions of the answer and
// reads its constants. Arguments and results are a CPU's registers, as the x86-64 calling convention says; pointers are those of
// device memory, which both may use, or of the window that both have mapped at one address. On a GPU there is no emulator, and no device
// memory that both may use: arrays of the device lie in the window during a call, and the answer has copies on its own device (Lent).
//
// Who starts the processes (test/three_processes.cpp does) gives them these descriptors, all of AF_UNIX SOCK_STREAM socketpairs:
//   emulator  3: the judge       4: the answer
//   judge     3: the emulator    4: the answer    5: a memfd made with MFD_ALLOW_SEALING
//   answer    3: the emulator    4: the judge     5: the same memfd
// The judge ends by itself, and the emulator with the judge. The answer is to be killed then. What the answer must not know
// (EXERCISE_SEED) is in the environment of the judge alone.
#pragma once

#include <cstddef>
#include <cstdint>

namespace judging {

// File descriptors, inherited (emulator/remote/protocol.hpp).
constexpr int kAnswer = 4;  // in the judge
constexpr int kJudge = 4;   // in the answer
constexpr int kWindow = 5;

// The window lies where no program is loaded and no device memory is.
constexpr std::uintptr_t kWindowAddress = 0x1000'0000'0000;
constexpr std::size_t kWindowBytes = std::size_t{256} << 20;

constexpr std::uint32_t kLongestName = 1024;
constexpr std::uint32_t kMostText = 4096;  // of an exception
constexpr std::uint32_t kMostData = 4096;  // of a constant

struct Registers {
    std::uint64_t integers[6], floats[8][2], stack[8];
};
struct Results {
    std::uint64_t rax, rdx, xmm0[2], xmm1[2];
};

// An array of the judge's device, as an address in the window. Arguments may point into it.
struct Lent {
    std::uint64_t address, bytes;
};
constexpr std::uint32_t kMostArguments = 14;  // that are integers or pointers

struct Request {
    enum class Kind : std::uint32_t {
        kCall,
        kData,
        kLaunch,  // of a kernel, with the arguments as they follow each other in integers and stack
        kBegin    // the first one: the answer replies, with no data, when the emulator knows its kernels
    } kind;
    std::uint32_t name_bytes;  // of the mangled name, which follows
    std::uint64_t data_bytes;  // of the constant
    Registers registers;
    // Whether the answer has a device of its own; else nothing is lent. Whether this device's last error is forgotten before the call.
    std::uint32_t apart, forget_error;
    std::uint32_t lents;
    Lent lent[kMostArguments];
    std::uint32_t grid[3], block[3], shared_bytes;  // of a launch
};

struct Reply {
    enum class Kind : std::uint32_t {
        kReturned,
        kThrew,         // a std::exception; its text follows
        kThrewUnknown,  // something else
        kMissing,       // the answer has no such symbol
        kData,          // the constant's bytes follow
        kEnded          // the process ends now; a sentence says why
    } kind;
    std::uint32_t bytes;
    Results results;
    // cudaError_t of the answer's device, if it is its own: what cudaGetLastError would return, and the error after which the device
    // can do nothing more.
    std::int32_t last_error = 0, lost = 0;
};

}  // namespace judging
