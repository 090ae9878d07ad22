// The special registers of PTX ISA 9.0.
#pragma once

#include <string_view>

#include "emulator/integers.hpp"

namespace simt::ptx {

// What a special register holds. The x, y and z of four triples come first (exec/calls.cpp relies on their order).
enum class Special : u8 {
    TidX,
    TidY,
    TidZ,
    NtidX,
    NtidY,
    NtidZ,
    CtaidX,
    CtaidY,
    CtaidZ,
    NctaidX,
    NctaidY,
    NctaidZ,
    ClusterIdX,
    ClusterIdY,
    ClusterIdZ,
    NclusterIdX,
    NclusterIdY,
    NclusterIdZ,
    ClusterCtaidX,  // the block's place in its cluster
    ClusterCtaidY,
    ClusterCtaidZ,
    ClusterNctaidX,
    ClusterNctaidY,
    ClusterNctaidZ,
    ClusterRank,
    ClusterSize,
    IsCluster,  // whether the launch names the clusters' size
    LaneId,
    WarpId,
    NwarpId,
    SmId,
    NsmId,
    GridId,
    GridWorkspace,  // the address of the grid's barrier in a cooperative launch, else null
    GridWorkspaceHigh,
    LanemaskEq,
    LanemaskLe,
    LanemaskLt,
    LanemaskGe,
    LanemaskGt,
    DynamicSharedBytes,
    TotalSharedBytes,
    ReservedShared,  // where in shared memory cooperative groups find their bytes
    Clock,
    ClockHigh,    // its upper 32 bits
    Unsupported,  // one that the emulator does not have
    None,         // not the name of a special register
};

// The value that goes with a register's name: "%tid.x", "%laneid", "%envreg2".
Special special_named(std::string_view name);

}  // namespace simt::ptx
