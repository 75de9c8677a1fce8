/* The array look-ups of fancy magics as a C program would write them: the measure for the
 * compiled Python of magicbb. Built by benchmarks/figures.py with gcc -O3 -march=native. */
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t mask;
    uint64_t magic;
    uint64_t shift;
    uint64_t offset;
} Magic; /* as in the parameters of a fancy table: rook a1..h8, then bishop */

static inline uint64_t attacks(const Magic *m, const uint64_t *slots, uint64_t occupied)
{
    return slots[m->offset + (((occupied & m->mask) * m->magic) >> m->shift)];
}

#define LOOP(name, type, expression)                                                             \
    void name(const Magic *magics, const uint64_t *slots, const type *squares,                   \
              const uint64_t *occupied, uint64_t *restrict out, size_t count)                    \
    {                                                                                            \
        const Magic *rooks = magics, *bishops = magics + 64;                                     \
        (void)rooks;                                                                             \
        (void)bishops;                                                                           \
        for (size_t i = 0; i < count; i++)                                                       \
            out[i] = (expression);                                                               \
    }

#define ROOK attacks(&rooks[squares[i]], slots, occupied[i])
#define BISHOP attacks(&bishops[squares[i]], slots, occupied[i])

LOOP(rook_u8, uint8_t, ROOK)
LOOP(bishop_u8, uint8_t, BISHOP)
LOOP(queen_u8, uint8_t, ROOK | BISHOP)
LOOP(rook_i64, int64_t, ROOK)
LOOP(bishop_i64, int64_t, BISHOP)
LOOP(queen_i64, int64_t, ROOK | BISHOP)
