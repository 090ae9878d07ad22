// The main function of an answer's program: it calls the answer's functions for the judge, as messages ask for.
//
// Nothing here protects anybody: an answer can do whatever its process can. The judge and the emulator trust no message.
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>

#include "common/grading/endless_loop.hpp"
#include "common/judging/answer/borrowed.hpp"
#include "common/judging/answer/kernels.hpp"
#include "common/judging/messages.hpp"
#include "common/judging/socket.hpp"
#include "emulator/memory/address_space.hpp"

using namespace judging;

static_assert(offsetof(Registers, floats) == 48 && offsetof(Registers, stack) == 176);

// judging_invoke(function, registers, results): calls the function with these registers and stack words. %rbx and %r12 keep what is
// needed afterwards; exceptions pass through.
extern "C" void judging_invoke(void* function, const Registers* registers, Results* results);
asm(R"(
.text
.globl judging_invoke
.hidden judging_invoke
.type judging_invoke, @function
judging_invoke:
    .cfi_startproc
    push %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    mov %rsp, %rbp
    .cfi_def_cfa_register %rbp
    push %rbx
    .cfi_offset %rbx, -24
    push %r12
    .cfi_offset %r12, -32
    mov %rdx, %rbx
    mov %rdi, %r11
    mov %rsi, %r12
    pushq 232(%r12)
    pushq 224(%r12)
    pushq 216(%r12)
    pushq 208(%r12)
    pushq 200(%r12)
    pushq 192(%r12)
    pushq 184(%r12)
    pushq 176(%r12)
    movups 48(%r12), %xmm0
    movups 64(%r12), %xmm1
    movups 80(%r12), %xmm2
    movups 96(%r12), %xmm3
    movups 112(%r12), %xmm4
    movups 128(%r12), %xmm5
    movups 144(%r12), %xmm6
    movups 160(%r12), %xmm7
    mov 0(%r12), %rdi
    mov 8(%r12), %rsi
    mov 16(%r12), %rdx
    mov 24(%r12), %rcx
    mov 32(%r12), %r8
    mov 40(%r12), %r9
    mov $8, %eax
    call *%r11
    mov %rax, 0(%rbx)
    mov %rdx, 8(%rbx)
    movups %xmm0, 16(%rbx)
    movups %xmm1, 32(%rbx)
    add $64, %rsp
    pop %r12
    pop %rbx
    pop %rbp
    .cfi_def_cfa %rsp, 8
    ret
    .cfi_endproc
.size judging_invoke, . - judging_invoke
)");

namespace {

void send_reply(Reply reply, std::string_view body = {}) {
    reply.bytes = static_cast<std::uint32_t>(body.size());
    if (!send_all(kJudge, &reply, sizeof reply) || !send_all(kJudge, body.data(), body.size()))
        _exit(EXIT_FAILURE);
}

// Safe in a handler of signals.
void say_end(std::string_view why) { send_reply({Reply::Kind::kEnded, 0, {}}, why); }

void on_signal(int number, siginfo_t* info, void*) {
    signal(number, SIG_DFL);
    const auto address = reinterpret_cast<simt::u64>(info->si_addr);
    if (number == SIGXCPU)
        say_end("a loop of its host code does not end");
    else if (number == SIGSEGV && address >= simt::memory::kDeviceBegin && address < simt::memory::kDeviceEnd)
        say_end("its host code accessed device memory, which only kernels and copies reach,");
    else
        say_end(number == SIGFPE    ? "its host code divided by zero"
                : number == SIGABRT ? "its host code aborted"
                                    : "its host code crashed");
    raise(number);
}

void catch_signals() {
    struct sigaction action {};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_RESETHAND | SA_NODEFER;
    for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU})
        sigaction(number, &action, nullptr);
}

// A kernel of the answer, with the arguments in their order.
void launch(const void* kernel, Request& request) {
    void* arguments[kMostArguments];
    for (std::uint32_t k = 0; k < kMostArguments; ++k)
        arguments[k] = k < 6 ? &request.registers.integers[k] : &request.registers.stack[k - 6];
    const auto shape = [](const std::uint32_t* sizes) { return dim3(sizes[0], sizes[1], sizes[2]); };
    if (const cudaError_t error = cudaLaunchKernel(kernel, shape(request.grid), shape(request.block),
                                                   arguments, request.shared_bytes, nullptr);
        error != cudaSuccess)
        throw std::runtime_error(cudaGetErrorString(error));
}

void call(Request& request, const char* name) {
    const bool launched = request.kind == Request::Kind::kLaunch;
    const void* const kernel = launched ? kernel_named(name) : nullptr;
    void* const function = launched ? nullptr : dlsym(RTLD_DEFAULT, name);
    if (!function && !kernel) return send_reply({Reply::Kind::kMissing, 0, {}});
    Reply reply{Reply::Kind::kReturned, 0, {}};
    std::string text;
    if (request.forget_error != 0) cudaGetLastError();
    Borrowed arrays(request);
    try {
        if (launched)
            launch(kernel, request);
        else
            judging_invoke(function, &request.registers, &reply.results);
    } catch (const std::exception& error) {
        reply.kind = Reply::Kind::kThrew;
        text = std::string(error.what()).substr(0, kMostText);
    } catch (...) {
        reply.kind = Reply::Kind::kThrewUnknown;
    }
    if (request.apart != 0) {
        reply.last_error = cudaPeekAtLastError();
        reply.lost = arrays.give_back();
    }
    std::fflush(nullptr);
    send_reply(reply, text);
}

void send_data(const Request& request, const char* name) {
    const void* const data = dlsym(RTLD_DEFAULT, name);
    Dl_info found{};
    void* symbol = nullptr;
    const bool known = data && dladdr1(data, &found, &symbol, RTLD_DL_SYMENT) != 0 && symbol &&
                       static_cast<const ElfW(Sym)*>(symbol)->st_size == request.data_bytes;
    if (!known || request.data_bytes > kMostData) return send_reply({Reply::Kind::kMissing, 0, {}});
    send_reply({Reply::Kind::kData, 0, {}}, {static_cast<const char*>(data), request.data_bytes});
}

// The emulator answers after what constructors have registered.
void begin() {
    cudaDeviceSynchronize();
    send_reply({Reply::Kind::kData, 0, {}});
}

}  // namespace

int main() {
    void* const window = mmap(reinterpret_cast<void*>(kWindowAddress), kWindowBytes, PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_FIXED_NOREPLACE, kWindow, 0);
    if (window != reinterpret_cast<void*>(kWindowAddress)) {
        std::fputs(
            "An answer's program is started by make grade, together with its judge and the emulator.\n",
            stderr);
        return EXIT_FAILURE;
    }
    catch_signals();
    std::atexit([] { say_end("it called exit"); });
    grading::end_endless_loops(grading::kEndlessSeconds);
    Request request;
    while (receive_all(kJudge, &request, sizeof request)) {
        char name[kLongestName + 1] = {};
        if (request.name_bytes > kLongestName || !receive_all(kJudge, name, request.name_bytes)) break;
        if (request.kind == Request::Kind::kCall || request.kind == Request::Kind::kLaunch)
            call(request, name);
        else if (request.kind == Request::Kind::kBegin)
            begin();
        else
            send_data(request, name);
    }
    std::fflush(nullptr);
    _exit(EXIT_SUCCESS);
}
