// The one exception the emulator throws: a sentence for the person who runs it.
//
// It is thrown for damaged fat binaries, PTX that cannot be parsed and unsupported instructions. The runtime turns it into
// a message on stderr and a CUDA error code.
#pragma once

#include <stdexcept>
#include <string>

namespace simt {

class Error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace simt
