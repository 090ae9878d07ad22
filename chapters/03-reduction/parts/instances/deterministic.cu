// Rung 8 for the types and operators of this chapter.
#include "chapters/03-reduction/8_deterministic.cu"

#include "chapters/03-reduction/parts/instances.hpp"
REDUCTION_RUNG(deterministic)
