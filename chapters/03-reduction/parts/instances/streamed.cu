// Rung 10 for the types and operators of this chapter.
#include "chapters/03-reduction/10_streamed.cu"

#include "chapters/03-reduction/parts/instances.hpp"
REDUCTION_RUNG(streamed)
