// Reports the findings of launches and calls to the terminal and to the launcher.
#pragma once

#include <string>
#include <vector>

#include "emulator/exec/launch_record.hpp"
#include "emulator/memory/address_space.hpp"
#include "emulator/runtime/errors.hpp"

namespace simt::runtime {

// What the library writes to SIMT_FINDINGS_FD, a byte each, for the launcher.
enum class Mark : char {
    Begun = '?',     // a report is to follow
    Reported = '.',  // it has been written
    Found = '!',     // a check has found something
};
void tell_launcher(Mark mark);

// Prints the launch's findings, except those that an earlier launch had, and the reason if it ended early. Marks
// SIMT_FINDINGS_FD at the first finding.
void announce(const exec::Launch& launch);

// Prints a finding that belongs to no launch, counts it like count_misuse() and keeps it.
void announce(const check::Finding& finding);

// The kept findings, each once with its number of repetitions; the first 4096.
const std::vector<check::Finding>& findings_of_calls();

// The newest report of a finding that belongs to no launch, or of a refused call; "" if there was none.
const std::string& report_of_calls();

// Counts one finding, for a mistake with memory that made a CUDA call fail: a double free, a copy past an allocation's
// end. The call itself reports the mistake.
void count_misuse();

// The same, then fails the call with this sentence.
[[noreturn]] void refuse_memory_because(std::string sentence, cudaError_t error = cudaErrorInvalidValue);
template <class... Args>
[[noreturn]] void refuse_memory(fmt::format_string<Args...> format, Args&&... args) {
    refuse_memory_because(fmt::format(format, std::forward<Args>(args)...));
}

// How often count_misuse() was called.
u64 misuses();

// With --leak-check=full, prints the live allocations of a device, or of all (kEveryDevice); each leak counts as a finding.
// `when`: "at the program's end".
void announce_leaks(const memory::AddressSpace& space, const std::string& when, int device);

// At the end of the program: says how many findings announce() left out because they had been printed before.
void announce_repeated();

}  // namespace simt::runtime
