// In the style of engines with one array for bishop and rook, in the order in which a board is read.
#include <stdint.h>
#include <stdio.h>

typedef uint64_t U64;

struct Entry {
    U64 magic;
    U64 mask;
    unsigned char shift;
    int offset;
};

// Squares from a8 to h1, as one reads a board; bit 0 is a1.
static const Entry Magics[2][64] = {
    {
        {0x5119040206062eb6ull, 0x2040810204000ull, 58, 107328},  // a8
        {0x5faf3904011c3690ull, 0x4081020400000ull, 59, 107392},  // b8
        {0xe9987acd01034115ull, 0xa102040000000ull, 59, 107424},  // c8
        {0xa8941010da0a0600ull, 0x14224000000000ull, 59, 107456},  // d8
        {0x19287451c104c0full, 0x28440200000000ull, 59, 107488},  // e8
        {0x259e785060085725ull, 0x50080402000000ull, 59, 107520},  // f8
        {0x13b1c050054e1b98ull, 0x20100804020000ull, 59, 107552},  // g8
        {0x3f40040802036a29ull, 0x40201008040200ull, 58, 107584},  // h8
        {0xd21c040404271320ull, 0x20408102000ull, 59, 107072},  // a7
        {0x13adc40404037107ull, 0x40810204000ull, 59, 107104},  // b7
        {0x5c533e03040e283eull, 0xa1020400000ull, 59, 107136},  // c7
        {0x116bb81904090c1cull, 0x142240000000ull, 59, 107168},  // d7
        {0xd303e3c01d030fa6ull, 0x284402000000ull, 59, 107200},  // e7
        {0x538740780833c170ull, 0x500804020000ull, 59, 107232},  // f7
        {0xe8602004070df4aeull, 0x201008040200ull, 59, 107264},  // g7
        {0x7f1030161899e5b7ull, 0x402010080400ull, 59, 107296},  // h7
        {0xa38808080584ba02ull, 0x2000204081000ull, 59, 106432},  // a6
        {0xcba404043c015f30ull, 0x4000408102000ull, 59, 106464},  // b6
        {0x63cbc2005000750bull, 0xa000a10204000ull, 57, 106496},  // c6
        {0x6dfa29602800e420ull, 0x14001422400000ull, 57, 106624},  // d6
        {0xce94b02022004691ull, 0x28002844020000ull, 57, 106752},  // e6
        {0x89f0200801104288ull, 0x50005008040200ull, 57, 106880},  // f6
        {0x3ae0080200a1addcull, 0x20002010080400ull, 59, 107008},  // g6
        {0xdcf00401022541d6ull, 0x40004020100800ull, 59, 107040},  // h6
        {0x8310082000f803b6ull, 0x4020002040800ull, 59, 105024},  // a5
        {0x5608080825ac8192ull, 0x8040004081000ull, 59, 105056},  // b5
        {0x538e080400184143ull, 0x100a000a102000ull, 57, 105088},  // c5
        {0x12d3a00500080290ull, 0x22140014224000ull, 55, 105216},  // d5
        {0x8fc00810402e0024ull, 0x44280028440200ull, 55, 105728},  // e5
        {0x6d700203807810ccull, 0x8500050080400ull, 57, 106240},  // f5
        {0xb6300c0910f0a186ull, 0x10200020100800ull, 59, 106368},  // g5
        {0xdeb80202812e42f4ull, 0x20400040201000ull, 59, 106400},  // h5
        {0x5f184007606e5a87ull, 0x8040200020400ull, 59, 103616},  // a4
        {0x5595200338822439ull, 0x10080400040800ull, 59, 103648},  // b4
        {0xed380805ac00c2b8ull, 0x20100a000a1000ull, 57, 103680},  // c4
        {0x9da6808248020066ull, 0x40221400142200ull, 55, 103808},  // d4
        {0xd272040002010849ull, 0x2442800284400ull, 55, 104320},  // e4
        {0xf4ad010002014951ull, 0x4085000500800ull, 57, 104832},  // f4
        {0x34260a01cc033d5aull, 0x8102000201000ull, 59, 104960},  // g4
        {0x18d401071a829aa0ull, 0x10204000402000ull, 59, 104992},  // h4
        {0x42700040503a52bdull, 0x10080402000200ull, 59, 102976},  // a3
        {0x2080220082101f5ull, 0x20100804000400ull, 59, 103008},  // b3
        {0x259000c80b8467b9ull, 0x4020100a000a00ull, 57, 103040},  // c3
        {0xf7c803ac04259989ull, 0x402214001400ull, 57, 103168},  // d3
        {0xc9e00c4020a5e69ull, 0x24428002800ull, 57, 103296},  // e3
        {0x646b009a0109310eull, 0x2040850005000ull, 57, 103424},  // f3
        {0xff6c021612071513ull, 0x4081020002000ull, 59, 103552},  // g3
        {0x46c201a08207237bull, 0x8102040004000ull, 59, 103584},  // h3
        {0x502b20200200fb00ull, 0x20100804020000ull, 59, 102720},  // a2
        {0xe8dc22100302019dull, 0x40201008040000ull, 59, 102752},  // b2
        {0x295d420c03006c81ull, 0x4020100a0000ull, 59, 102784},  // c2
        {0x9b4f4a408305e059ull, 0x4022140000ull, 59, 102816},  // d2
        {0x5c2b3e0a10c0f433ull, 0x244280000ull, 59, 102848},  // e2
        {0x195502084c0575d0ull, 0x20408500000ull, 59, 102880},  // f2
        {0x3009f908281c1cffull, 0x2040810200000ull, 59, 102912},  // g2
        {0xb761ba02020a1f5aull, 0x4081020400000ull, 59, 102944},  // h2
        {0x56c07006020a4db2ull, 0x40201008040200ull, 58, 102400},  // a1
        {0x88a0141c198faab4ull, 0x402010080400ull, 59, 102464},  // b1
        {0x7bf00407a7e7b14cull, 0x4020100a00ull, 59, 102496},  // c1
        {0xdb981a04e42fc479ull, 0x40221400ull, 59, 102528},  // d1
        {0x4d74104511f5324dull, 0x2442800ull, 59, 102560},  // e1
        {0x462e025034114f0cull, 0x204085000ull, 59, 102592},  // f1
        {0x990c040c1c75deddull, 0x20408102000ull, 59, 102624},  // g1
        {0x2a9e0206020e464bull, 0x2040810204000ull, 58, 102656},  // h1
    },
    {
        {0x38a2c080010063b9ull, 0x7e01010101010100ull, 52, 81920},  // a8
        {0x8c001810142a297ull, 0x7c02020202020200ull, 53, 86016},  // b8
        {0x19142002c1009079ull, 0x7a04040404040400ull, 53, 88064},  // c8
        {0xbc9001002008b0cdull, 0x7608080808080800ull, 53, 90112},  // d8
        {0x2bb5000800502c0full, 0x6e10101010101000ull, 53, 92160},  // e8
        {0xa447001834000697ull, 0x5e20202020202000ull, 53, 94208},  // f8
        {0xbcf00041e0035a3ull, 0x3e40404040404000ull, 53, 96256},  // g8
        {0xdde500042a04428bull, 0x7e80808080808000ull, 52, 98304},  // h8
        {0x180032003c00cc0ull, 0x7e010101010100ull, 53, 71680},  // a7
        {0xbd4002a0100800a0ull, 0x7c020202020200ull, 54, 73728},  // b7
        {0x15300801e00401a0ull, 0x7a040404040400ull, 54, 74752},  // c7
        {0x6cf0002800c40240ull, 0x76080808080800ull, 54, 75776},  // d7
        {0x6f802003400c0c0ull, 0x6e101010101000ull, 54, 76800},  // e7
        {0xe226000c00f28080ull, 0x5e202020202000ull, 54, 77824},  // f7
        {0xe3b6801e00390080ull, 0x3e404040404000ull, 54, 78848},  // g7
        {0xb8f2870401807a00ull, 0x7e808080808000ull, 53, 79872},  // h7
        {0xde80010081470023ull, 0x17e0101010100ull, 53, 61440},  // a6
        {0x5a1b020586420024ull, 0x27c0202020200ull, 54, 63488},  // b6
        {0xe860010040130027ull, 0x47a0404040400ull, 54, 64512},  // c6
        {0xf35001006031000cull, 0x8760808080800ull, 54, 65536},  // d6
        {0x9c1e0020104a000dull, 0x106e1010101000ull, 54, 66560},  // e6
        {0xc9a60401038012cull, 0x205e2020202000ull, 54, 67584},  // f6
        {0xe52c981046040089ull, 0x403e4040404000ull, 54, 68608},  // g6
        {0xd943c0b5c8a0001ull, 0x807e8080808000ull, 53, 69632},  // h6
        {0x71800101830020c8ull, 0x1017e01010100ull, 53, 51200},  // a5
        {0xdec0002000808040ull, 0x2027c02020200ull, 54, 53248},  // b5
        {0x850d420282002211ull, 0x4047a04040400ull, 54, 54272},  // c5
        {0x35020040e200107bull, 0x8087608080800ull, 54, 55296},  // d5
        {0xed6800710100094cull, 0x10106e10101000ull, 54, 56320},  // e5
        {0xcb1bc02028012410ull, 0x20205e20202000ull, 54, 57344},  // f5
        {0x262e002826004419ull, 0x40403e40404000ull, 54, 58368},  // g5
        {0xc91dcf09c200139cull, 0x80807e80808000ull, 53, 59392},  // h5
        {0xc007858001c3acull, 0x101017e010100ull, 53, 40960},  // a4
        {0x6cf20282004104a6ull, 0x202027c020200ull, 54, 43008},  // b4
        {0x996820200402073ull, 0x404047a040400ull, 54, 44032},  // c4
        {0xfff600220040b851ull, 0x8080876080800ull, 54, 45056},  // d4
        {0x28c6002200085045ull, 0x1010106e101000ull, 54, 46080},  // e4
        {0xa612c008011034a0ull, 0x2020205e202000ull, 54, 47104},  // f4
        {0x739a002e002d185cull, 0x4040403e404000ull, 54, 48128},  // g4
        {0x5439000900029262ull, 0x8080807e808000ull, 53, 49152},  // h4
        {0xad40008000658356ull, 0x10101017e0100ull, 53, 30720},  // a3
        {0xfad702002202428eull, 0x20202027c0200ull, 54, 32768},  // b3
        {0x29030100200142d7ull, 0x40404047a0400ull, 54, 33792},  // c3
        {0xdc100100210033b8ull, 0x8080808760800ull, 54, 34816},  // d3
        {0xc38010011000835ull, 0x101010106e1000ull, 54, 35840},  // e3
        {0xfbcb01000c0008aeull, 0x202020205e2000ull, 54, 36864},  // f3
        {0xf5405c0010086e6bull, 0x404040403e4000ull, 54, 37888},  // g3
        {0x26b8fe00164c1a83ull, 0x808080807e8000ull, 53, 38912},  // h3
        {0xb5408004400284f1ull, 0x1010101017e00ull, 53, 20480},  // a2
        {0x988e00220102844cull, 0x2020202027c00ull, 54, 22528},  // b2
        {0x50a500200100c376ull, 0x4040404047a00ull, 54, 23552},  // c2
        {0xa5ca0020c2003ab0ull, 0x8080808087600ull, 54, 24576},  // d2
        {0x72a00200a000411ull, 0x10101010106e00ull, 54, 25600},  // e2
        {0x39c801104020282cull, 0x20202020205e00ull, 54, 26624},  // f2
        {0x814001018645603ull, 0x40404040403e00ull, 54, 27648},  // g2
        {0x5bd60004060f94cfull, 0x80808080807e00ull, 53, 28672},  // h2
        {0xe080008040006737ull, 0x101010101017eull, 52, 0},  // a1
        {0xee00220080110241ull, 0x202020202027cull, 53, 4096},  // b1
        {0x9a00208042003009ull, 0x404040404047aull, 53, 6144},  // c1
        {0xca0012004020186cull, 0x8080808080876ull, 53, 8192},  // d1
        {0x950008010010347aull, 0x1010101010106eull, 53, 10240},  // e1
        {0x360002003088191cull, 0x2020202020205eull, 53, 12288},  // f1
        {0xc001008040201ddull, 0x4040404040403eull, 53, 14336},  // g1
        {0x66000402008149edull, 0x8080808080807eull, 52, 16384},  // h1
    },
};

static U64 Table[107648];

static U64 *bishop_slot(int square, U64 occupied)
{
    const Entry &e = Magics[0][square ^ 56];
    return &Table[e.offset + (((occupied & e.mask) * e.magic) >> e.shift)];
}

static U64 bishop_attacks(int square, U64 occupied) { return *bishop_slot(square, occupied); }

static U64 *rook_slot(int square, U64 occupied)
{
    const Entry &e = Magics[1][square ^ 56];
    return &Table[e.offset + (((occupied & e.mask) * e.magic) >> e.shift)];
}

static U64 rook_attacks(int square, U64 occupied) { return *rook_slot(square, occupied); }

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
