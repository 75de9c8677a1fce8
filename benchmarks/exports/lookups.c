// An exported look-up beside one written by hand for the same scheme, in C and in C++.
//
// It prints a line for each round: the nanoseconds of a rook's and a bishop's look-up, exported and by
// hand. Both read the same table, so that no cache decides, and have their turns in each round.
// Compiled with -DFANCY, -DPLAIN or -DPEXT, which is the scheme that "exported.h" is of. That of plain
// has a structure of arrays, the others have an array of structures.

#ifdef __cplusplus
#include "exported.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
using namespace sliding;
using namespace sliding::detail;
#define TABLE table.slots
#define EXPORTED_ROOK rook_attacks
#define EXPORTED_BISHOP bishop_attacks
#define RECORD Record
#define ROOK_RECORDS rook_records
#define BISHOP_RECORDS bishop_records
#else
#define SLIDING_IMPLEMENTATION
#include "exported.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#define TABLE sliding_table
#define EXPORTED_ROOK sliding_rook_attacks
#define EXPORTED_BISHOP sliding_bishop_attacks
#define RECORD struct sliding_record
#define ROOK_RECORDS sliding_rook_records
#define BISHOP_RECORDS sliding_bishop_records
#endif
#ifdef PEXT
#include <immintrin.h>
#endif

enum { QUERIES = 1 << 12, REPEATS = 500, ROUNDS = 15 };

// ---- By hand, as engines have it: a pointer for each square, or an array for each field ----

#ifdef PLAIN

static uint64_t rook_masks[64], rook_magics[64], bishop_masks[64], bishop_magics[64];

static inline uint64_t hand_rook(unsigned square, uint64_t occupied)
{
    const uint64_t *attacks = TABLE + 4096 * square;
    return attacks[((occupied & rook_masks[square]) * rook_magics[square]) >> 52];
}

static inline uint64_t hand_bishop(unsigned square, uint64_t occupied)
{
    const uint64_t *attacks = TABLE + 64 * 4096 + 512 * square;
    return attacks[((occupied & bishop_masks[square]) * bishop_magics[square]) >> 55];
}

static void prepare(void)
{
    for (unsigned square = 0; square < 64; square++) {
        rook_masks[square] = ROOK_RECORDS.mask[square];
        rook_magics[square] = ROOK_RECORDS.magic[square];
        bishop_masks[square] = BISHOP_RECORDS.mask[square];
        bishop_magics[square] = BISHOP_RECORDS.magic[square];
    }
}

#else

struct hand {
    uint64_t mask;
#ifdef FANCY
    uint64_t magic;
    unsigned shift;
#endif
    const uint64_t *attacks;
};

static struct hand hand_rooks[64], hand_bishops[64];

static inline uint64_t hand_attacks(const struct hand *own, uint64_t occupied)
{
#ifdef FANCY
    return own->attacks[((occupied & own->mask) * own->magic) >> own->shift];
#else
    return own->attacks[_pext_u64(occupied, own->mask)];
#endif
}

static inline uint64_t hand_rook(unsigned square, uint64_t occupied)
{
    return hand_attacks(&hand_rooks[square], occupied);
}

static inline uint64_t hand_bishop(unsigned square, uint64_t occupied)
{
    return hand_attacks(&hand_bishops[square], occupied);
}

static void take(struct hand *own, const RECORD *record)
{
    own->mask = record->mask;
#ifdef FANCY
    own->magic = record->magic;
    own->shift = (unsigned)record->shift;
#endif
    own->attacks = TABLE + record->offset;
}

static void prepare(void)
{
    for (unsigned square = 0; square < 64; square++) {
        take(&hand_rooks[square], &ROOK_RECORDS[square]);
        take(&hand_bishops[square], &BISHOP_RECORDS[square]);
    }
}

#endif

// ---- Both on the same queries ----

static unsigned squares[QUERIES];
static uint64_t boards[QUERIES], total;

static double seconds(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

// Or the compiler makes vectors of what no engine could.
#define OPAQUE(word) __asm__ volatile("" : "+r"(word))

#define NANOSECONDS(rook, bishop)                                                               \
    do {                                                                                        \
        const double start = seconds();                                                         \
        uint64_t sum = total;                                                                   \
        for (int repeat = 0; repeat < REPEATS; repeat++)                                        \
            for (int query = 0; query < QUERIES; query++) {                                     \
                uint64_t found = rook(squares[query], boards[query]);                           \
                found ^= bishop(squares[query], boards[query]);                                 \
                OPAQUE(found);                                                                  \
                sum += found;                                                                   \
            }                                                                                   \
        total = sum;                                                                            \
        printf("%.6f ", (seconds() - start) / ((double)REPEATS * (double)QUERIES) * 1e9);               \
    } while (0)

int main(void)
{
    uint64_t state = UINT64_C(0x9e3779b97f4a7c15), draws[3];
#ifndef __cplusplus
    sliding_init();
#endif
    prepare();
    for (int query = 0; query < QUERIES; query++) {
        for (int draw = 0; draw < 3; draw++) {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            draws[draw] = state;
        }
        squares[query] = (unsigned)(draws[0] >> 58);
        boards[query] = draws[1] & draws[2];
        if (EXPORTED_ROOK(squares[query], boards[query]) != hand_rook(squares[query], boards[query]) ||
            EXPORTED_BISHOP(squares[query], boards[query]) != hand_bishop(squares[query], boards[query]))
            abort();
    }
    for (int round = 0; round < ROUNDS; round++) {
        NANOSECONDS(EXPORTED_ROOK, EXPORTED_BISHOP);
        NANOSECONDS(hand_rook, hand_bishop);
        printf("\n");
    }
    return total == 1;
}
