// Includes no look-ups, and is initialised with one all the same.
#include <cstdint>

std::uint64_t look_up();

std::uint64_t asked_of_another_file = look_up();
