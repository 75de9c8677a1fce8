// In the style of the Chessprogramming wiki's magic group: {mask, magic}, and one array for all squares.
#include <stdint.h>
#include <stdio.h>

typedef uint64_t U64;

typedef struct {
    U64 notmask;
    U64 magic;
} SMagic;

static U64 attack_table[270336];

static const SMagic mBishopTbl[64] = {
    {0xffbfdfeff7fbfdff, 0xa008008100102002}, // a1
    {0xffffbfdfeff7fbff, 0x5002004010040100}, // b1
    {0xffffffbfdfeff5ff, 0x9ffdffdfbffc0000}, // c1
    {0xffffffffbfddebff, 0x3efeffefdffe0000}, // d1
    {0xfffffffffdbbd7ff, 0x28e0200040040000}, // e1
    {0xfffffffdfbf7afff, 0x67c000fffff00000}, // f1
    {0xfffffdfbf7efdfff, 0xd63c080007fff800}, // g1
    {0xfffdfbf7efdfbfff, 0x5eba040003fffc00}, // h1
    {0xffdfeff7fbfdffff, 0xa7dc820080200802}, // a2
    {0xffbfdfeff7fbffff, 0xbfff3bff7f7feffc}, // b2
    {0xffffbfdfeff5ffff, 0xabd17efff7f7ff00}, // c2
    {0xffffffbfddebffff, 0x1ff7c10010200204}, // d2
    {0xfffffffdbbd7ffff, 0x22e4602000400400}, // e2
    {0xfffffdfbf7afffff, 0x0625000100400004}, // f2
    {0xfffdfbf7efdfffff, 0x9425e00080200002}, // g2
    {0xfffbf7efdfbfffff, 0x7634d2040003fffc}, // h2
    {0xffeff7fbfdfffdff, 0x4ffdfffeffbfeffc}, // a3
    {0xffdfeff7fbfffbff, 0x1ffbfffdff7feff0}, // b3
    {0xffbfdfeff5fff5ff, 0xbfeffffdffdfbffc}, // c3
    {0xffffbfddebffebff, 0x1fc0800040004000}, // d3
    {0xfffffdbbd7ffd7ff, 0xaee0400020004004}, // e3
    {0xfffdfbf7afffafff, 0xe800040002000208}, // f3
    {0xfffbf7efdfffdfff, 0x5780004000800800}, // g3
    {0xfff7efdfbfffbfff, 0xa048200040202020}, // h3
    {0xfff7fbfdfffdfbff, 0x8fc8020004008020}, // a4
    {0xffeff7fbfffbf7ff, 0xbf9eff7ffeffdff8}, // b4
    {0xffdfeff5fff5efff, 0x2040010000800080}, // c4
    {0xffbfddebffebddff, 0x8000800200800a00}, // d4
    {0xfffdbbd7ffd7bbff, 0xf43f7ff7fffbffbc}, // e4
    {0xfffbf7afffaff7ff, 0xfbffbffbfffdffde}, // f4
    {0xfff7efdfffdfefff, 0x70c0080100008088}, // g4
    {0xffefdfbfffbfdfff, 0x01c8404000802020}, // h4
    {0xfffbfdfffdfbf7ff, 0xa5df7f7fbfff7ff0}, // a5
    {0xfff7fbfffbf7efff, 0x9daf7fdffffbff80}, // b5
    {0xffeff5fff5efdfff, 0x2000800100008008}, // c5
    {0xffddebffebddbfff, 0x9e24400080004004}, // d5
    {0xffbbd7ffd7bbfdff, 0x6080404001004005}, // e5
    {0xfff7afffaff7fbff, 0x0080404001004004}, // f5
    {0xffefdfffdfeff7ff, 0xbfdeffbffbffeff0}, // g5
    {0xffdfbfffbfdfefff, 0x9f41004010000808}, // h5
    {0xfffdfffdfbf7efff, 0x9e7ffeffbffff7ff}, // a6
    {0xfffbfffbf7efdfff, 0x187fff7fdffffbff}, // b6
    {0xfff5fff5efdfbfff, 0x65f8040080040008}, // c6
    {0xffebffebddbfffff, 0x1f6e644000800040}, // d6
    {0xffd7ffd7bbfdffff, 0x501c810020080003}, // e6
    {0xffafffaff7fbfdff, 0x4000808010008001}, // f6
    {0xffdfffdfeff7fbff, 0xd801004010020001}, // g6
    {0xffbfffbfdfeff7ff, 0x9f82008008080002}, // h6
    {0xfffffdfbf7efdfff, 0xc910202004002000}, // a7
    {0xfffffbf7efdfbfff, 0x7f5bffbffbffbfff}, // b7
    {0xfffff5efdfbfffff, 0x0884c00801000800}, // c7
    {0xffffebddbfffffff, 0xfe45353040008000}, // d7
    {0xffffd7bbfdffffff, 0xe454cf8040400100}, // e7
    {0xffffaff7fbfdffff, 0xea44808080100080}, // f7
    {0xffffdfeff7fbfdff, 0x0088020080200800}, // g7
    {0xffffbfdfeff7fbff, 0x00c8020080200800}, // h7
    {0xfffdfbf7efdfbfff, 0xc810002020040020}, // a8
    {0xfffbf7efdfbfffff, 0x8080e01010020010}, // b8
    {0xfff5efdfbfffffff, 0xc9080fc808010008}, // c8
    {0xffebddbfffffffff, 0x04008f57b0400080}, // d8
    {0xffd7bbfdffffffff, 0xea01a07c00404001}, // e8
    {0xffaff7fbfdffffff, 0x480cf70101002001}, // f8
    {0xffdfeff7fbfdffff, 0xb010840100401004}, // g8
    {0xffbfdfeff7fbfdff, 0x2008020080200802}, // h8
};

