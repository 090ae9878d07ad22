// Control flow: branches, calls, exits, barriers, clusters, the stack. Form in isa.hpp explains the columns.
#pragma once

#include "emulator/isa/isa.hpp"

namespace simt::isa {

constexpr Traits flow(Kind kind, u8 flags) { return {kind, Memory::None, Effect::Use, flags}; }

constexpr Form control_forms[] = {
    {"bra", "=c", flow(Kind::Branch, kEndsBlock)},
    {"brx", "=nc", flow(Kind::IndexedBranch, kEndsBlock | kChangesFlow), "~branch.indexed"},
    {"call", "=c", flow(Kind::Call, kChangesFlow)},
    {"ret", "=", flow(Kind::Return, kEndsBlock | kChangesFlow)},
    {"exit", "=", flow(Kind::Exit, kEndsBlock | kChangesFlow), "~exit"},
    {"trap", "=", flow(Kind::Trap, kEndsBlock | kChangesFlow), "~trap"},
    {"bar", "=nn", flow(Kind::Barrier, kChangesFlow | kAligned)},
    {"barrier", "=nn", flow(Kind::Barrier, kChangesFlow)},
    {"bar{,.cta}.red", "v=nnp", flow(Kind::Barrier, kChangesFlow | kAligned)},
    {"barrier{,.cta}.red", "v=nnp", flow(Kind::Barrier, kChangesFlow)},
    {"setmaxnreg", "=n", {Kind::RegisterCount}},
    {"{nanosleep,pmevent}", "=n", {Kind::Operation}, "~nothing"},
    {"{griddepcontrol,brkpt}", "=", {Kind::Operation}, "~nothing"},
    {"~branch{,.if,.indexed}"},
    {"~{join,meet,call,return,exit,trap,unsupported,nothing}"},
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
    {"~system.{print,assert,malloc,free,condition,device}"},
};

constexpr Form cluster_forms[] = {
    {"barrier.cluster", "=", flow(Kind::ClusterBarrier, kChangesFlow)},
    {"mapa", "v=vn", {Kind::ClusterMap}, "~mapa"},
    {"getctarank", "n=v", {Kind::ClusterRank}, "~getctarank"},
    {"~cluster.{arrive,wait}"},
    {"~{mapa,getctarank}"},
};

}  // namespace simt::isa
