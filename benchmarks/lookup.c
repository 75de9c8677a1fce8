/* The array look-ups of all schemes and of their rivals as a C program would write them: the measure
 * for the compiled Python of magicbb, on the same arrays. Built by benchmarks/figures.py with
 * gcc -O3 -march=native. */
#include <stddef.h>
#include <stdint.h>

#if defined(__BMI2__) || defined(__AVX2__)
#include <immintrin.h>
#endif

#define LOOP_OVER(name, square_type, type, expression)                                           \
    void name(const uint64_t *parameters, const type *slots, const uint64_t *attack_sets,        \
              const square_type *squares, const uint64_t *occupied, uint64_t *restrict out,      \
              size_t count)                                                                      \
    {                                                                                            \
        (void)parameters;                                                                        \
        (void)slots;                                                                             \
        (void)attack_sets;                                                                       \
        for (size_t i = 0; i < count; i++) {                                                     \
            const uint64_t square = squares[i], board = occupied[i];                             \
            out[i] = (expression);                                                               \
        }                                                                                        \
    }

#define LOOP(name, type, expression) LOOP_OVER(name, uint8_t, type, expression)

/* Rows of so many words: the rook's squares a1 to h8, then the bishop's. */
#define ROOK(words) (parameters + (words) * square)
#define BISHOP(words) (parameters + (words) * (64 + square))

/* ---- Magics ---- */

#define WHITE(m) ((board & (m)[0]) * (m)[1])
#define BLACK(m) ((board | (m)[0]) * (m)[1])

/* plain: mask, magic; a row of 4,096 slots per rook square and of 512 per bishop square */
#define PLAIN_ROOK (square << 12 | WHITE(ROOK(2)) >> 52)
#define PLAIN_BISHOP ((64 << 12) + (square << 9 | WHITE(BISHOP(2)) >> 55))
LOOP(rook_plain, uint64_t, slots[PLAIN_ROOK])
LOOP(bishop_plain, uint64_t, slots[PLAIN_BISHOP])

/* fancy, with or without dense magics: mask, magic, shift, offset */
#define FANCY(m) ((m)[3] + (WHITE(m) >> (m)[2]))
#define FANCY_QUEEN (slots[FANCY(ROOK(4))] | slots[FANCY(BISHOP(4))])
LOOP(rook_fancy, uint64_t, slots[FANCY(ROOK(4))])
LOOP(bishop_fancy, uint64_t, slots[FANCY(BISHOP(4))])
LOOP(queen_fancy, uint64_t, FANCY_QUEEN)
LOOP_OVER(rook_fancy_i64, int64_t, uint64_t, slots[FANCY(ROOK(4))])
LOOP_OVER(bishop_fancy_i64, int64_t, uint64_t, slots[FANCY(BISHOP(4))])
LOOP_OVER(queen_fancy_i64, int64_t, uint64_t, FANCY_QUEEN)
LOOP(rook_fancy_dense, uint64_t, slots[FANCY(ROOK(4))])
LOOP(bishop_fancy_dense, uint64_t, slots[FANCY(BISHOP(4))])

/* fixed shift, white or black: mask or its complement, magic, offset */
#define FIXED(m, input, bits) ((m)[2] + (input(m) >> (64 - (bits))))
LOOP(rook_fixed_shift, uint64_t, slots[FIXED(ROOK(3), WHITE, 12)])
LOOP(bishop_fixed_shift, uint64_t, slots[FIXED(BISHOP(3), WHITE, 9)])
LOOP(rook_black, uint64_t, slots[FIXED(ROOK(3), BLACK, 12)])
LOOP(bishop_black, uint64_t, slots[FIXED(BISHOP(3), BLACK, 9)])
LOOP(rook_densest_fixed, uint64_t, slots[FIXED(ROOK(3), WHITE, 12)])
LOOP(bishop_densest_fixed, uint64_t, slots[FIXED(BISHOP(3), WHITE, 9)])
LOOP(rook_densest_fixed_black, uint64_t, slots[FIXED(ROOK(3), BLACK, 12)])
LOOP(bishop_densest_fixed_black, uint64_t, slots[FIXED(BISHOP(3), BLACK, 9)])

