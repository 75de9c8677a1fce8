/* The look-ups, and a C++ file beside this one that makes them, too. */
#define SLIDING_IMPLEMENTATION
#include "sliding.h"

#include <stdio.h>

uint64_t look_up(void);

uint64_t look_up(void)
{
    return sliding_queen_attacks(0, 0);
}

extern uint64_t asked_of_another_file, initialised_in_cpp;
static uint64_t looked_up_by_a_constructor;

__attribute__((constructor(102))) static void construct(void)
{
    looked_up_by_a_constructor = look_up();
}

int main(void)
{
    const uint64_t right = UINT64_C(0x81412111090503fe);
    if (asked_of_another_file != right)
        puts("asked of another file: wrong");
    if (initialised_in_cpp != right)
        puts("inline variable of C++: wrong");
    if (looked_up_by_a_constructor != right)
        puts("constructor: wrong");
    puts("3 cases");
    return 0;
}
