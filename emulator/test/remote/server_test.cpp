// The server between a judge and an answer: who may ask when, and what happens to messages that no client of ours sends.
#include "emulator/test/remote/server.hpp"

#include "emulator/remote/copies.hpp"

using namespace simt;
using namespace simt::testing;

namespace {

// Allocates on the connection.
u64 allocate(int fd, u64 bytes) {
    const auto made = ask(fd, Call::cudaMalloc, written<u8, u64>(1, bytes));
    REQUIRE(made.has_value());
    REQUIRE(made->error == cudaSuccess);
    return Reader(made->body).get<u64>();
}

u64 launches_and_calls(const Server& server) {
    Writer all;
    all.put_text("");
    const auto answered = ask(server.judge, Call::CallsOf, all);
    REQUIRE(answered.has_value());
    return Reader(answered->body).get<u64>();
}

Writer memset_of(u64 address, int value, u64 bytes) { return written<u64, int, u64>(address, value, bytes); }

// The bytes of device memory, as the judge reads them.
std::vector<u8> bytes_at(const Server& server, u64 address, u64 bytes) {
    const remote::CopyRequest copy{remote::CopyCall::Plain, cudaMemcpyDeviceToHost,  0, bytes, 1, 1,
                                   {0x1000, 0, 0, 0, 0, 0}, {address, 0, 0, 0, 0, 0}};
    const auto read = ask(server.judge, Call::Copy, written(copy));
    REQUIRE(read.has_value());
    REQUIRE(read->error == cudaSuccess);
    return read->body;
}

// Whether the server has ended the connection.
bool is_closed(int fd) {
    pollfd polled{fd, POLLIN, 0};
    char byte = 0;
    return poll(&polled, 1, 10'000) > 0 && recv(fd, &byte, 1, MSG_DONTWAIT) <= 0;
}

}  // namespace

TEST_CASE("an answer is served while the judge has its window open, and at no other time") {
    const Server server;
    const u64 memory = allocate(server.judge, 4);
    CHECK(ask(server.judge, Call::cudaMemset, memset_of(memory, 1, 4))->error == cudaSuccess);
    send_request(server.answer, Call::cudaMemset, memset_of(memory, 2, 4));
    CHECK_FALSE(receive(server.answer, 200).has_value());
    CHECK(bytes_at(server, memory, 4) == std::vector<u8>(4, 1));
    send_request(server.judge, Call::OpenWindow);
    CHECK(receive(server.answer).has_value());
    CHECK(bytes_at(server, memory, 4) == std::vector<u8>(4, 2));
    send_request(server.judge, Call::CloseWindow);
    CHECK(bytes_at(server, memory, 4) == std::vector<u8>(4, 2));  // the window is closed by now
    send_request(server.answer, Call::cudaMemset, memset_of(memory, 3, 4));
    CHECK_FALSE(receive(server.answer, 200).has_value());
    CHECK(bytes_at(server, memory, 4) == std::vector<u8>(4, 2));
}

TEST_CASE("an answer that asks for what the judge may know gets an error") {
    const Server server;
    send_request(server.judge, Call::OpenWindow);
    for (u32 call = u32(Call::kFirstOfJudge); call < u32(Call::kCount); ++call) {
        CAPTURE(call);
        if (!remote::is_answered(Call(call))) continue;
        const auto refused = ask(server.answer, Call(call), written<u64>(1));
        REQUIRE(refused.has_value());
        CHECK(refused->error == cudaErrorNotPermitted);
        CHECK(refused->body.empty());
    }
}

TEST_CASE("an answer cannot open its own window") {
    const Server server;
    send_request(server.judge, Call::CloseWindow);
    send_request(server.answer, Call::OpenWindow);
    send_request(server.answer, Call::cudaDeviceSynchronize);
    CHECK_FALSE(receive(server.answer, 200).has_value());
}

TEST_CASE("a message that is malformed ends the answer's connection, and the judge goes on") {
    const remote::CopyRequest honest{remote::CopyCall::Plain,           cudaMemcpyHostToDevice, 0, 4, 1, 1,
                                     {0x2010'0000'0000, 0, 0, 0, 0, 0}, {0x1000, 0, 0, 0, 0, 0}};
    auto wide = honest, box = honest, beyond = honest, rows = honest;
    wide.width = ~u64{0};
    box.call = remote::CopyCall(77);
    beyond.call = remote::CopyCall::Box;
    beyond.to.x = ~u64{0} - 3;  // wraps around to an address of the host
    rows.height = 2;
    Writer module = written<u64, u64>(1, 16);
    module.put<u64>(0x0010'0001'ba55'ed50);  // a fat binary's header, which promises more than there is
    module.put<u64>(u64{1} << 40);
    const std::pair<Call, Writer> messages[] = {
        {Call::cudaMalloc, {}},                               // too short
        {Call::cudaMalloc, written<u64, u64, u64>(1, 2, 3)},  // too long
        {Call(12345), {}},
        {Call::Copy, written(honest)},  // its bytes are missing
        {Call::Copy, written(wide)},
        {Call::Copy, written(box)},
        {Call::Copy, written(beyond)},
        {Call::Copy, written(rows)},
        {Call::AddModule, module},
        {Call::AddModule, written<u64, u64>(1, ~u64{0})},
        {Call::AddFunction, written<u64, u64, u64>(1, 7, 0)},  // of no module
        {Call::RemoveModule, written<u64>(9)},
        {Call::Launch, written<u64>(1)},
        {Call::Refused, written<u64>(0)},
        {Call::CopyToSymbol, written<u8>(0)},
    };
    for (const auto& [call, body] : messages) {
        CAPTURE(u32(call));
        CAPTURE(body.bytes().size());
        const Server server;
        send_request(server.judge, Call::OpenWindow);
        send_request(server.answer, call, body);
        CHECK(is_closed(server.answer));
        CHECK(launches_and_calls(server) < 3);
    }
}

TEST_CASE("a null pointer with an offset is no address of the server's own memory") {
    const Server server;
    const u64 memory = allocate(server.judge, 64);
    send_request(server.judge, Call::OpenWindow);
    for (const u64 offset : {u64{1}, u64{0x5555'5555'0000}}) {
        const remote::CopyRequest copy{remote::CopyCall::Box,
                                       cudaMemcpyDefault,
                                       0,
                                       4,
                                       1,
                                       1,
                                       {memory, 64, 1, 0, 0, 0},
                                       {0, u64{1} << 48, 1, offset, 0, 0}};
        CHECK(ask(server.answer, Call::Copy, written(copy))->error == cudaErrorInvalidValue);
    }
    CHECK(ask(server.judge, Call::cudaDeviceSynchronize)->error == cudaSuccess);
}

TEST_CASE("half a message, a huge one and answers that nobody reads do not stop the judge") {
    const Server server;
    send_request(server.judge, Call::OpenWindow);
    SUBCASE("half a header") { send_bytes(server.answer, "abc", 3); }
    SUBCASE("half a body") {
        const remote::Header header{Call::cudaMalloc, 9};
        send_bytes(server.answer, &header, sizeof header);
    }
    SUBCASE("a body of 4 GiB") {
        const remote::Header header{Call::Copy, ~u32{0}};
        send_bytes(server.answer, &header, sizeof header);
        CHECK(is_closed(server.answer));
    }
    SUBCASE("unread answers") {
        const u64 memory = allocate(server.answer, 8 << 20);
        ask(server.answer, Call::cudaMemset, memset_of(memory, 1, 8 << 20));
        const remote::CopyRequest copy{remote::CopyCall::Plain, cudaMemcpyDeviceToHost, 0, 8 << 20, 1, 1,
                                       {0x1000, 0, 0, 0, 0, 0}, {memory, 0, 0, 0, 0, 0}};
        for (int k = 0; k < 4; ++k) send_request(server.answer, Call::Copy, written(copy));
    }
    const u64 before = launches_and_calls(server);
    CHECK(ask(server.judge, Call::cudaDeviceSynchronize)->error == cudaSuccess);
    CHECK(launches_and_calls(server) > before);
}

TEST_CASE("handles that were never given out fail as they do in one process") {
    const Server server;
    send_request(server.judge, Call::OpenWindow);
    const u64 forged[] = {77, 0x7fff'1234'5678, ~u64{0}, u64{1} << 32};
    for (const u64 handle : forged) {
        CAPTURE(handle);
        CHECK(ask(server.answer, Call::cudaStreamSynchronize, written(handle))->error ==
              cudaErrorInvalidResourceHandle);
        CHECK(ask(server.answer, Call::cudaStreamDestroy, written(handle))->error ==
              cudaErrorInvalidResourceHandle);
        CHECK(ask(server.answer, Call::cudaEventSynchronize, written(handle))->error ==
              cudaErrorInvalidResourceHandle);
        CHECK(ask(server.answer, Call::cudaFuncSetCacheConfig, written(handle, cudaFuncCachePreferNone))
                  ->error == cudaErrorInvalidResourceHandle);
        CHECK(ask(server.answer, Call::cudaFree, written(handle))->error == cudaErrorInvalidValue);
        CHECK(ask(server.answer, Call::cudaMemset, memset_of(handle, 0, 4))->error == cudaErrorInvalidValue);
        CHECK(ask(server.answer, Call::cudaGetSymbolSize, written<u8, u64>(1, handle))->error ==
              cudaErrorInvalidSymbol);
    }
    // A stream of the judge is no stream of the answer.
    const auto made = ask(server.judge, Call::cudaStreamCreate, written<u8>(1));
    REQUIRE(made->error == cudaSuccess);
    const u64 stream = Reader(made->body).get<u64>();
    CHECK(ask(server.judge, Call::cudaStreamSynchronize, written(stream))->error == cudaSuccess);
    CHECK(ask(server.answer, Call::cudaStreamSynchronize, written(stream))->error ==
          cudaErrorInvalidResourceHandle);
}

TEST_CASE("the server ends with the judge") {
    Server server;
    shutdown(server.judge, SHUT_RDWR);
    CHECK(server.ends());
}