// Irrelevant squares, magic, shift, offset, and perhaps the post-mask, or two lines and the
// starts of their intervals.
#define DENSEST(m) ((m)[3] + (BLACK(m) >> (m)[2]))
LOOP(rook_densest, uint64_t, slots[DENSEST(ROOK(4))])
LOOP(bishop_densest, uint64_t, slots[DENSEST(BISHOP(4))])
LOOP(rook_densest_shared, uint64_t, slots[DENSEST(ROOK(5))] & ROOK(5)[4])
LOOP(bishop_densest_shared, uint64_t, slots[DENSEST(BISHOP(5))] & BISHOP(5)[4])
#define LINE(m, number) (attack_sets[(m)[0] + (number)] & (m)[1])
#define NIBBLES(m, entry) (LINE((m) + 4, (entry) & 15) | LINE((m) + 6, (entry) >> 4))
LOOP(rook_densest_bytes, uint8_t, NIBBLES(ROOK(8), slots[DENSEST(ROOK(8))]))
LOOP(bishop_densest_bytes, uint8_t, NIBBLES(BISHOP(8), slots[DENSEST(BISHOP(8))]))

/* a byte per slot of a plain table: mask, magic, start of the square's list */
#define BYTE_ROOK slots[square << 12 | WHITE(ROOK(3)) >> 52]
#define BYTE_BISHOP slots[(64 << 12) + (square << 9 | WHITE(BISHOP(3)) >> 55)]
LOOP(rook_byte_lookup, uint8_t, attack_sets[ROOK(3)[2] + BYTE_ROOK])
LOOP(bishop_byte_lookup, uint8_t, attack_sets[BISHOP(3)[2] + BYTE_BISHOP])

/* 16 bits per slot of a fancy table */
LOOP(rook_perfect_16, uint16_t, attack_sets[slots[FANCY(ROOK(4))]])
LOOP(bishop_perfect_16, uint16_t, attack_sets[slots[FANCY(BISHOP(4))]])

/* 32-bit products: mask, both factors, 32-bit shift, offset */
static inline uint64_t two_products(const uint64_t *m, uint64_t board)
{
    const uint64_t blockers = board & m[0];
    const uint32_t lower = (uint32_t)blockers * (uint32_t)m[1];
    const uint32_t upper = (uint32_t)(blockers >> 32) * (uint32_t)(m[1] >> 32);
    return m[3] + ((lower ^ upper) >> m[2]);
}

static inline uint64_t one_product(const uint64_t *m, uint64_t board)
{
    const uint64_t blockers = board & m[0];
    const uint32_t upper = (uint32_t)(blockers >> 32);
    const uint32_t folded = (uint32_t)blockers ^ (upper >> 8 | upper << 24);
    return m[3] + ((folded * (uint32_t)m[1]) >> m[2]);
}

LOOP(rook_magic_32, uint64_t, slots[two_products(ROOK(4), board)])
LOOP(bishop_magic_32, uint64_t, slots[one_product(BISHOP(4), board)])

/* shared tables: mask, magic, shift, offset, lines */
LOOP(rook_shared, uint64_t, slots[FANCY(ROOK(5))] & ROOK(5)[4])
LOOP(bishop_shared, uint64_t, slots[FANCY(BISHOP(5))] & BISHOP(5)[4])

/* shift in the magic, on shared tables: mask, magic, offset, lines */
#define SHIFT(m) (slots[(m)[2] + (WHITE(m) >> ((m)[1] >> 58))] & (m)[3])
LOOP(rook_shift_in_magic, uint64_t, SHIFT(ROOK(4)))
LOOP(bishop_shift_in_magic, uint64_t, SHIFT(BISHOP(4)))

/* offset in the magic, in units of 8: mask, magic */
#define OFFSET(m, bits) slots[(((m)[1] & 0xffff) << 3) + (WHITE(m) >> (64 - (bits)))]
LOOP(rook_offset_in_magic, uint64_t, OFFSET(ROOK(2), 12))
LOOP(bishop_offset_in_magic, uint64_t, OFFSET(BISHOP(2), 9))

/* black magic groups, the bishop's slots behind the rook's: mask's complement, magic */
LOOP(rook_magic_group, uint64_t, slots[BLACK(ROOK(2)) >> (64 - 18)])
LOOP(bishop_magic_group, uint64_t, slots[(1 << 18) + (BLACK(BISHOP(2)) >> (64 - 13))])

