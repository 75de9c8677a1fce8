// One export in two forms, beside each other: an array of structures and a structure of arrays.
//
// Each line that it prints is a round: for each stream the nanoseconds of a rook's and a bishop's
// look-up with an array of structures ("aos.h") and with a structure of arrays ("soa.h"). Which of
// them has the first turn changes from round to round. In C the names start with aos_ and soa_, in
// C++ they stand in namespaces that are called so.

#ifdef __cplusplus
#include "aos.h"
#include "soa.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#define ATTACKS(form, slider) form::slider##_attacks
#else
#define AOS_IMPLEMENTATION
#define SOA_IMPLEMENTATION
#include "aos.h"
#include "soa.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#define ATTACKS(form, slider) form##_##slider##_attacks
#endif

enum {
    QUERIES = 1 << 12,
    ROUNDS = 32,
    REPEATS = 16,
    BURST = 8,        // under pressure: look-ups for one position,
    TOUCHED = 64,     // and the cache lines of other memory that are touched then,
    LINES = 1 << 13,  // of so many: 512 KiB, which no first cache holds
    WORDS = 8,        // in a line
};

static unsigned squares[QUERIES];
static uint64_t boards[QUERIES], memory[LINES * WORDS], total;

static double seconds(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

// The compiler may neither know a word nor make vectors of what no engine could.
#define OPAQUE(word) __asm__ volatile("" : "+r"(word))

// One function for both forms, so that they run the same instructions between their look-ups.
static __attribute__((noinline)) uint64_t touch(uint64_t state)
{
    for (int line = 0; line < TOUCHED; line++) {
        uint64_t word = memory[(state >> 32) * LINES >> 32 << 3];
        OPAQUE(word);
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    }
    return state;
}

// A stream: whether each query waits for the answer before, and whether memory is touched.
#define STREAM(name, form, waits, touches)                                                      \
    static double name##_##form(void)                                                           \
    {                                                                                           \
        uint64_t sum = total, before = 0, zero = 0, state = 1;                                  \
        OPAQUE(zero);                                                                           \
        const double start = seconds();                                                         \
        for (int repeat = 0; repeat < REPEATS; repeat++)                                        \
            for (int query = 0; query < QUERIES;) {                                             \
                for (const int end = query + BURST; query < end; query++) {                     \
                    const uint64_t asked = waits ? before & zero : 0;                           \
                    const unsigned square = squares[query] ^ (unsigned)asked;                   \
                    uint64_t found = ATTACKS(form, rook)(square, boards[query] ^ asked);        \
                    found ^= ATTACKS(form, bishop)(square, boards[query] ^ asked);              \
                    OPAQUE(found);                                                              \
                    before = found;                                                             \
                    sum += found;                                                               \
                }                                                                               \
                if (touches)                                                                    \
                    state = touch(state);                                                       \
            }                                                                                   \
        total = sum + state;                                                                    \
        return (seconds() - start) / ((double)REPEATS * (double)QUERIES) * 1e9;                 \
    }

#define BOTH(name, waits, touches) STREAM(name, aos, waits, touches) STREAM(name, soa, waits, touches)
BOTH(throughput, 0, 0)
BOTH(latency, 1, 0)
BOTH(pressure, 0, 1)

static double (*const streams[3][2])(void) = {
    {throughput_aos, throughput_soa},
    {latency_aos, latency_soa},
    {pressure_aos, pressure_soa},
};

int main(void)
{
    uint64_t state = UINT64_C(0x9e3779b97f4a7c15), draws[3];
#if !defined(__cplusplus) && defined(FILLED)
    aos_init();
    soa_init();
#endif
    for (int word = 0; word < LINES * WORDS; word++)
        memory[word] = 1; // or all of it would be one page of zeros
    for (int query = 0; query < QUERIES; query++) {
        for (int draw = 0; draw < 3; draw++) {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            draws[draw] = state;
        }
        const unsigned square = squares[query] = (unsigned)(draws[0] >> 58);
        const uint64_t board = boards[query] = draws[1] & draws[2];
        if (ATTACKS(aos, rook)(square, board) != ATTACKS(soa, rook)(square, board) ||
            ATTACKS(aos, bishop)(square, board) != ATTACKS(soa, bishop)(square, board))
            abort();
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (int stream = 0; stream < 3; stream++) {
            double took[2];
            for (int turn = 0; turn < 2; turn++) {
                const int form = (turn + round) & 1;
                took[form] = streams[stream][form]();
            }
            printf("%.6f %.6f ", took[0], took[1]);
        }
        printf("\n");
    }
    return total == 1;
}
