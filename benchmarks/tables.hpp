// Words as sets of squares, and the tables of perft.cpp: steps, the squares between two squares,
// and what bishops and rooks see, looked up by PEXT.
#ifndef MAGICBB_TABLES_HPP
#define MAGICBB_TABLES_HPP

#include <cstdint>

#ifdef __BMI2__
#include <immintrin.h>
#endif

#define INLINE inline __attribute__((always_inline))

namespace {

using Word = std::uint64_t;

constexpr Word NOT_A_FILE = 0xFEFEFEFEFEFEFEFE, NOT_H_FILE = 0x7F7F7F7F7F7F7F7F;
constexpr Word RANK_1 = 0xFF, RANK_3 = RANK_1 << 16, RANK_6 = RANK_1 << 40;
constexpr Word RANK_7 = RANK_1 << 48, RANK_8 = RANK_1 << 56;

INLINE Word lowest(Word squares) { return squares & -squares; }
INLINE Word without_lowest(Word squares) { return squares & (squares - 1); }
INLINE Word count(Word squares) { return __builtin_popcountll(squares); }
INLINE Word swap(Word word) { return __builtin_bswap64(word); }
INLINE Word to_the_left(Word pawns) { return (pawns & NOT_A_FILE) << 7; }
INLINE Word to_the_right(Word pawns) { return (pawns & NOT_H_FILE) << 9; }
INLINE Word downwards(Word pawns) { return (pawns & NOT_A_FILE) >> 9 | (pawns & NOT_H_FILE) >> 7; }
INLINE Word beside(Word square) { return (square & NOT_A_FILE) >> 1 | (square & NOT_H_FILE) << 1; }

#ifdef __BMI2__
// Not __builtin_ctzll, whose result is an int that has to be widened.
INLINE Word first(Word squares) { return _tzcnt_u64(squares); }
INLINE Word gather(Word word, Word mask) { return _pext_u64(word, mask); }
#else
INLINE Word first(Word squares) { return __builtin_ctzll(squares); }

INLINE Word gather(Word word, Word mask)  // right, but far too slow to be measured
{
    Word gathered = 0;
    for (Word bit = 1; mask; mask = without_lowest(mask), bit <<= 1)
        gathered |= word & lowest(mask) ? bit : 0;
    return gathered;
}
#endif

struct alignas(64) Square {  // a cache line
    Word bishop_mask, rook_mask;
    const Word *bishop_attacks, *rook_attacks;
    Word knight, king, diagonals, lines;
};

struct Tables {
    Square squares[64];
    Word pawn[64];
    Word between[64][64];  // nothing for two squares that are on no line
    Word attacks[107648];

    Tables();
};

Word ray_walk(int square, Word occupied, bool diagonal)
{
    constexpr int STEPS[2][4][2] = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}},
                                    {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};
    Word attacks = 0;
    for (const auto &step : STEPS[diagonal]) {
        int x = square % 8 + step[0], y = square / 8 + step[1];
        for (; x >= 0 && x < 8 && y >= 0 && y < 8; x += step[0], y += step[1]) {
            attacks |= Word(1) << (8 * y + x);
            if (occupied >> (8 * y + x) & 1)
                break;
        }
    }
    return attacks;
}

Word step_attacks(int square, int least, int most)  // the squares of the distances are given
{
    Word attacks = 0;
    for (int other = 0; other < 64; other++) {
        const int x = other % 8 - square % 8, y = other / 8 - square / 8, sum = x * x + y * y;
        if (least <= sum && sum <= most)
            attacks |= Word(1) << other;
    }
    return attacks;
}

Tables::Tables()
{
    Word *next = attacks;
    for (int square = 0; square < 64; square++) {
        const Word bit = Word(1) << square;
        Square &record = squares[square];
        record.knight = step_attacks(square, 5, 5);
        record.king = step_attacks(square, 1, 2);
        pawn[square] = to_the_left(bit) | to_the_right(bit);
        for (int diagonal = 0; diagonal < 2; diagonal++) {
            const Word seen = ray_walk(square, 0, diagonal);
            Word mask = 0;
            for (Word others = seen; others; others = without_lowest(others)) {
                const Word other = lowest(others), attacked = ray_walk(square, other, diagonal);
                mask |= attacked != seen ? other : 0;  // something is behind it
                between[square][first(other)] =
                    attacked & ray_walk(int(first(other)), bit, diagonal);
            }
            Word blockers = 0;
            do {
                next[gather(blockers, mask)] = ray_walk(square, blockers, diagonal);
                blockers = (blockers - mask) & mask;
            } while (blockers);
            (diagonal ? record.diagonals : record.lines) = seen;
            (diagonal ? record.bishop_mask : record.rook_mask) = mask;
            (diagonal ? record.bishop_attacks : record.rook_attacks) = next;
            next += Word(1) << count(mask);
        }
    }
}

alignas(64) Tables TABLES;

INLINE Word knight(Word square) { return TABLES.squares[square].knight; }

INLINE Word bishop(Word square, Word occupied)
{
    const Square &record = TABLES.squares[square];
    return record.bishop_attacks[gather(occupied, record.bishop_mask)];
}

INLINE Word rook(Word square, Word occupied)
{
    const Square &record = TABLES.squares[square];
    return record.rook_attacks[gather(occupied, record.rook_mask)];
}

}  // namespace

#endif
