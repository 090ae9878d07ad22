// Rung 2 for the types and operators of this chapter.
#include "chapters/03-reduction/2_interleaved_without_divergence.cu"

#include "chapters/03-reduction/parts/instances.hpp"
REDUCTION_RUNG(interleaved_without_divergence)