#ifdef __BMI2__
/* PEXT, direct: mask, offset; compressed: mask, offset, lines */
#define PEXT(m) ((m)[1] + _pext_u64(board, (m)[0]))
LOOP(rook_pext, uint64_t, slots[PEXT(ROOK(2))])
LOOP(bishop_pext, uint64_t, slots[PEXT(BISHOP(2))])
LOOP(rook_pext_16, uint16_t, _pdep_u64(slots[PEXT(ROOK(3))], ROOK(3)[2]))
LOOP(bishop_pext_16, uint16_t, _pdep_u64(slots[PEXT(BISHOP(3))], BISHOP(3)[2]))
#endif

/* ---- Rivals ---- */

/* Rays: no parameters; the slots are the squares of four rays of seven, filled up with 255. */

static inline uint64_t walk(const uint8_t (*rays)[7], uint64_t occupied)
{
    uint64_t attacks = 0;
    for (int ray = 0; ray < 4; ray++)
        for (int place = 0; place < 7; place++) {
            const uint8_t square = rays[ray][place];
            if (square == 255)
                break;
            attacks |= UINT64_C(1) << square;
            if (occupied >> square & 1)
                break;
        }
    return attacks;
}

LOOP(rook_rays, uint8_t, walk((const uint8_t(*)[7])(slots + 28 * square), board))
LOOP(bishop_rays, uint8_t, walk((const uint8_t(*)[7])(slots + 28 * (64 + square)), board))

/* Kogge-Stone fills: no arrays. A direction to higher squares shares its register with the other lines
 * of the piece, and so does the one back. */

#define NOT_A INT64_C(~0x0101010101010101)
#define NOT_H INT64_C(0x7F7F7F7F7F7F7F7F)

#ifdef __AVX2__
static inline uint64_t fill(uint64_t slider, uint64_t occupied, __m128i steps, __m128i above,
                            __m128i below)
{
    const __m128i twice = _mm_slli_epi64(steps, 1), fourfold = _mm_slli_epi64(steps, 2);
    const __m128i blocked = _mm_set1_epi64x((long long)occupied);
    __m128i up = _mm_set1_epi64x((long long)slider), down = up;
    __m128i free_up = _mm_andnot_si128(blocked, above), free_down = _mm_andnot_si128(blocked, below);

    up = _mm_or_si128(up, _mm_and_si128(_mm_sllv_epi64(up, steps), free_up));
    down = _mm_or_si128(down, _mm_and_si128(_mm_srlv_epi64(down, steps), free_down));
    free_up = _mm_and_si128(free_up, _mm_sllv_epi64(free_up, steps));
    free_down = _mm_and_si128(free_down, _mm_srlv_epi64(free_down, steps));
    up = _mm_or_si128(up, _mm_and_si128(_mm_sllv_epi64(up, twice), free_up));
    down = _mm_or_si128(down, _mm_and_si128(_mm_srlv_epi64(down, twice), free_down));
    free_up = _mm_and_si128(free_up, _mm_sllv_epi64(free_up, twice));
    free_down = _mm_and_si128(free_down, _mm_srlv_epi64(free_down, twice));
    up = _mm_or_si128(up, _mm_and_si128(_mm_sllv_epi64(up, fourfold), free_up));
    down = _mm_or_si128(down, _mm_and_si128(_mm_srlv_epi64(down, fourfold), free_down));

    up = _mm_and_si128(_mm_sllv_epi64(up, steps), above);
    down = _mm_and_si128(_mm_srlv_epi64(down, steps), below);
    const __m128i lines = _mm_or_si128(up, down);
    return (uint64_t)_mm_extract_epi64(lines, 0) | (uint64_t)_mm_extract_epi64(lines, 1);
}

LOOP(rook_kogge_stone, uint64_t,
     fill(UINT64_C(1) << square, board, _mm_set_epi64x(1, 8), _mm_set_epi64x(NOT_A, -1),
          _mm_set_epi64x(NOT_H, -1)))
LOOP(bishop_kogge_stone, uint64_t,
     fill(UINT64_C(1) << square, board, _mm_set_epi64x(7, 9), _mm_set_epi64x(NOT_H, NOT_A),
          _mm_set_epi64x(NOT_A, NOT_H)))
#else
static inline uint64_t fill(uint64_t slider, uint64_t occupied, int step, uint64_t above,
                            uint64_t below)
{
    uint64_t up = slider, down = slider, free_up = ~occupied & above, free_down = ~occupied & below;
    for (int distance = step; distance <= 4 * step; distance *= 2) {
        up |= up << distance & free_up, down |= down >> distance & free_down;
        free_up &= free_up << distance, free_down &= free_down >> distance;
    }
    return (up << step & above) | (down >> step & below);
}

