// Rung 1 for the types and operators of this chapter.
#include "chapters/03-reduction/1_interleaved.cu"

#include "chapters/03-reduction/parts/instances.hpp"
REDUCTION_RUNG(interleaved)
