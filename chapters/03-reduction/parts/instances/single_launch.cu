// Rung 7 for the types and operators of this chapter.
#include "chapters/03-reduction/7_single_launch.cu"

#include "chapters/03-reduction/parts/instances.hpp"
REDUCTION_RUNG(single_launch)
