// What to do about a finding, in words.
#pragma once

#include <string>

#include "emulator/check/findings.hpp"

namespace simt::report {

// The cure, in one or more lines; empty if there is none.
std::string advice(const check::Finding& finding);

// What a GPU does, and what compute-sanitizer says, where the rule of C++ is stricter; else empty.
std::string on_a_gpu(const check::Finding& finding);

// A deadlock at a branch that divides a warp.
bool is_within_a_warp(const check::Finding& finding);

// True if the access is a call of the host, not a kernel's instruction.
bool by_a_copy(const check::Finding& finding);

// True if only some of the bytes read had been written.
bool is_partial(const check::Finding& finding);

// True if the access lies so close behind memory of cudaMalloc that a GPU, which maps 2 MiB at a time, may not fault.
bool may_pass_on_a_gpu(const check::Finding& finding);

// True if the address is one of the first, as a pointer that was never set has it.
bool is_null(const check::Finding& finding);

bool on_one_line(const check::Site& a, const check::Site& b);

// "line 12", or "line 12 of other.cuh" where that is not the file that the reader is in.
std::string line_name(const check::Site& site, const check::Finding& finding);

}  // namespace simt::report