static const SMagic mRookTbl[64] = {
    {0xfffefefefefefe81, 0x8020001000080402}, // a1
    {0xfffdfdfdfdfdfd83, 0x0010000400008030}, // b1
    {0xfffbfbfbfbfbfb85, 0x7f7fffbbff7ffdff}, // c1
    {0xfff7f7f7f7f7f789, 0x000400004000200c}, // d1
    {0xffefefefefefef91, 0xff7fffbf7fffdfef}, // e1
    {0xffdfdfdfdfdfdfa1, 0x8080008000100802}, // f1
    {0xffbfbfbfbfbfbfc1, 0x8100004010082004}, // g1
    {0xff7f7f7f7f7f7f81, 0xfdffffdfbfeff7fc}, // h1
    {0xfffefefefefe81ff, 0xfe7fbfffdffffdfc}, // a2
    {0xfffdfdfdfdfd83ff, 0xffc0100004000030}, // b2
    {0xfffbfbfbfbfb85ff, 0x7100010001002000}, // c2
    {0xfff7f7f7f7f789ff, 0xc17f7fffbf7fffdf}, // d2
    {0xffefefefefef91ff, 0xc3ff7fffbf7fffdf}, // e2
    {0xffdfdfdfdfdfa1ff, 0x63ffbfffdfbfffef}, // f2
    {0xffbfbfbfbfbfc1ff, 0xf280010000010004}, // g2
    {0xff7f7f7f7f7f81ff, 0x8afdffffdfeff7fc}, // h2
    {0xfffefefefe81feff, 0x6001000200010042}, // a3
    {0xfffdfdfdfd83fdff, 0x2fff7ffdffff7f00}, // b3
    {0xfffbfbfbfb85fbff, 0xffc2000800004012}, // c3
    {0xfff7f7f7f789f7ff, 0x6233ff7fffdf7fff}, // d3
    {0xffefefefef91efff, 0xbb7fff7fffdfbfef}, // e3
    {0xffdfdfdfdfa1dfff, 0x1640000200200008}, // f3
    {0xffbfbfbfbfc1bfff, 0x3238000100100004}, // g3
    {0xff7f7f7f7f817fff, 0xaa57fdfffff7fdfc}, // h3
    {0xfffefefe81fefeff, 0x4000010002000042}, // a4
    {0xfffdfdfd83fdfdff, 0x3800008002000100}, // b4
    {0xfffbfbfb85fbfbff, 0x7a00200001000041}, // c4
    {0xfff7f7f789f7f7ff, 0x4820008004000040}, // d4
    {0xffefefef91efefff, 0xc61f7fff7fffbfdf}, // e4
    {0xffdfdfdfa1dfdfff, 0x1480100002002008}, // f4
    {0xffbfbfbfc1bfbfff, 0x253beffbffff8010}, // g4
    {0xff7f7f7f817f7fff, 0xf14bfffdffffeffc}, // h4
    {0xfffefe81fefefeff, 0xe008000200040004}, // a5
    {0xfffdfd83fdfdfdff, 0xe001000200040004}, // b5
    {0xfffbfb85fbfbfbff, 0xc33f7ffeff7fffbe}, // c5
    {0xfff7f789f7f7f7ff, 0xc3bf7ffeff7fffbe}, // d5
    {0xffefef91efefefff, 0x27ffbfff7fbfffde}, // e5
    {0xffdfdfa1dfdfdfff, 0x1900001000020020}, // f5
    {0xffbfbfc1bfbfbfff, 0x8098000801000004}, // g5
    {0xff7f7f817f7f7fff, 0x065ffff7fdfffffc}, // h5
    {0xfffe81fefefefeff, 0x1201000040000080}, // a6
    {0xfffd83fdfdfdfdff, 0x4400400000800100}, // b6
    {0xfffb85fbfbfbfbff, 0x7800200000400100}, // c6
    {0xfff789f7f7f7f7ff, 0x4860400020800400}, // d6
    {0xffef91efefefefff, 0x4840200010000200}, // e6
    {0xffdfa1dfdfdfdfff, 0xcb3fffbffff7ffff}, // f6
    {0xffbfc1bfbfbfbfff, 0x07f4040008000402}, // g6
    {0xff7f817f7f7f7fff, 0x3ccffeffffeffff8}, // h6
    {0xff81fefefefefeff, 0x05bffbeff7dffe00}, // a7
    {0xff83fdfdfdfdfdff, 0xff01040000100010}, // b7
    {0xff85fbfbfbfbfbff, 0xe000400200008002}, // c7
    {0xff89f7f7f7f7f7ff, 0x11bfbbfeff7fbe00}, // d7
    {0xff91efefefefefff, 0xd124302000100002}, // e7
    {0xffa1dfdfdfdfdfff, 0x4460100008010001}, // f7
    {0xffc1bfbfbfbfbfff, 0x3680010000040001}, // g7
    {0xff817f7f7f7f7fff, 0xcf3dbfefdff7fe00}, // h7
    {0x81fefefefefefeff, 0xd3feffdff7effbfe}, // a8
    {0x83fdfdfdfdfdfdff, 0x5fbffffdf7fbefff}, // b8
    {0x85fbfbfbfbfbfbff, 0x92befff7fbfdff7f}, // c8
    {0x89f7f7f7f7f7f7ff, 0xa1bfbffbfeff7fbe}, // d8
    {0x91efefefefefefff, 0x9abfbffdff7fbfdf}, // e8
    {0xa1dfdfdfdfdfdfff, 0x8cc3ffffbf7fefdf}, // f8
    {0xc1bfbfbfbfbfbfff, 0x613dff7fdfbfeffc}, // g8
    {0x817f7f7f7f7f7fff, 0xb33dffbfefdff7fe}, // h8
};

