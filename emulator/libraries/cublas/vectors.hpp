// Calls on vectors (BLAS, level 1). x and y may be of any real type (F16, Bf16, float, double); what is computed is computed in
// double and rounded to the type of the result once. n <= 0 computes nothing, as BLAS says.
#pragma once

#include "emulator/libraries/cublas/types.hpp"

namespace simt::cublas {

// A vector of a call: its first element in memory and the elements from one to the next.
struct X {
    const void* first;
    Type type;
    s64 increment;
};

Status axpy(const char* name, Handle*, s64 n, const void* alpha, Type alpha_type, const X& x,
            const X& y);  // y += alpha x
Status scale(const char* name, Handle*, s64 n, const void* alpha, Type alpha_type, const X& x);  // x *= alpha
Status copy(const char* name, Handle*, s64 n, const X& x, const X& y);                           // y = x
Status swap(const char* name, Handle*, s64 n, const X& x, const X& y);

// Results: a number of this type, where the handle's pointer mode says. With an increment of at most 0, that of the sums of one
// vector is 0.
Status dot(const char* name, Handle*, s64 n, const X& x, const X& y, void* result, Type type);
Status norm(const char* name, Handle*, s64 n, const X& x, void* result, Type type);  // the Euclidean one
Status absolute_sum(const char* name, Handle*, s64 n, const X& x, void* result, Type type);

// The number, from 1 on, of the first element with the largest (smallest) magnitude; 0 for n <= 0 or an increment of at most 0.
// A number that is none (NaN) counts as smaller (larger) than all others. bytes: of the result, 4 or 8.
Status index_of(const char* name, Handle*, s64 n, const X& x, bool largest, void* result, u64 bytes);

}  // namespace simt::cublas
