// In the style of Grant Osborne's: halves of 32 bits, two multiplications for rooks and one for bishops.
#include <stdint.h>
#include <stdio.h>

typedef uint64_t U64;

typedef struct {
    uint32_t maskLo, maskHi, magicLo, magicHi;
    int shift;
    U64 *ptr;
} SMagic;

static U64 attack_table[107648];

static const SMagic mBishopTbl[64] = {
    {0x08040200, 0x00402010, 0xca060829, 0x00000000, 26, attack_table + 102400}, // a1
    {0x10080400, 0x00004020, 0x7202487f, 0x00000000, 27, attack_table + 102464}, // b1
    {0x20100a00, 0x00000040, 0xc9722386, 0x00000000, 27, attack_table + 102496}, // c1
    {0x40221400, 0x00000000, 0x28d80e85, 0x00000000, 27, attack_table + 102528}, // d1
    {0x02442800, 0x00000000, 0xacbc050c, 0x00000000, 27, attack_table + 102560}, // e1
    {0x04085000, 0x00000002, 0x01f84150, 0x00000000, 27, attack_table + 102592}, // f1
    {0x08102000, 0x00000204, 0x52320802, 0x00000000, 27, attack_table + 102624}, // g1
    {0x10204000, 0x00020408, 0xe018606c, 0x00000000, 26, attack_table + 102656}, // h1
    {0x04020000, 0x00201008, 0xa81a1136, 0x00000000, 27, attack_table + 102720}, // a2
    {0x08040000, 0x00402010, 0x520a08c5, 0x00000000, 27, attack_table + 102752}, // b2
    {0x100a0000, 0x00004020, 0x92020982, 0x00000000, 27, attack_table + 102784}, // c2
    {0x22140000, 0x00000040, 0x79aa6115, 0x00000000, 27, attack_table + 102816}, // d2
    {0x44280000, 0x00000002, 0x6ea8ec05, 0x00000000, 27, attack_table + 102848}, // e2
    {0x08500000, 0x00000204, 0x61b68e0a, 0x00000000, 27, attack_table + 102880}, // f2
    {0x10200000, 0x00020408, 0x90c0bd11, 0x00000000, 27, attack_table + 102912}, // g2
    {0x20400000, 0x00040810, 0x9010dcef, 0x00000000, 27, attack_table + 102944}, // h2
    {0x02000200, 0x00100804, 0xf02221e4, 0x00000000, 27, attack_table + 102976}, // a3
    {0x04000400, 0x00201008, 0x281084b9, 0x00000000, 27, attack_table + 103008}, // b3
    {0x0a000a00, 0x00402010, 0x54022844, 0x00000000, 25, attack_table + 103040}, // c3
    {0x14001400, 0x00004022, 0x860422c6, 0x00000000, 25, attack_table + 103168}, // d3
    {0x28002800, 0x00000244, 0x701163f2, 0x00000000, 25, attack_table + 103296}, // e3
    {0x50005000, 0x00020408, 0x201030f3, 0x00000000, 25, attack_table + 103424}, // f3
    {0x20002000, 0x00040810, 0x70621ff9, 0x00000000, 27, attack_table + 103552}, // g3
    {0x40004000, 0x00081020, 0x480fc0df, 0x00000000, 27, attack_table + 103584}, // h3
    {0x00020400, 0x00080402, 0xe0083836, 0x00000000, 27, attack_table + 103616}, // a4
    {0x00040800, 0x00100804, 0xd62808fe, 0x00000000, 27, attack_table + 103648}, // b4
    {0x000a1000, 0x0020100a, 0xd2040446, 0x00000000, 25, attack_table + 103680}, // c4
    {0x00142200, 0x00402214, 0xac010049, 0x00000000, 23, attack_table + 103808}, // d4
    {0x00284400, 0x00024428, 0x89820402, 0x00000000, 23, attack_table + 104320}, // e4
    {0x00500800, 0x00040850, 0x2807050a, 0x00000000, 25, attack_table + 104832}, // f4
    {0x00201000, 0x00081020, 0x782d111a, 0x00000000, 27, attack_table + 104960}, // g4
    {0x00402000, 0x00102040, 0x6586420b, 0x00000000, 27, attack_table + 104992}, // h4
    {0x02040800, 0x00040200, 0xc0481ac9, 0x00000000, 27, attack_table + 105024}, // a5
    {0x04081000, 0x00080400, 0x20720807, 0x00000000, 27, attack_table + 105056}, // b5
    {0x0a102000, 0x00100a00, 0xdc0c00e2, 0x00000000, 25, attack_table + 105088}, // c5
    {0x14224000, 0x00221400, 0x8d882008, 0x00000000, 23, attack_table + 105216}, // d5
    {0x28440200, 0x00442800, 0xba01020c, 0x00000000, 23, attack_table + 105728}, // e5
    {0x50080400, 0x00085000, 0x5f0107de, 0x00000000, 25, attack_table + 106240}, // f5
    {0x20100800, 0x00102000, 0x2405341d, 0x00000000, 27, attack_table + 106368}, // g5
    {0x40201000, 0x00204000, 0x1a0103f1, 0x00000000, 27, attack_table + 106400}, // h5
    {0x04081000, 0x00020002, 0xbdc2183c, 0x00000000, 27, attack_table + 106432}, // a6
    {0x08102000, 0x00040004, 0x4d208611, 0x00000000, 27, attack_table + 106464}, // b6
    {0x10204000, 0x000a000a, 0xa5501203, 0x00000000, 25, attack_table + 106496}, // c6
    {0x22400000, 0x00140014, 0x30e02942, 0x00000000, 25, attack_table + 106624}, // d6
    {0x44020000, 0x00280028, 0x67e42116, 0x00000000, 25, attack_table + 106752}, // e6
    {0x08040200, 0x00500050, 0x921601ab, 0x00000000, 25, attack_table + 106880}, // f6
    {0x10080400, 0x00200020, 0x1960c867, 0x00000000, 27, attack_table + 107008}, // g6
    {0x20100800, 0x00400040, 0x34d046a3, 0x00000000, 27, attack_table + 107040}, // h6
    {0x08102000, 0x00000204, 0x205a8221, 0x00000000, 27, attack_table + 107072}, // a7
    {0x10204000, 0x00000408, 0x50860123, 0x00000000, 27, attack_table + 107104}, // b7
    {0x20400000, 0x00000a10, 0x4207e3ee, 0x00000000, 27, attack_table + 107136}, // c7
    {0x40000000, 0x00001422, 0xe1154c3d, 0x00000000, 27, attack_table + 107168}, // d7
    {0x02000000, 0x00002844, 0xbc0b400d, 0x00000000, 27, attack_table + 107200}, // e7
    {0x04020000, 0x00005008, 0x42024991, 0x00000000, 27, attack_table + 107232}, // f7
    {0x08040200, 0x00002010, 0xc210a0ab, 0x00000000, 27, attack_table + 107264}, // g7
    {0x10080400, 0x00004020, 0x6e040bc6, 0x00000000, 27, attack_table + 107296}, // h7
    {0x10204000, 0x00020408, 0x601100ab, 0x00000000, 26, attack_table + 107328}, // a8
    {0x20400000, 0x00040810, 0x50108475, 0x00000000, 27, attack_table + 107392}, // b8
    {0x40000000, 0x000a1020, 0x4a196f8a, 0x00000000, 27, attack_table + 107424}, // c8
    {0x00000000, 0x00142240, 0x30a085b3, 0x00000000, 27, attack_table + 107456}, // d8
    {0x00000000, 0x00284402, 0x750402fd, 0x00000000, 27, attack_table + 107488}, // e8
    {0x02000000, 0x00500804, 0xac4101c2, 0x00000000, 27, attack_table + 107520}, // f8
    {0x04020000, 0x00201008, 0xd80a106d, 0x00000000, 27, attack_table + 107552}, // g8
    {0x08040200, 0x00402010, 0x7ac10342, 0x00000000, 26, attack_table + 107584}, // h8
};

