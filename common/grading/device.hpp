// Checks that a harness runs on the device it was meant for. A variable like LD_PRELOAD can give it another CUDA
// runtime, and on a GPU the bounds on counts are skipped: the grade would silently omit them.
#pragma once

namespace grading {

// The exit code of a harness that ends before its first test: it finds another device than it was meant for, or cannot read its
// seed (seed.cpp).
// EXERCISE_DEVICE names the device, "emulator" or "gpu"; build/course sets it. Without it a harness runs on any
// device.
constexpr int kWrongDevice = 3;

// Why a test of counts is skipped on a GPU.
constexpr const char* kCountedElsewhere = "counted on the emulator only";

}  // namespace grading
