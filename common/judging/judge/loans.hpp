// Arrays of the judge's device, lent to an answer that has a device of its own: on a GPU. They lie in the window while the answer runs.
#pragma once

#include <vector>

#include "common/judging/messages.hpp"

namespace judging {

class Loans {
  public:
    // Copies the arrays into which these addresses point to the window, lists them in the request, and changes the addresses.
    Loans(Request& request, const std::vector<std::uint64_t*>& addresses);
    ~Loans();
    Loans(const Loans&) = delete;
    Loans& operator=(const Loans&) = delete;

    // Copies them from the window to the device.
    void take_back() const;

  private:
    struct Loan {
        void* on_device;
        void* in_window;
        std::size_t bytes;
    };
    const Loan* loan_of(const void* address);

    std::vector<Loan> loans_;
};

}  // namespace judging
