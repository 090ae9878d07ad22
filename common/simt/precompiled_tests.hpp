// The same for the emulator's tests: see precompiled.hpp.
#ifndef COMMON_SIMT_PRECOMPILED_TESTS_HPP
#define COMMON_SIMT_PRECOMPILED_TESTS_HPP

#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "common/simt/precompiled.hpp"

#endif