static U64 *bishop_slot(int sq, U64 occ)
{
    const SMagic *m = &mBishopTbl[sq];
    occ |= m->notmask;
    occ *= m->magic;
    return attack_table + (occ >> 51) + 262144;
}

static U64 bishop_attacks(int sq, U64 occ)
{
    return *bishop_slot(sq, occ);
}

static U64 *rook_slot(int sq, U64 occ)
{
    const SMagic *m = &mRookTbl[sq];
    occ |= m->notmask;
    occ *= m->magic;
    return attack_table + (occ >> 46);
}

static U64 rook_attacks(int sq, U64 occ)
{
    return *rook_slot(sq, occ);
}

static U64 walk(int square, U64 occupied, int rook)
{
    static const int steps[2][4][2] = {{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}},
                                       {{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
    U64 attacks = 0;
    for (int i = 0; i < 4; i++) {
        int file = square % 8 + steps[rook][i][0], rank = square / 8 + steps[rook][i][1];
        while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
            U64 bit = (U64)1 << (8 * rank + file);
            attacks |= bit;
            if (occupied & bit)
                break;
            file += steps[rook][i][0];
            rank += steps[rook][i][1];
        }
    }
    return attacks;
}

static U64 relevant(int square, int rook)
{
    U64 rank = (U64)0xFF << (square & 56), file = (U64)0x0101010101010101 << (square & 7);
    U64 edges = (0xFF000000000000FF & ~rank) | (0x8181818181818181 & ~file);
    return walk(square, 0, rook) & ~edges;
}

static void init(void)
{
    for (int rook = 0; rook < 2; rook++)
        for (int square = 0; square < 64; square++) {
            U64 mask = relevant(square, rook), blockers = 0;
            do {
                *(rook ? rook_slot(square, blockers) : bishop_slot(square, blockers)) = walk(square, blockers, rook);
                blockers = (blockers - mask) & mask;
            } while (blockers);
        }
}

int main(void)
{
    int keys = 0;
    init();
    for (int rook = 0; rook < 2; rook++)
        for (int square = 0; square < 64; square++) {
            U64 mask = relevant(square, rook), blockers = 0;
            do {
                U64 occupied = blockers | (~mask & ++keys * (U64)0x9E3779B97F4A7C15);
                U64 found = rook ? rook_attacks(square, occupied) : bishop_attacks(square, occupied);
                if (found != walk(square, occupied, rook)) {
                    printf("wrong: %s on %d\n", rook ? "rook" : "bishop", square);
                    return 1;
                }
                blockers = (blockers - mask) & mask;
            } while (blockers);
        }
    printf("%d keys, all right\n", keys);
    return 0;
}
