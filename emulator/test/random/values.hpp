// The awkward values that random programs compute with: a table for each width, in every module.
//
// Edge values of all formats of the width (zeros, limits, NaNs, infinities, subnormals, powers of two and their neighbours)
// and random ones; floats have tables of their own.
#pragma once

#include <string>

#include "emulator/integers.hpp"

namespace simt::random_ptx {

constexpr u32 kValues = 512;  // of each table

// Tables are named values_h, values_w, …, after the letters of Opcode::elements.
constexpr char kTables[] = {'h', 'w', 'd', 'f', 'g'};

u32 width_of(char element);  // bytes
std::string value_tables();  // the tables as PTX

}  // namespace simt::random_ptx
