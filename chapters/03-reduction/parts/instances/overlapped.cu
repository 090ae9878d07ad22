// Rung 9 for the types and operators of this chapter.
#include "chapters/03-reduction/9_overlapped.cu"

#include "chapters/03-reduction/parts/instances.hpp"
REDUCTION_RUNG(overlapped)
