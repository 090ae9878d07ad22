// The judge's side of a call: the harness calls a function of the answer, and here the call goes to the answer's process. While it
// runs, and only then, the emulator serves that process.
//
// The answer is not trusted. Each reply is bounded and checked. If the process ends, hangs or sends anything else, the running test
// fails with a sentence, AnswerGone leaves the harness's call, and all later tests fail, too.
#include <cuda_runtime_api.h>
#include <cxxabi.h>
#include <doctest/doctest.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/cuda/counters.hpp"
#include "common/grading/grading.hpp"
#include "common/grading/launches.hpp"
#include "common/judging/judge/answers_errors.hpp"
#include "common/judging/judge/forward.hpp"
#include "common/judging/judge/loans.hpp"
#include "common/judging/judge/window.hpp"
#include "common/judging/socket.hpp"
#include "common/testing/record.hpp"

namespace judging {
namespace {

// Why there is no answer any more; empty as long as there is one. Set before main, so it is made at its first use.
std::string& gone() {
    static auto* const sentence = new std::string;
    return *sentence;
}

// "saxpy(float*, float const*, float, unsigned long)"
std::string shown(const char* name) {
    int status = 0;
    char* const text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
    std::string demangled = status == 0 && text ? text : name;
    std::free(text);
    return demangled;
}

// Texts of the answer are shown to people: letters and newlines only.
std::string cleaned(std::string text) {
    std::ranges::replace_if(
        text, [](char letter) { return letter != '\n' && (letter < ' ' || letter > '~'); }, '?');
    return text;
}

// Opens the emulator's window for the answer as long as it exists.
class Window {
  public:
    Window() { tell("simt_open_window"); }
    ~Window() { tell("simt_close_window"); }
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

