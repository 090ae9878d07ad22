// How the libraries' calls get their names, which NVIDIA's header gives them in C.
#pragma once

#define CUBLAS_EXPORT extern "C" __attribute__((visibility("default")))
