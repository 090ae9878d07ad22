// Rung 6 for the types and operators of this chapter.
#include "chapters/03-reduction/6_register_blocked.cu"

#include "chapters/03-reduction/parts/instances.hpp"
REDUCTION_RUNG(register_blocked)
