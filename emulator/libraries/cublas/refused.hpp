// A call that the libraries refuse by its name. It reads no arguments, so it need not match NVIDIA's declaration.
#pragma once

#include "emulator/libraries/cublas/export.hpp"
#include "emulator/libraries/cublas/types.hpp"
#include "emulator/runtime/library_calls.hpp"

#define CUBLAS_REFUSED(function, text)      \
    CUBLAS_EXPORT int function();           \
    int function() {                        \
        simt_library_unsupported(text);     \
        return simt::cublas::kNotSupported; \
    }
#define CUBLAS_UNSUPPORTED(name) CUBLAS_REFUSED(name, #name)
