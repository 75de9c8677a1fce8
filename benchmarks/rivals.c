/* The array look-ups of the rivals of magics as a C program would write them: the measure for the
 * compiled Python of magicbb.rivals, on the same arrays. gcc -O3 -march=native. */
#include <stddef.h>
#include <stdint.h>

#define LOOP(name, type, expression)                                                             \
    void name(const uint64_t *parameters, const type *slots, const uint64_t *attack_sets,        \
              const uint8_t *squares, const uint64_t *occupied, uint64_t *restrict out,          \
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

#define ROOK(words) (parameters + (words) * square)
#define BISHOP(words) (parameters + (words) * (64 + square))

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
LOOP(bishop_hyperbola, uint8_t,
     up_and_down(BISHOP(4), BISHOP(4)[2], board) | up_and_down(BISHOP(4), BISHOP(4)[3], board))

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
