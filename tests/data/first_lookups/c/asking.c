/* Includes no look-ups, and makes one before main() starts all the same. */
#include <stdint.h>

uint64_t look_up(void);

uint64_t asked_of_another_file;

__attribute__((constructor(102))) static void construct(void)
{
    asked_of_another_file = look_up();
}