static const SMagic mRookTbl[64] = {
    {0x0101017e, 0x00010101, 0x320012a2, 0x6b018a43, 20, attack_table + 0}, // a1
    {0x0202027c, 0x00020202, 0x9e00116a, 0x570483c5, 21, attack_table + 4096}, // b1
    {0x0404047a, 0x00040404, 0xcd001469, 0xe0004067, 21, attack_table + 6144}, // c1
    {0x08080876, 0x00080808, 0x4700083f, 0x7001d160, 21, attack_table + 8192}, // d1
    {0x1010106e, 0x00101010, 0x91000675, 0x680050a9, 21, attack_table + 10240}, // e1
    {0x2020205e, 0x00202020, 0x13002e1b, 0x17e8cc00, 21, attack_table + 12288}, // f1
    {0x4040403e, 0x00404040, 0xb78019d3, 0x48800600, 21, attack_table + 14336}, // g1
    {0x8080807e, 0x00808080, 0x3a801d63, 0xd9b64b80, 20, attack_table + 16384}, // h1
    {0x01017e00, 0x00010101, 0x1bcd0025, 0x80098dc3, 21, attack_table + 20480}, // a2
    {0x02027c00, 0x00020202, 0xbe360021, 0x12018d4e, 22, attack_table + 22528}, // b2
    {0x04047a00, 0x00040404, 0xa863001b, 0x2001c1eb, 22, attack_table + 23552}, // c2
    {0x08087600, 0x00080808, 0x44f6000e, 0x5c702344, 22, attack_table + 24576}, // d2
    {0x10106e00, 0x00101010, 0x4dc70015, 0xc8001b90, 22, attack_table + 25600}, // e2
    {0x20205e00, 0x00202020, 0x887e0202, 0xe4001910, 22, attack_table + 26624}, // f2
    {0x40403e00, 0x00404040, 0xdcd1006b, 0xe4445a00, 22, attack_table + 27648}, // g2
    {0x80807e00, 0x00808080, 0x731d0081, 0xe580209e, 21, attack_table + 28672}, // h2
    {0x017e0100, 0x00010101, 0x46a00101, 0xc001801d, 21, attack_table + 30720}, // a3
    {0x027c0200, 0x00020202, 0x7e200101, 0x40018658, 22, attack_table + 32768}, // b3
    {0x047a0400, 0x00040404, 0xac64c101, 0x3002e009, 22, attack_table + 33792}, // c3
    {0x08760800, 0x00080808, 0x7e55a101, 0xe8001007, 22, attack_table + 34816}, // d3
    {0x106e1000, 0x00101010, 0xe4c40041, 0x080200c0, 22, attack_table + 35840}, // e3
    {0x205e2000, 0x00202020, 0x3d9c8081, 0x3a011c00, 22, attack_table + 36864}, // f3
    {0x403e4000, 0x00404040, 0xd9098501, 0x3a002e1c, 22, attack_table + 37888}, // g3
    {0x807e8000, 0x00808080, 0x59a49601, 0x49800c1b, 21, attack_table + 38912}, // h3
    {0x7e010100, 0x00010101, 0x172d00ff, 0xad8010ca, 21, attack_table + 40960}, // a4
    {0x7c020200, 0x00020202, 0x9a7d2e8e, 0x030200dd, 22, attack_table + 43008}, // b4
    {0x7a040400, 0x00040404, 0x3553a27b, 0x60030843, 22, attack_table + 44032}, // c4
    {0x76080800, 0x00080808, 0x8c233817, 0xf0010123, 22, attack_table + 45056}, // d4
    {0x6e101000, 0x00101010, 0xe1efe80f, 0x18019101, 22, attack_table + 46080}, // e4
    {0x5e202000, 0x00202020, 0x575878d3, 0x4c01007c, 22, attack_table + 47104}, // f4
    {0x3e404000, 0x00404040, 0x66df5b1a, 0x1e001804, 22, attack_table + 48128}, // g4
    {0x7e808000, 0x00808080, 0x5a45da41, 0x5b000082, 21, attack_table + 49152}, // h4
    {0x01010100, 0x0001017e, 0x0e8e0d51, 0xf600208e, 21, attack_table + 51200}, // a5
    {0x02020200, 0x0002027c, 0xda402593, 0x3e00420c, 22, attack_table + 53248}, // b5
    {0x04040400, 0x0004047a, 0xc5da66f6, 0xa2008040, 22, attack_table + 54272}, // c5
    {0x08080800, 0x00080876, 0x127c734a, 0x2e0041e0, 22, attack_table + 55296}, // d5
    {0x10101000, 0x0010106e, 0xbc7a60da, 0xb2001c30, 22, attack_table + 56320}, // e5
    {0x20202000, 0x0020205e, 0x72fc786b, 0xdf001c01, 22, attack_table + 57344}, // f5
    {0x40404000, 0x0040403e, 0x8508ec9f, 0xb3009e00, 22, attack_table + 58368}, // g5
    {0x80808000, 0x0080807e, 0xe363bbc9, 0x6f0005b6, 21, attack_table + 59392}, // h5
    {0x01010100, 0x00017e01, 0xaa198d4b, 0x80010029, 21, attack_table + 61440}, // a6
    {0x02020200, 0x00027c02, 0x1cab0bce, 0x5d82002e, 22, attack_table + 63488}, // b6
    {0x04040400, 0x00047a04, 0xaaaa611d, 0x20010046, 22, attack_table + 64512}, // c6
    {0x08080800, 0x00087608, 0x20f9f15b, 0x90010021, 22, attack_table + 65536}, // d6
    {0x10101000, 0x00106e10, 0x23db9aad, 0x38010012, 22, attack_table + 66560}, // e6
    {0x20202000, 0x00205e20, 0xfadcfcb3, 0x34010008, 22, attack_table + 67584}, // f6
    {0x40404000, 0x00403e40, 0x8ffd8609, 0x96008080, 22, attack_table + 68608}, // g6
    {0x80808000, 0x00807e80, 0x01015841, 0x00200808, 21, attack_table + 69632}, // h6
    {0x01010100, 0x007e0101, 0x669cc935, 0x80029b00, 21, attack_table + 71680}, // a7
    {0x02020200, 0x007c0202, 0x1bc2cfe1, 0x40088700, 22, attack_table + 73728}, // b7
    {0x04040400, 0x007a0404, 0x35fb63c2, 0xf8831a00, 22, attack_table + 74752}, // c7
    {0x08080800, 0x00760808, 0x4827f01f, 0x3003e300, 22, attack_table + 75776}, // d7
    {0x10101000, 0x006e1010, 0xcc1a582e, 0x4d207200, 22, attack_table + 76800}, // e7
    {0x20202000, 0x005e2020, 0x70346ee9, 0x6400d500, 22, attack_table + 77824}, // f7
    {0x40404000, 0x003e4040, 0xcb891c26, 0x5f003100, 22, attack_table + 78848}, // g7
    {0x80808000, 0x007e8080, 0x210f9edd, 0x49800f80, 21, attack_table + 79872}, // h7
    {0x01010100, 0x7e010101, 0xc750a09f, 0x3786c206, 20, attack_table + 81920}, // a8
    {0x02020200, 0x7c020202, 0xe39f2ad5, 0x40048247, 21, attack_table + 86016}, // b8
    {0x04040400, 0x7a040404, 0xd0cc339b, 0xaca001c3, 21, attack_table + 88064}, // c8
    {0x08080800, 0x76080808, 0xc59ae8af, 0x30002013, 21, attack_table + 90112}, // d8
    {0x10101000, 0x6e101010, 0x82a6349f, 0xdf480031, 21, attack_table + 92160}, // e8
    {0x20202000, 0x5e202020, 0x45847ab4, 0x0f0008f3, 21, attack_table + 94208}, // f8
    {0x40404000, 0x3e404040, 0xdddc86de, 0x9f00441f, 21, attack_table + 96256}, // g8
    {0x80808000, 0x7e808080, 0x208820a7, 0x02008041, 20, attack_table + 98304}, // h8
};

static U64 *bishop_slot(int sq, U64 occ)
{
    const SMagic *m = &mBishopTbl[sq];
    uint32_t lo = (uint32_t)occ & m->maskLo, hi = (uint32_t)(occ >> 32) & m->maskHi;
    return m->ptr + (((lo ^ hi >> 8 ^ hi << 24) * m->magicLo) >> m->shift);
}

static U64 bishop_attacks(int sq, U64 occ)
{
    return *bishop_slot(sq, occ);
}

static U64 *rook_slot(int sq, U64 occ)
{
    const SMagic *m = &mRookTbl[sq];
    uint32_t lo = (uint32_t)occ & m->maskLo, hi = (uint32_t)(occ >> 32) & m->maskHi;
    return m->ptr + (((lo * m->magicLo) ^ (hi * m->magicHi)) >> m->shift);
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
