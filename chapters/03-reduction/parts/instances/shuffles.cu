// Rung 5 for the types and operators of this chapter.
#include "chapters/03-reduction/5_shuffles.cu"

#include "chapters/03-reduction/parts/instances.hpp"
REDUCTION_RUNG(shuffles)
