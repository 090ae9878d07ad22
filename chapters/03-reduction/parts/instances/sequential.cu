// Rung 3 for the types and operators of this chapter.
#include "chapters/03-reduction/3_sequential.cu"

#include "chapters/03-reduction/parts/instances.hpp"
REDUCTION_RUNG(sequential)