  private:
    static void tell(const char* what) {
        if (auto* const function = gpu::emulator::find<void()>(what)) function();
    }
};

double silent_seconds() {
    const char* const other = std::getenv("EXERCISE_SILENT_SECONDS");
    return other ? std::atof(other) : 60;
}

// Waits until the answer has sent something. False if it does nothing for long: it neither calls the runtime nor replies.
bool wait_for_answer() {
    using Clock = std::chrono::steady_clock;
    constexpr int kLookEvery = 200;  // milliseconds
    std::uint64_t calls = 0;
    auto since = Clock::now();
    for (;;) {
        pollfd polled{kAnswer, POLLIN, 0};
        if (poll(&polled, 1, kLookEvery) > 0) return true;
        // Of both processes; waits for the end of one that runs.
        const std::uint64_t now = gpu::emulator::calls_of("");
        if (now != calls) since = Clock::now();
        calls = now;
        if (std::chrono::duration<double>(Clock::now() - since).count() > silent_seconds()) return false;
    }
}

// Whatever the answer sends before it is asked is no reply.
bool has_sent_unasked() {
    pollfd polled{kAnswer, POLLIN, 0};
    char byte = 0;
    return poll(&polled, 1, 0) > 0 && recv(kAnswer, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
}

// Asks and receives the reply and what follows it; `during`: "during saxpy(…)". Empty if that went well, else why there is no
// answer any more.
std::string exchange(const Request& request, const char* name, Reply& reply, std::string& body) {
    constexpr const char* kNoReply = "it sent something that is no reply";
    if (has_sent_unasked()) return "it sent something that nobody asked for";
    if (!send_all(kAnswer, &request, sizeof request) || !send_all(kAnswer, name, request.name_bytes))
        return "it crashed, or ended itself";
    char* const first = reinterpret_cast<char*>(&reply);
    for (std::size_t received = 0; received < sizeof reply + body.size();) {
        if (!wait_for_answer()) return "it did nothing for too long";
        const bool whole = received >= sizeof reply;
        char* const to = whole ? body.data() + (received - sizeof reply) : first + received;
        const ssize_t got =
            recv(kAnswer, to, (whole ? sizeof reply + body.size() : sizeof reply) - received, MSG_DONTWAIT);
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) return "it crashed, or ended itself";
        if (got > 0) received += static_cast<std::size_t>(got);
        if (received != sizeof reply) continue;
        if (reply.kind > Reply::Kind::kEnded || reply.bytes > std::max(kMostText, kMostData)) return kNoReply;
        body.resize(reply.bytes);
    }
    if (reply.kind == Reply::Kind::kEnded) return cleaned(body);
    const bool of_data = request.kind == Request::Kind::kData || request.kind == Request::Kind::kBegin;
    const bool fits = reply.kind == Reply::Kind::kMissing ||
                      (of_data ? reply.kind == Reply::Kind::kData && body.size() == request.data_bytes
                               : reply.kind != Reply::Kind::kData);
    return fits ? "" : kNoReply;
}

// A call that takes place in the answer's process. False, and gone() says why, if there is no reply.
bool ask(const Request& request, const char* name, Reply& reply, std::string& body) {
    if (!gone().empty()) return false;
    std::string why;
    {
        const Window window;
        why = exchange(request, name, reply, body);
    }
    if (why.empty() && reply.kind == Reply::Kind::kMissing)
        why = "it does not define " + shown(name);
    else if (!why.empty())
        why += (request.kind == Request::Kind::kData ? ", asked for " : " in ") + shown(name);
    if (why.empty()) return true;
    gone() = "The answer's program is gone: " + why + ".";
    testing::fail_from_now_on(gone());  // a test that does not call it proves nothing then
    close(kAnswer);
    return false;
}

Request request_for(Request::Kind kind, const char* name) {
    Request request{};
    request.kind = kind;
    request.name_bytes = static_cast<std::uint32_t>(std::strlen(name));
    return request;
}

// A call or a launch in the answer's process. On a GPU arguments that point to device memory are lent.
Results call(Request& request, const char* name, const std::vector<std::uint64_t*>& arguments) {
    Reply reply;
    std::string body;
    request.apart = !gpu::emulator::present();
    std::optional<Loans> loans;
    if (request.apart != 0) {
        request.forget_error = last_error_was_taken();
        loans.emplace(request, arguments);
    }
    if (!ask(request, name, reply, body)) throw grading::AnswerGone();
    if (loans) {
        loans->take_back();
        grading::count_unknown_launch();
        note_errors(static_cast<cudaError_t>(reply.last_error), static_cast<cudaError_t>(reply.lost));
    }
    if (reply.kind == Reply::Kind::kThrew) throw std::runtime_error(cleaned(body));
    if (reply.kind == Reply::Kind::kThrewUnknown) throw reply.kind;
    // Here, for not every harness waits for the device.
    if (loans && reply.lost != cudaSuccess) throw std::runtime_error(grading::kernel_failed(reply.lost));
    return reply.results;
}

// grading::LaunchElsewhere.
int launch(const void* kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared_bytes) {
    const Function* function = judging_functions;
    while (function->address && function->address != kernel) ++function;
    if (!function->address) return -1;
    const Forward& forward = *function->forward;
    Request request = request_for(Request::Kind::kLaunch, forward.name);
    std::vector<std::uint64_t*> words;
    for (std::size_t k = 0; k < std::strlen(forward.sizes) && k < kMostArguments; ++k) {
        words.push_back(k < 6 ? &request.registers.integers[k] : &request.registers.stack[k - 6]);
        std::memcpy(words.back(), arguments[k], static_cast<std::size_t>(forward.sizes[k] - '0'));
    }
    const unsigned shape[] = {grid.x, grid.y, grid.z, block.x, block.y, block.z};
    std::copy_n(shape, 3, request.grid);
    std::copy_n(shape + 3, 3, request.block);
    request.shared_bytes = static_cast<std::uint32_t>(shared_bytes);
    call(request, forward.name, words);
    return cudaSuccess;
}

// A harness may launch kernels of an answer that it never calls, so they must be known. If this fails, the first call says so.
void wait_for_kernels() {
    const Window window;
    Reply reply;
    std::string body;
    exchange(request_for(Request::Kind::kBegin, ""), "", reply, body);
}

// Before the harness's static objects: they may use the constants.
[[gnu::constructor(200)]] void begin() {
    map_window();
    wait_for_kernels();
    if (!gpu::emulator::present()) grading::launch_elsewhere(launch);
    for (const Constant* constant = judging_constants; constant->name; ++constant) {
        Request request = request_for(Request::Kind::kData, constant->name);
        request.data_bytes = constant->bytes;
        Reply reply;
        std::string body;
        if (!ask(request, constant->name, reply, body)) return;
        std::memcpy(constant->copy, body.data(), body.size());
    }
}

REGISTER_EXCEPTION_TRANSLATOR(grading::AnswerGone&) { return gone().c_str(); }

}  // namespace
}  // namespace judging

using namespace judging;

void judging_call(const Forward* forward, Registers* registers, const std::uint64_t* stack,
                  Results* results) {
    Request request = request_for(Request::Kind::kCall, forward->name);
    // Arguments alone: what else the registers hold is the judge's.
    for (std::uint64_t k = 0; k < std::min<std::uint64_t>(forward->integers, 6); ++k)
        request.registers.integers[k] = registers->integers[k];
    for (std::uint64_t k = 6; k < forward->integers; ++k) request.registers.stack[k - 6] = stack[k - 6];
    for (std::uint64_t k = 0; k < forward->floats; ++k)
        request.registers.floats[k][0] = registers->floats[k][0];
    std::vector<std::uint64_t*> words;
    for (std::uint64_t k = 0; k < forward->integers; ++k)
        words.push_back(k < 6 ? &request.registers.integers[k] : &request.registers.stack[k - 6]);
    *results = call(request, forward->name, words);
}
