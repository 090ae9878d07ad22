// Control flow: branches, calls, exits, barriers, clusters, the stack.
#pragma once

#include "emulator/isa/isa.hpp"

namespace simt::isa {

constexpr Form control_forms[] = {
    {"bra", "=c", {Kind::Branch, Memory::None, Effect::Use, kEndsBlock}},
    {"brx",
     "=nc",
     {Kind::IndexedBranch, Memory::None, Effect::Use, kEndsBlock | kChangesFlow},
     "~branch.indexed"},
    {"call", "=c", {Kind::Call, Memory::None, Effect::Use, kChangesFlow}},
    {"ret", "=", {Kind::Return, Memory::None, Effect::Use, kEndsBlock | kChangesFlow}},
    {"exit", "=", {Kind::Exit, Memory::None, Effect::Use, kEndsBlock | kChangesFlow}, "~exit"},
    {"trap", "=", {Kind::Trap, Memory::None, Effect::Use, kEndsBlock | kChangesFlow}, "~trap"},
    {"bar", "=nn", {Kind::Barrier, Memory::None, Effect::Use, kChangesFlow | kAligned}},
    {"barrier", "=nn", {Kind::Barrier, Memory::None, Effect::Use, kChangesFlow}},
    {"bar{,.cta}.red", "v=nnp", {Kind::Barrier, Memory::None, Effect::Use, kChangesFlow | kAligned}},
    {"barrier{,.cta}.red", "v=nnp", {Kind::Barrier, Memory::None, Effect::Use, kChangesFlow}},
    {"setmaxnreg", "=n", {Kind::RegisterCount}},
    {"{nanosleep,pmevent}", "=n", {Kind::Operation}, "~nothing"},
    {"{griddepcontrol,brkpt}", "=", {Kind::Operation}, "~nothing"},
    {"~branch{,.if,.indexed}"},
    {"~{join,call,return,exit,trap,unsupported,nothing}"},
    {"~barrier{,.arrive}"},
    {"~{clock,local_address}"},
};

// The interpreter's loop.
constexpr Form run_forms[] = {
    {"~run"},
};

constexpr Form system_call_forms[] = {
    {"alloca", "v=v", {Kind::Stack}, "~alloca"},
    {"stacksave", "v=", {Kind::Stack}, "~stacksave"},
    {"stackrestore", "=v", {Kind::Stack}, "~stackrestore"},
    {"~{alloca,stacksave,stackrestore}"},
    {"~call.indirect"},
    {"~system.{print,assert}"},
};

constexpr Form cluster_forms[] = {
    {"barrier.cluster", "=", {Kind::ClusterBarrier, Memory::None, Effect::Use, kChangesFlow}},
    {"mapa", "v=vn", {Kind::ClusterMap}, "~mapa"},
    {"getctarank", "n=v", {Kind::ClusterRank}},
    {"~cluster.{arrive,wait}"},
    {"~mapa"},
};

}  // namespace simt::isa
