// See connection.hpp. Constructors of the program's static objects call this, so nothing here is constructed itself.
#include "emulator/remote/client/connection.hpp"

#include <errno.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <cstdio>
#include <mutex>

#include "emulator/runtime/older/hooks.hpp"

namespace simt::remote {
namespace {

std::mutex mutex;
bool lost = false;
u64 count = 0;

bool lose() {
    if (!lost)
        std::fputs(
            "simt: the connection to the emulator has ended. Programs with this CUDA runtime are started by "
            "make "
            "grade; without grading, use the one in build/lib.\n",
            stderr);
    lost = true;
    return false;
}

bool send_all(iovec* part, std::size_t parts) {
    msghdr message{};
    message.msg_iov = part;
    message.msg_iovlen = parts;
    while (message.msg_iovlen > 0) {
        const ssize_t sent = sendmsg(kEmulator, &message, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0 && errno == EFAULT) raise(SIGSEGV);  // the program's pointer: as if it were read here
        if (sent < 0) return lose();
        for (auto left = static_cast<std::size_t>(sent); message.msg_iovlen > 0;) {
            iovec& first = *message.msg_iov;
            const std::size_t taken = left < first.iov_len ? left : first.iov_len;
            first.iov_base = static_cast<char*>(first.iov_base) + taken;
            first.iov_len -= taken;
            left -= taken;
            if (first.iov_len > 0) break;
            ++message.msg_iov;
            --message.msg_iovlen;
        }
    }
    return true;
}

bool receive_all(void* first, std::size_t bytes) {
    for (auto* to = static_cast<char*>(first); bytes > 0;) {
        const ssize_t received = recv(kEmulator, to, bytes, 0);
        if (received < 0 && errno == EINTR) continue;
        if (received <= 0) return lose();
        to += received;
        bytes -= static_cast<std::size_t>(received);
    }
    return true;
}

bool send_request(Call call, const Writer& body, std::span<const u8> more) {
    ++count;
    if (lost) return false;
    const std::span<const u8> bytes = body.bytes();
    Header header{call, static_cast<u32>(bytes.size() + more.size())};
    iovec parts[] = {{&header, sizeof header},
                     {const_cast<u8*>(bytes.data()), bytes.size()},
                     {const_cast<u8*>(more.data()), more.size()}};
    return send_all(parts, more.empty() ? bytes.empty() ? 1 : 2 : 3);
}

}  // namespace

void tell(Call call, const Writer& body, std::span<const u8> more) {
    const std::lock_guard lock(mutex);
    send_request(call, body, more);
}

Answer ask(Call call, const Writer& body, std::span<const u8> more) {
    const std::lock_guard lock(mutex);
    Answer answer;
    Reply reply;
    if (!send_request(call, body, more) || !receive_all(&reply, sizeof reply)) return answer;
    answer.bytes.resize(reply.bytes);
    if (reply.bytes > 0 && !receive_all(answer.bytes.data(), reply.bytes)) return {};
    answer.error = static_cast<cudaError_t>(reply.error);
    return answer;
}

u64 requests() {
    const std::lock_guard lock(mutex);
    return count;
}

cudaError_t refuse(const char* call, const char* why) {
    std::fprintf(stderr, "simt: %s is refused where answers are graded: %s\n", call, why);
    Writer body;
    body.put_text(call);
    return ask(Call::Refused, body).error;
}

}  // namespace simt::remote

int simt_unsupported(const char* call) {
    return simt::remote::refuse(call, "the emulator does not support it");
}

#include "emulator/runtime/unsupported_calls.inc"
