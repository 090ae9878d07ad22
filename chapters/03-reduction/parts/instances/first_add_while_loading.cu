// Rung 4 for the types and operators of this chapter.
#include "chapters/03-reduction/4_first_add_while_loading.cu"

#include "chapters/03-reduction/parts/instances.hpp"
REDUCTION_RUNG(first_add_while_loading)
