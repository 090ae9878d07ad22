// What nvcc knows and clang's CUDA does not. `make editor` lets clangd read it before each .cu file; no program has it.
#pragma once

enum { __NV_ATOMIC_RELAXED };
enum { __NV_THREAD_SCOPE_DEVICE };

template <class Word>
__device__ Word __nv_atomic_load_n(const Word* word, int order, int scope);
template <class Word, class Value>
__device__ void __nv_atomic_store_n(Word* word, Value value, int order, int scope);

template <class Element, class Value>
__device__ void __stcs(Element* place, Value value);
template <class Element, class Value>
__device__ void __stwb(Element* place, Value value);