LOOP(rook_kogge_stone, uint64_t,
     fill(UINT64_C(1) << square, board, 8, ~UINT64_C(0), ~UINT64_C(0)) |
         fill(UINT64_C(1) << square, board, 1, NOT_A, NOT_H))
LOOP(bishop_kogge_stone, uint64_t,
     fill(UINT64_C(1) << square, board, 9, NOT_A, NOT_H) |
         fill(UINT64_C(1) << square, board, 7, NOT_H, NOT_A))
#endif

/* Rotated bitboards: the window and the offset of either line. */

static inline uint64_t exchange(uint64_t board, uint64_t chosen, int distance)
{
    const uint64_t different = (board ^ board >> distance) & chosen;
    return board ^ different ^ different << distance;
}

static inline uint64_t move_up(uint64_t board, uint64_t chosen, int distance)
{
    return board ^ ((board ^ (board << distance | board >> (64 - distance))) & chosen);
}

static inline uint64_t turn(uint64_t occupied)
{
    occupied = exchange(occupied, UINT64_C(0x00AA00AA00AA00AA), 7);
    occupied = exchange(occupied, UINT64_C(0x0000CCCC0000CCCC), 14);
    return exchange(occupied, UINT64_C(0x00000000F0F0F0F0), 28);
}

static inline uint64_t turn_left(uint64_t occupied)
{
    occupied = move_up(occupied, UINT64_C(0xAAAAAAAAAAAAAAAA), 8);
    occupied = move_up(occupied, UINT64_C(0xCCCCCCCCCCCCCCCC), 16);
    return move_up(occupied, UINT64_C(0xF0F0F0F0F0F0F0F0), 32);
}

static inline uint64_t turn_right(uint64_t left)
{
    left = move_up(left, UINT64_C(0xAAAAAAAAAAAAAAAA), 48);
    return move_up(left, UINT64_C(0xCCCCCCCCCCCCCCCC), 32);
}

static inline uint64_t two_lines(const uint64_t *row, const uint64_t *attack_sets, uint64_t board,
                                 uint64_t other)
{
    return attack_sets[row[1] + (board >> (row[0] & 63) & row[0] >> 6)] |
           attack_sets[row[3] + (other >> (row[2] & 63) & row[2] >> 6)];
}

static inline uint64_t both_turned(const uint64_t *row, const uint64_t *attack_sets,
                                   uint64_t occupied)
{
    const uint64_t left = turn_left(occupied);
    return two_lines(row, attack_sets, left, turn_right(left));
}

LOOP(rook_rotated, uint64_t, two_lines(ROOK(4), attack_sets, board, turn(board)))
LOOP(bishop_rotated, uint64_t, both_turned(BISHOP(4), attack_sets, board))

/* Kindergarten bitboards: where the attack sets of the file start; then the rank and the number of
 * its b-square, or two diagonals. */

static inline uint64_t multiply_diagonal(const uint64_t *filled, uint64_t line, uint64_t occupied)
{
    return filled[(occupied & line) * UINT64_C(0x0202020202020202) >> 58] & line;
}

static inline uint64_t multiply_file(const uint64_t *a_file, uint64_t square, uint64_t occupied)
{
    const uint64_t file = square & 7;
    const uint64_t on_a_file = occupied >> file & UINT64_C(0x0101010101010101);
    const uint64_t inner = on_a_file * UINT64_C(0x0080402010080400) >> 58;
    return a_file[(square & 56) << 3 | inner] << file;
}

static inline uint64_t rook_kinder(const uint64_t *row, const uint64_t *attack_sets,
                                   uint64_t square, uint64_t occupied)
{
    const uint64_t rank = attack_sets[row[0] + (occupied >> row[2] & 63)] & row[1];
    return rank | multiply_file(attack_sets + 512, square, occupied);
}

static inline uint64_t bishop_kinder(const uint64_t *row, const uint64_t *attack_sets,
                                     uint64_t occupied)
{
    return multiply_diagonal(attack_sets + row[0], row[1], occupied) |
           multiply_diagonal(attack_sets + row[0], row[2], occupied);
}

LOOP(rook_kindergarten, uint64_t, rook_kinder(ROOK(3), attack_sets, square, board))
LOOP(bishop_kindergarten, uint64_t, bishop_kinder(BISHOP(3), attack_sets, board))

/* Hyperbola quintessence: the slider's square, the same with its bytes swapped, then the file and the
 * number of the first square on the rank, or two diagonals; the slots are attacks on a rank. */

