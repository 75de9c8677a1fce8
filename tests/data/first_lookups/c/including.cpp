// C++ with a header of C's look-ups.
#include "sliding.h"

inline const uint64_t inline_variable = sliding_queen_attacks(0, 0);

extern "C" uint64_t initialised_in_cpp;
uint64_t initialised_in_cpp = inline_variable;
