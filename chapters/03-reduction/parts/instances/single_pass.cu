// Rung 2 of the scan for the types and operators of this chapter.
#include "chapters/03-reduction/more/scan/2_single_pass.cu"

#include "chapters/03-reduction/parts/instances.hpp"
SCAN_RUNG(scan::single_pass)