static inline uint64_t up_and_down(const uint64_t *row, uint64_t line, uint64_t occupied)
{
    const uint64_t blockers = occupied & line;
    const uint64_t upwards = blockers - row[0];
    const uint64_t downwards = __builtin_bswap64(__builtin_bswap64(blockers) - row[1]);
    return (upwards ^ downwards) & line;
}

static inline uint64_t look_up_rank(const uint64_t *row, const uint8_t *slots, uint64_t square,
                                    uint64_t occupied)
{
    return (uint64_t)slots[(occupied >> row[3] & 0x7E) << 2 | (square & 7)] << row[3];
}

LOOP(rook_hyperbola, uint8_t,
     up_and_down(ROOK(4), ROOK(4)[2], board) | look_up_rank(ROOK(4), slots, square, board))

#ifdef __AVX2__
/* A bishop's lines side by side in one register, and a queen's but for the rank. */
static inline uint64_t two_lines_at_once(const uint64_t *row, uint64_t occupied)
{
    const __m128i bytes = _mm_set_epi64x(0x08090A0B0C0D0E0F, 0x0001020304050607);
    const __m128i lines = _mm_loadu_si128((const __m128i *)(row + 2));
    const __m128i blockers = _mm_and_si128(lines, _mm_set1_epi64x((long long)occupied));
    const __m128i upwards = _mm_sub_epi64(blockers, _mm_set1_epi64x((long long)row[0]));
    const __m128i turned = _mm_sub_epi64(_mm_shuffle_epi8(blockers, bytes),
                                         _mm_set1_epi64x((long long)row[1]));
    const __m128i changed = _mm_xor_si128(upwards, _mm_shuffle_epi8(turned, bytes));
    const __m128i seen = _mm_and_si128(changed, lines);
    return (uint64_t)_mm_extract_epi64(seen, 0) | (uint64_t)_mm_extract_epi64(seen, 1);
}

static inline uint64_t three_lines_at_once(const uint64_t *rook, const uint64_t *bishop,
                                           uint64_t occupied)
{
    const __m256i bytes = _mm256_set_epi64x(0x08090A0B0C0D0E0F, 0x0001020304050607,
                                            0x08090A0B0C0D0E0F, 0x0001020304050607);
    const __m256i lines =
        _mm256_set_epi64x(0, (long long)bishop[3], (long long)bishop[2], (long long)rook[2]);
    const __m256i blockers = _mm256_and_si256(lines, _mm256_set1_epi64x((long long)occupied));
    const __m256i upwards = _mm256_sub_epi64(blockers, _mm256_set1_epi64x((long long)rook[0]));
    const __m256i turned = _mm256_sub_epi64(_mm256_shuffle_epi8(blockers, bytes),
                                            _mm256_set1_epi64x((long long)rook[1]));
    const __m256i changed = _mm256_xor_si256(upwards, _mm256_shuffle_epi8(turned, bytes));
    const __m256i seen = _mm256_and_si256(changed, lines);
    const __m128i half = _mm_or_si128(_mm256_castsi256_si128(seen), _mm256_extracti128_si256(seen, 1));
    return (uint64_t)_mm_extract_epi64(half, 0) | (uint64_t)_mm_extract_epi64(half, 1);
}

LOOP(bishop_hyperbola, uint8_t, two_lines_at_once(BISHOP(4), board))
LOOP(queen_hyperbola, uint8_t,
     three_lines_at_once(ROOK(4), BISHOP(4), board) | look_up_rank(ROOK(4), slots, square, board))
#else
LOOP(bishop_hyperbola, uint8_t,
     up_and_down(BISHOP(4), BISHOP(4)[2], board) | up_and_down(BISHOP(4), BISHOP(4)[3], board))
#endif

/* Obstruction difference: for either line what is below with a1, what is above, and all of it. */

static inline uint64_t between(const uint64_t *line, uint64_t occupied)
{
    const uint64_t below = occupied & line[0], above = occupied & line[1];
    const uint64_t nearest = UINT64_C(1) << 63 >> __builtin_clzll(below);
    return (above ^ (above - nearest)) & line[2];
}

LOOP(rook_obstruction, uint64_t, between(ROOK(6), board | 1) | between(ROOK(6) + 3, board | 1))
LOOP(bishop_obstruction, uint64_t,
     between(BISHOP(6), board | 1) | between(BISHOP(6) + 3, board | 1))
