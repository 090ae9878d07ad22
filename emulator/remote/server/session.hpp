// What the server knows of one connection: its modules, kernels, variables, streams and events by their numbers. Whatever a client
// claims is looked up here; a number that means nothing becomes an address that the emulator does not know, so that the call fails
// as it would in one process.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "emulator/remote/protocol.hpp"
#include "emulator/runtime/entry_points.hpp"

namespace simt::remote {

// A message that no client of ours sends. Ends its connection.
struct Malformed {};

class Session {
  public:
    explicit Session(bool of_judge) : of_judge_(of_judge) {}

    bool of_judge() const { return of_judge_; }

    void add_module(u64 number, std::vector<std::vector<u8>> fatbins);
    void remove_module(u64 number);
    void add_function(u64 number, u64 module, std::string name);
    void add_variable(u64 number, u64 module, std::string name, u64 size, bool constant);

    // The host address under which the emulator knows a kernel or a variable.
    const void* kernel(u64 number) const;
    const void* variable(u64 number) const;
    // The kernel of that name, nullptr if there is none; and a new number for a kernel of another connection.
    const void* kernel_named(const std::string& name) const;
    u64 adopt_kernel(const void* kernel);

    cudaStream_t stream(u64 number) const;
    u64 add_stream(cudaStream_t stream);
    void forget_stream(u64 number) { streams_.erase(number); }
    cudaEvent_t event(u64 number) const;
    u64 add_event(cudaEvent_t event);
    void forget_event(u64 number) { events_.erase(number); }

  private:
    struct Module {
        std::vector<std::vector<u8>> fatbins;
        std::vector<const void*> linked;  // as a wrapper lists them
        struct {
            u32 magic, version;
            const void* data;
            const void* linked;
        } wrapper;
        void** handle = nullptr;
        bool removed = false;
    };
    struct Named {
        std::string name;
    };

    Module& module(u64 number);
    void check_room() const;

    bool of_judge_;
    u64 next_ = u64{1} << 32;  // of numbers that the server chooses
    u64 bytes_ = 0;            // of all modules
    std::map<u64, std::unique_ptr<Module>> modules_;
    std::map<u64, std::unique_ptr<Named>> functions_, variables_;  // their addresses are the host addresses
    std::map<u64, const void*> adopted_;
    std::map<u64, cudaStream_t> streams_;
    std::map<u64, cudaEvent_t> events_;
};

}  // namespace simt::remote
