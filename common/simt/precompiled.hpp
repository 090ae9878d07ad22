// What most of the emulator's files include, compiled once (common/make/emulator.mk): it halves the time of a build. Files
// include what they use all the same.
#ifndef COMMON_SIMT_PRECOMPILED_HPP
#define COMMON_SIMT_PRECOMPILED_HPP

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#endif
