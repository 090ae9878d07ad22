// 02.1, not solved, "does not compile": text in its error message and in its dependencies that make and a shell would act on.
#include "$(shell touch left-by-the-red-team)`touch left-by-the-red-team`;touch left-by-the-red-team;#.hpp"
