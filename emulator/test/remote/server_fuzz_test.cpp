// Random messages on the answer's connection: the server survives all of them, and serves the judge at once.
#include <algorithm>
#include <random>

#include "emulator/remote/copies.hpp"
#include "emulator/remote/kinds.hpp"
#include "emulator/test/remote/server.hpp"

using namespace simt;
using namespace simt::testing;

namespace {

using Random = std::mt19937_64;

// Numbers that mean something somewhere, and some that do not.
u64 number(Random& random, u64 memory) {
    const u64 known[] = {0,
                         1,
                         2,
                         3,
                         4,
                         8,
                         16,
                         17,
                         255,
                         4096,
                         memory,
                         memory + 4,
                         memory + 4096,
                         0x7fff'0000'0000,
                         u64{1} << 32,
                         u64{1} << 47,
                         u64{1} << 63,
                         ~u64{0},
                         ~u64{0} - 3};
    return random() % 8 == 0 ? random() : known[random() % std::size(known)];
}

// A parameter of a call, of the right length.
template <class Kind>
struct Put {
    static void into(Writer& body, Random& random, u64 memory) { body.put(number(random, memory)); }
};
template <class T>
struct Put<remote::Value<T>> {
    static void into(Writer& body, Random& random, u64 memory) {
        const u64 value = random() % 2 ? random() % 9 : number(random, memory);
        for (u64 k = 0; k < sizeof(T); ++k) body.put(static_cast<u8>(k < 8 ? value >> 8 * k : 0));
    }
};
template <class T>
struct Put<remote::Result<T>> {
    static void into(Writer& body, Random& random, u64) { body.put(static_cast<u8>(random() % 8 != 0)); }
};
template <>
struct Put<remote::NewAddress> : Put<remote::Result<void*>> {};
template <>
struct Put<remote::NewStream> : Put<remote::Result<void*>> {};
template <>
struct Put<remote::NewEvent> : Put<remote::Result<void*>> {};

template <class... Kinds>
Writer parameters([[maybe_unused]] Random& random, [[maybe_unused]] u64 memory) {
    Writer body;
    (Put<Kinds>::into(body, random, memory), ...);
    return body;
}

Writer copy_body(Random& random, u64 memory) {
    remote::CopyRequest copy{};
    copy.call = remote::CopyCall(random() % u32(remote::CopyCall::kCount));
    const bool box = copy.call >= remote::CopyCall::Box, rows = copy.call >= remote::CopyCall::Rows;
    copy.kind = s32(random() % 6);
    copy.width = random() % 64;
    copy.height = rows ? random() % 4 : 1;
    copy.depth = box ? random() % 4 : 1;
    const auto end = [&]() -> remote::End {
        const auto rarely = [&](u64 usual) { return random() % 16 == 0 ? number(random, memory) : usual; };
        const u64 address = random() % 2 ? memory : number(random, memory);
        return {address,
                rarely(64),
                rarely(4),
                box ? rarely(random() % 3) : 0,
                box ? rarely(random() % 3) : 0,
                box ? rarely(0) : 0};
    };
    copy.to = end();
    copy.from = end();
    Writer body;
    body.put(copy);
    const bool moves = copy.well_formed(copy.to) && copy.well_formed(copy.from);
    if (moves && copy.from.on_host()) body.make_room(copy.bytes());
    return body;
}

Writer module_body(Random& random, u64 memory) {
    Writer body;
    body.put(number(random, memory));
    const u64 bytes = 16 + random() % 64;
    body.put(bytes);
    body.put<u64>(0x0010'0001'ba55'ed50);  // the header of a fat binary
    body.put<u64>(random() % (bytes - 15));
    for (u64 k = 16; k < bytes; ++k) body.put(static_cast<u8>(random()));
    return body;
}

// A message that is nearly right, so that it gets past the first checks.
Writer body_of(Call call, Random& random, u64 memory) {
    switch (call) {
        case Call::Copy:
            return copy_body(random, memory);
        case Call::AddModule:
            return module_body(random, memory);
#define SIMT_CALL(name, ...) \
    case Call::name:         \
        return parameters<__VA_ARGS__>(random, memory);
#define SIMT_TWIN(name, twin)
            using namespace remote;
#include "emulator/remote/calls.inc"
        default:
            break;
    }
    Writer body;
    for (u64 left = random() % 6; left > 0; --left) body.put(number(random, memory));
    return body;
}

}  // namespace

TEST_CASE("random messages of an answer neither end the server nor keep it from serving the judge") {
    Random random(20260101);
    int answered = 0;
    for (int round = 0; round < 200; ++round) {
        CAPTURE(round);
        Server server;
        const auto made = ask(server.judge, Call::cudaMalloc, written<u8, u64>(1, 4096));
        REQUIRE(made.has_value());
        const u64 memory = Reader(made->body).get<u64>();
        ask(server.judge, Call::cudaMemset, written<u64, int, u64>(memory, 7, 4096));
        send_request(server.judge, Call::OpenWindow);
        for (int k = 0; k < 40; ++k) {
            auto call = Call(random() % (u32(Call::kCount) + 1));
            // Boxes of 2⁶⁰ slices take as long here as in one process.
            if (call == Call::cudaMemset3D || call == Call::cudaMemset3DAsync) call = Call::Copy;
            send_request(server.answer, call, body_of(call, random, memory));
        }
        if (random() % 4 == 0) {
            const u64 garbage[] = {random(), random(), random()};
            send_bytes(server.answer, garbage, 1 + random() % sizeof garbage);
        }
        while (receive(server.answer, 20)) ++answered;
        send_request(server.judge, Call::CloseWindow);
        const auto alive = ask(server.judge, Call::LaunchCount);
        REQUIRE(alive.has_value());
        REQUIRE(alive->error == cudaSuccess);
        shutdown(server.judge, SHUT_RDWR);
        REQUIRE(server.ends());
    }
    CHECK(answered > 1000);  // not all were refused at the first glance
}
