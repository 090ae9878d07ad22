// Shows that the device has computed a result which the answer gives back on the host. The answer is given decoys: arrays of the host with
// other numbers than the device gets, for the emulator puts the real ones in their place when the answer copies them. Host code never
// sees the real numbers, so it cannot compute the result. The answer copies the result back as the kernel has left it.
//
// Only the emulator can do this: call counted_here() first.
#pragma once

#include <vector>

#include "common/grading/grading.hpp"

namespace grading {

class Decoys {
  public:
    Decoys() = default;
    ~Decoys();
    Decoys(const Decoys&) = delete;
    Decoys& operator=(const Decoys&) = delete;

    // From now on, the device gets `real` where the answer copies `decoy`, an array of as many elements. An answer may copy other bytes
    // between rows of `columns` elements; 0: between none.
    template <class Element>
    void add(const std::vector<Element>& decoy, const std::vector<Element>& real, std::size_t columns = 0) {
        add(decoy.data(), real.data(), real.size() * sizeof(Element), columns * sizeof(Element));
    }

    // Fails the test unless one copy from the device has brought the result, a row of `columns` elements behind the other.
    template <class Element>
    bool expect_copied(const Run& run, const std::vector<Element>& result, std::size_t columns = 0) {
        return expect_copied(run, result.data(), result.size() * sizeof(Element), columns * sizeof(Element));
    }

    // Fails the test if more bytes were copied to the host. `why` explains the bound in a sentence.
    bool expect_few_bytes(const Run& run, std::size_t most, const std::string& why);

  private:
    static void add(const void* decoy, const void* real, std::size_t bytes, std::size_t row_bytes);
    static bool expect_copied(const Run& run, const void* result, std::size_t bytes, std::size_t row_bytes);
};

// What to add to the message about a wrong result if it is the one of the decoys.
constexpr const char* kOfTheDecoys =
    "It is right for the arrays on the host. In this test the device gets other numbers where they are "
    "copied to it as they are, and the "
    "result is to be computed there.";

}  // namespace grading
