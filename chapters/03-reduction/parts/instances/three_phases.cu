// Rung 1 of the scan for the types and operators of this chapter.
#include "chapters/03-reduction/more/scan/1_three_phases.cu"

#include "chapters/03-reduction/parts/instances.hpp"
SCAN_RUNG(scan::three_phases)
