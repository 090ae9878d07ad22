// An answer to exercise 01.7 that does not play by the rules: HOSTILE names how. In all else it is the reference solution, which is
// linked with it; its function is called `honest` here (common/make/judging.mk).
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "common/judging/messages.hpp"
#include "emulator/remote/protocol.hpp"

void honest(float* data, std::size_t n);

namespace {

bool is(std::string_view way) {
    const char* const hostile = std::getenv("HOSTILE");
    return hostile && hostile == way;
}

void send_to(int fd, const void* first, std::size_t bytes) {
    static_cast<void>(!send(fd, first, bytes, MSG_NOSIGNAL));
}

// What the judge reads as "the function has returned".
void claim_return() {
    const judging::Reply reply{judging::Reply::Kind::kReturned, 0, {}};
    send_to(judging::kJudge, &reply, sizeof reply);
}

// The right result, computed on the host.
void reverse_on_host(float* data, std::size_t n) {
    std::vector<float> host(n), turned(n);
    cudaMemcpy(host.data(), data, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (std::size_t i = 0; i < n; ++i) turned[i] = host[n - 1 - i];
    cudaMemcpy(data, turned.data(), n * sizeof(float), cudaMemcpyHostToDevice);
}

[[gnu::constructor]] void before_main() {
    if (is("exits before main")) _exit(0);
    if (is("replies before it is asked")) claim_return();
    if (is("shrinks the window")) static_cast<void>(!ftruncate(judging::kWindow, 0));
    if (is("seals the window")) fcntl(judging::kWindow, F_ADD_SEALS, F_SEAL_SEAL);
    if (is("prints a record"))
        std::puts("test\tpassed\tevery element is where it belongs\t0\t\nend\t1\t0\t0");
    if (is("asks for counts")) {
        using Count = std::uint64_t();
        const auto count = reinterpret_cast<Count*>(dlsym(RTLD_DEFAULT, "simt_launch_count"));
        const auto open = reinterpret_cast<void (*)()>(dlsym(RTLD_DEFAULT, "simt_open_window"));
        const auto limit =
            reinterpret_cast<void (*)(std::uint64_t)>(dlsym(RTLD_DEFAULT, "simt_limit_memory"));
        open();
        limit(0);
        if (count() != 0) _exit(1);
    }
}

}  // namespace

// reverse(float*, unsigned long), with the registers that are none of its arguments.
void reverse(float* data, std::size_t n, std::uint64_t rdx, std::uint64_t rcx, std::uint64_t r8,
             std::uint64_t r9, double xmm0, double xmm1) asm("_Z7reversePfm");

void reverse(float* data, std::size_t n, std::uint64_t rdx, std::uint64_t rcx, std::uint64_t r8,
             std::uint64_t r9, double xmm0, double xmm1) {
    if (is("looks at registers") && ((rdx | rcx | r8 | r9) != 0 || xmm0 != 0 || xmm1 != 0))
        throw std::runtime_error("the judge's registers are seen");
    if (is("computes for ever"))
        for (volatile unsigned k = 0;;) k = k + 1;
    if (is("exits")) std::exit(0);
    if (is("ends itself")) _exit(0);
    if (is("aborts")) std::abort();
    if (is("accesses device memory")) data[0] = 1;
    if (is("copies from nowhere"))
        cudaMemcpy(data, reinterpret_cast<const void*>(16), n * sizeof(float), cudaMemcpyHostToDevice);
    if (is("divides by zero")) {
        volatile int zero = 0;
        zero = 10 / zero;
    }
    if (is("throws")) throw std::runtime_error("this text\twas \x1b[1mthrown\xff");
    if (is("throws a number")) throw 7;
    if (is("sleeps")) sleep(1000);
    if (is("sends garbage")) {
        const std::string garbage(5000, 'x');
        send_to(judging::kJudge, garbage.data(), garbage.size());
        sleep(1000);
    }
    if (is("promises much")) {
        const judging::Reply reply{judging::Reply::Kind::kThrew, ~0u, {}};
        send_to(judging::kJudge, &reply, sizeof reply);
        sleep(1000);
    }
    if (is("sends half a reply")) {
        send_to(judging::kJudge, "abc", 3);
        sleep(1000);
    }
    if (is("closes its sockets")) {
        close(judging::kJudge);
        close(simt::remote::kEmulator);
        sleep(1000);
    }
    if (is("sends garbage to the emulator")) {
        const std::string garbage(5000, 'x');
        send_to(simt::remote::kEmulator, garbage.data(), garbage.size());
    }
    if (is("works after it has returned")) {
        honest(data, 1);
        std::thread([=] {
            usleep(50'000);
            reverse_on_host(data, n);
        }).detach();
        return;
    }
    if (is("claims to have returned")) {
        claim_return();
        usleep(50'000);
    }
    if (is("uses managed memory")) {
        void* managed = nullptr;
        const cudaError_t error = cudaMallocManaged(&managed, n * sizeof(float), cudaMemAttachGlobal);
        throw std::runtime_error(cudaGetErrorName(error));
    }
    if (is("works on the host")) return reverse_on_host(data, n);
    honest(data, n);
}
