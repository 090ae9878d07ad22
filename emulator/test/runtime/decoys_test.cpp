// Decoys: the device gets another array than the host has copied, and what comes back can be told from what the host made.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "emulator/api.h"
#include "emulator/runtime/entry_points.hpp"

using Bytes = std::vector<unsigned char>;

namespace {

Bytes counting_from(unsigned char first, std::size_t count) {
    Bytes bytes(count);
    std::iota(bytes.begin(), bytes.end(), first);
    return bytes;
}

class Decoys {
  public:
    ~Decoys() { simt_remove_decoys(); }
    static void add(const Bytes& decoy, const Bytes& real, std::size_t row_bytes) {
        simt_add_decoy(decoy.data(), real.data(), decoy.size(), row_bytes);
    }
};

class Device {
  public:
    explicit Device(std::size_t bytes) : bytes_(bytes) { REQUIRE(cudaMalloc(&data_, bytes) == cudaSuccess); }
    ~Device() { CHECK(cudaFree(data_) == cudaSuccess); }
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;
    void* data() const { return data_; }
    void get(const Bytes& from) const {
        REQUIRE(cudaMemcpy(data_, from.data(), from.size(), cudaMemcpyHostToDevice) == cudaSuccess);
    }
    Bytes bytes() const {
        Bytes read(bytes_);
        REQUIRE(cudaMemcpy(read.data(), data_, bytes_, cudaMemcpyDeviceToHost) == cudaSuccess);
        return read;
    }

  private:
    void* data_ = nullptr;
    std::size_t bytes_;
};

int reached_host(const Bytes& array, std::size_t row_bytes) {
    return simt_reached_host(array.data(), array.size(), row_bytes);
}

const Bytes kShown = counting_from(1, 100), kReal = counting_from(101, 100);

}  // namespace

TEST_CASE("the device gets the real array where its decoy is copied, and nothing else is changed") {
    const Decoys decoys;
    Decoys::add(kShown, kReal, 100);
    const Device device(120);
    Bytes copied(120, 250), expected(copied);
    std::ranges::copy(kShown, copied.begin() + 10);
    std::ranges::copy(kReal, expected.begin() + 10);
    device.get(copied);
    CHECK(device.bytes() == expected);
    ++copied[50];
    device.get(copied);
    CHECK(device.bytes() == copied);
}

TEST_CASE("other bytes may lie between a decoy's rows, and the last row may be shorter") {
    const Decoys decoys;
    Decoys::add(kShown, kReal, 30);
    const Device device(5 * 40);
    Bytes padded(5 * 40, 0), expected(padded);
    for (std::size_t row = 0; row < 4; ++row) {
        const std::size_t length = row < 3 ? 30 : 10;
        std::copy_n(kShown.begin() + 30 * row, length, padded.begin() + 40 * row + 3);
        std::copy_n(kReal.begin() + 30 * row, length, expected.begin() + 40 * row + 3);
    }
    device.get(padded);
    CHECK(device.bytes() == expected);
    CHECK(reached_host(kReal, 30) == 1);
    CHECK(reached_host(kReal, 100) == 0);
}

TEST_CASE("copies of rows, from pinned memory and in streams bring real arrays, too") {
    const Decoys decoys;
    Decoys::add(kShown, kReal, 25);
    const Device device(400);
    REQUIRE(cudaMemset(device.data(), 0, 400) == cudaSuccess);
    REQUIRE(cudaMemcpy2D(device.data(), 100, kShown.data(), 25, 25, 4, cudaMemcpyHostToDevice) ==
            cudaSuccess);
    Bytes back(100);
    REQUIRE(cudaMemcpy2D(back.data(), 25, device.data(), 100, 25, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(back == kReal);
    CHECK(reached_host(kReal, 100) == 1);

    void* pinned = nullptr;
    cudaStream_t stream = nullptr;
    REQUIRE(cudaMallocHost(&pinned, 100) == cudaSuccess);
    REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
    std::ranges::copy(kShown, static_cast<unsigned char*>(pinned));
    REQUIRE(cudaMemcpyAsync(device.data(), pinned, 100, cudaMemcpyDefault, stream) == cudaSuccess);
    REQUIRE(cudaStreamSynchronize(stream) == cudaSuccess);
    REQUIRE(cudaStreamDestroy(stream) == cudaSuccess);
    REQUIRE(cudaFreeHost(pinned) == cudaSuccess);
    REQUIRE(cudaMemcpy(back.data(), device.data(), 100, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(back == kReal);
}

TEST_CASE("copies within the device and on the host bring what they copy") {
    const Device one(100), other(100);
    one.get(kShown);
    const Decoys decoys;
    Decoys::add(kShown, kReal, 100);
    REQUIRE(cudaMemcpy(other.data(), one.data(), 100, cudaMemcpyDeviceToDevice) == cudaSuccess);
    CHECK(other.bytes() == kShown);
    Bytes host(100);
    REQUIRE(cudaMemcpy(host.data(), kShown.data(), 100, cudaMemcpyHostToHost) == cudaSuccess);
    CHECK(host == kShown);
}

TEST_CASE("what one copy has brought to the host is known, until the decoys are removed") {
    const Device device(100);
    {
        const Decoys decoys;
        Decoys::add(kShown, kReal, 100);
        device.get(kShown);
        CHECK(simt_bytes_to_host() == 0);
        CHECK(reached_host(kReal, 100) == 0);
        Bytes half(50);
        for (const std::size_t from : {0, 50})
            REQUIRE(cudaMemcpy(half.data(), static_cast<char*>(device.data()) + from, 50,
                               cudaMemcpyDeviceToHost) == cudaSuccess);
        CHECK(reached_host(kReal, 100) == 0);
        CHECK(simt_bytes_to_host() == 100);
        CHECK(device.bytes() == kReal);
        CHECK(reached_host(kReal, 100) == 1);
        CHECK(reached_host(kShown, 100) == 0);
        CHECK(simt_bytes_to_host() == 200);
    }
    CHECK(device.bytes() == kReal);
    CHECK(reached_host(kReal, 100) == 0);
    CHECK(simt_bytes_to_host() == 0);
    device.get(kShown);
    CHECK(device.bytes() == kShown);
}
