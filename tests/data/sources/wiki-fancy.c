// In the style of the Chessprogramming wiki's fancy magics: {ptr, mask, magic, shift}.
#include <stdint.h>
#include <stdio.h>

typedef uint64_t U64;

typedef struct {
    U64 *ptr;
    U64 mask;
    U64 magic;
    int shift;
} SMagic;

static U64 attack_table[107648];

static const SMagic mBishopTbl[64] = {
    {attack_table + 102400, 0x0040201008040200ULL, 0xF5C00808010642DCULL, 58}, // a1
    {attack_table + 102464, 0x0000402010080400ULL, 0x71200806069A2F98ULL, 59}, // b1
    {attack_table + 102496, 0x0000004020100A00ULL, 0x1DC1143700C14991ULL, 59}, // c1
    {attack_table + 102528, 0x0000000040221400ULL, 0x95E0920340245B76ULL, 59}, // d1
    {attack_table + 102560, 0x0000000002442800ULL, 0x3E1C0CA1787DBED3ULL, 59}, // e1
    {attack_table + 102592, 0x0000000204085000ULL, 0x3F6E080CCCCBFE6BULL, 59}, // f1
    {attack_table + 102624, 0x0000020408102000ULL, 0x85BE0802087E4811ULL, 59}, // g1
    {attack_table + 102656, 0x0002040810204000ULL, 0x3A6A02050C161282ULL, 58}, // h1
    {attack_table + 102720, 0x0020100804020000ULL, 0x119B40503C5CA089ULL, 59}, // a2
    {attack_table + 102752, 0x0040201008040000ULL, 0x6AB5E00802004A5AULL, 59}, // b2
    {attack_table + 102784, 0x00004020100A0000ULL, 0x7C1FD00400817DA2ULL, 59}, // c2
    {attack_table + 102816, 0x0000004022140000ULL, 0x5F9A60920041F10AULL, 59}, // d2
    {attack_table + 102848, 0x0000000244280000ULL, 0x5C90340CA150C8C0ULL, 59}, // e2
    {attack_table + 102880, 0x0000020408500000ULL, 0xF15399100805143FULL, 59}, // f2
    {attack_table + 102912, 0x0002040810200000ULL, 0x9EA1DC040C057C34ULL, 59}, // g2
    {attack_table + 102944, 0x0004081020400000ULL, 0x62F9420206063EFCULL, 59}, // h2
    {attack_table + 102976, 0x0010080402000200ULL, 0xF6C01B20385A47B9ULL, 59}, // a3
    {attack_table + 103008, 0x0020100804000400ULL, 0x626002F8020C2967ULL, 59}, // b3
    {attack_table + 103040, 0x004020100A000A00ULL, 0x5260845006848019ULL, 57}, // c3
    {attack_table + 103168, 0x0000402214001400ULL, 0xE448003C02439AC5ULL, 57}, // d3
    {attack_table + 103296, 0x0000024428002800ULL, 0x7E0400CE01232597ULL, 57}, // e3
    {attack_table + 103424, 0x0002040850005000ULL, 0x047B809C10040944ULL, 57}, // f3
    {attack_table + 103552, 0x0004081020002000ULL, 0x700F01040406570AULL, 59}, // g3
    {attack_table + 103584, 0x0008102040004000ULL, 0x1ECA8262020D2358ULL, 59}, // h3
    {attack_table + 103616, 0x0008040200020400ULL, 0x51E01003600419E9ULL, 59}, // a4
    {attack_table + 103648, 0x0010080400040800ULL, 0x9D7C305BA0322E9DULL, 59}, // b4
    {attack_table + 103680, 0x0020100A000A1000ULL, 0x343410006E028017ULL, 57}, // c4
    {attack_table + 103808, 0x0040221400142200ULL, 0xDD9400402C01008FULL, 55}, // d4
    {attack_table + 104320, 0x0002442800284400ULL, 0xB2D004000380E102ULL, 55}, // e4
    {attack_table + 104832, 0x0004085000500800ULL, 0xC65001001E8083E7ULL, 57}, // f4
    {attack_table + 104960, 0x0008102000201000ULL, 0x12680100AA0B03C3ULL, 59}, // g4
    {attack_table + 104992, 0x0010204000402000ULL, 0xE2E4018077068FC1ULL, 59}, // h4
    {attack_table + 105024, 0x0004020002040800ULL, 0x430620202EB68838ULL, 59}, // a5
    {attack_table + 105056, 0x0008040004081000ULL, 0xF3D4100810BC37AAULL, 59}, // b5
    {attack_table + 105088, 0x00100A000A102000ULL, 0x07040208010C8460ULL, 57}, // c5
    {attack_table + 105216, 0x0022140014224000ULL, 0x6E93601100380085ULL, 55}, // d5
    {attack_table + 105728, 0x0044280028440200ULL, 0x40E0040400854030ULL, 55}, // e5
    {attack_table + 106240, 0x0008500050080400ULL, 0xD720020180441057ULL, 57}, // f5
    {attack_table + 106368, 0x0010200020100800ULL, 0x6B100606012995C9ULL, 59}, // g5
    {attack_table + 106400, 0x0020400040201000ULL, 0x83080601800F61B2ULL, 59}, // h5
    {attack_table + 106432, 0x0002000204081000ULL, 0xE936100406092148ULL, 59}, // a6
    {attack_table + 106464, 0x0004000408102000ULL, 0xBF3E08141EE8A40FULL, 59}, // b6
    {attack_table + 106496, 0x000A000A10204000ULL, 0x395A008404000583ULL, 57}, // c6
    {attack_table + 106624, 0x0014001422400000ULL, 0x88E56FA018007307ULL, 57}, // d6
    {attack_table + 106752, 0x0028002844020000ULL, 0x8E89C01009005E22ULL, 57}, // e6
    {attack_table + 106880, 0x0050005008040200ULL, 0x7508100082007365ULL, 57}, // f6
    {attack_table + 107008, 0x0020002010080400ULL, 0xBB8810188E0A52A6ULL, 59}, // g6
    {attack_table + 107040, 0x0040004020100800ULL, 0x93300C079288DD2AULL, 59}, // h6
    {attack_table + 107072, 0x0000020408102000ULL, 0x4E8C02088C549E13ULL, 59}, // a7
    {attack_table + 107104, 0x0000040810204000ULL, 0x456C4402082F0200ULL, 59}, // b7
    {attack_table + 107136, 0x00000A1020400000ULL, 0x5724420206193FD5ULL, 59}, // c7
    {attack_table + 107168, 0x0000142240000000ULL, 0x6ACA2D1210C411FCULL, 59}, // d7
    {attack_table + 107200, 0x0000284402000000ULL, 0x5D8060401082487EULL, 59}, // e7
    {attack_table + 107232, 0x0000500804020000ULL, 0xE98B6020040ECA08ULL, 59}, // f7
    {attack_table + 107264, 0x0000201008040200ULL, 0x182060122CAB16A5ULL, 59}, // g7
    {attack_table + 107296, 0x0000402010080400ULL, 0x6260040401DC4FA5ULL, 59}, // h7
    {attack_table + 107328, 0x0002040810204000ULL, 0x59250402060A367FULL, 58}, // a8
    {attack_table + 107392, 0x0004081020400000ULL, 0xE7BCC201040A332FULL, 59}, // b8
    {attack_table + 107424, 0x000A102040000000ULL, 0x6A34CF4A0202096BULL, 59}, // c8
    {attack_table + 107456, 0x0014224000000000ULL, 0x6BFD7AF3C308581BULL, 59}, // d8
    {attack_table + 107488, 0x0028440200000000ULL, 0x5ECBF7B060208A46ULL, 59}, // e8
    {attack_table + 107520, 0x0050080402000000ULL, 0xB321AA602004332DULL, 59}, // f8
    {attack_table + 107552, 0x0020100804020000ULL, 0x9FF9D020021AAE1DULL, 59}, // g8
    {attack_table + 107584, 0x0040201008040200ULL, 0xF340100403004E77ULL, 58}, // h8
};

static const SMagic mRookTbl[64] = {
    {attack_table + 0, 0x000101010101017EULL, 0x6180004001811CA0ULL, 52}, // a1
    {attack_table + 4096, 0x000202020202027CULL, 0x6E0020820301C070ULL, 53}, // b1
    {attack_table + 6144, 0x000404040404047AULL, 0x22000A01804120B1ULL, 53}, // c1
    {attack_table + 8192, 0x0008080808080876ULL, 0xC5001001000420A9ULL, 53}, // d1
    {attack_table + 10240, 0x001010101010106EULL, 0x490008010010149EULL, 53}, // e1
    {attack_table + 12288, 0x002020202020205EULL, 0x3E000600484C5009ULL, 53}, // f1
    {attack_table + 14336, 0x004040404040403EULL, 0xAC00100814120BB5ULL, 53}, // g1
    {attack_table + 16384, 0x008080808080807EULL, 0x7E0004020184C1F1ULL, 52}, // h1
    {attack_table + 20480, 0x0001010101017E00ULL, 0x92478002C0058CE6ULL, 53}, // a2
    {attack_table + 22528, 0x0002020202027C00ULL, 0x5456004201028268ULL, 54}, // b2
    {attack_table + 23552, 0x0004040404047A00ULL, 0xF807002003024291ULL, 54}, // c2
    {attack_table + 24576, 0x0008080808087600ULL, 0xBE2E004200605118ULL, 54}, // d2
    {attack_table + 25600, 0x0010101010106E00ULL, 0xB28E00220090284CULL, 54}, // e2
    {attack_table + 26624, 0x0020202020205E00ULL, 0xCA0801204018103CULL, 54}, // f2
    {attack_table + 27648, 0x0040404040403E00ULL, 0x67440010081412BDULL, 54}, // g2
    {attack_table + 28672, 0x0080808080807E00ULL, 0x086E000402008079ULL, 53}, // h2
    {attack_table + 30720, 0x00010101017E0100ULL, 0x7F80004001600447ULL, 53}, // a3
    {attack_table + 32768, 0x00020202027C0200ULL, 0xD32001401000C8A1ULL, 54}, // b3
    {attack_table + 33792, 0x00040404047A0400ULL, 0x4E97010040200611ULL, 54}, // c3
    {attack_table + 34816, 0x0008080808760800ULL, 0xADC2020020C0D01AULL, 54}, // d3
    {attack_table + 35840, 0x00101010106E1000ULL, 0x61220200200870A4ULL, 54}, // e3
    {attack_table + 36864, 0x00202020205E2000ULL, 0x41DDB80140201004ULL, 54}, // f3
    {attack_table + 37888, 0x00404040403E4000ULL, 0x1C25E40030187E39ULL, 54}, // g3
    {attack_table + 38912, 0x00808080807E8000ULL, 0x87C1A2000080443BULL, 53}, // h3
    {attack_table + 40960, 0x000101017E010100ULL, 0x1D760102002187C2ULL, 53}, // a4
    {attack_table + 43008, 0x000202027C020200ULL, 0xE2E010024006C1A2ULL, 54}, // b4
    {attack_table + 44032, 0x000404047A040400ULL, 0x8A3A008200402293ULL, 54}, // c4
    {attack_table + 45056, 0x0008080876080800ULL, 0x12C7C20200102298ULL, 54}, // d4
    {attack_table + 46080, 0x001010106E101000ULL, 0x066E00220010191CULL, 54}, // e4
    {attack_table + 47104, 0x002020205E202000ULL, 0x2CE1D01801402014ULL, 54}, // f4
    {attack_table + 48128, 0x004040403E404000ULL, 0x046E0002000C38B7ULL, 54}, // g4
    {attack_table + 49152, 0x008080807E808000ULL, 0x0FEBC40200079D57ULL, 53}, // h4
    {attack_table + 51200, 0x0001017E01010100ULL, 0x954000800080224BULL, 53}, // a5
    {attack_table + 53248, 0x0002027C02020200ULL, 0x71C0008101002251ULL, 54}, // b5
    {attack_table + 54272, 0x0004047A04040400ULL, 0x8C02014082001366ULL, 54}, // c5
    {attack_table + 55296, 0x0008087608080800ULL, 0xBEF0010021005128ULL, 54}, // d5
    {attack_table + 56320, 0x0010106E10101000ULL, 0xA825580101001085ULL, 54}, // e5
    {attack_table + 57344, 0x0020205E20202000ULL, 0xB6DF000C010008CEULL, 54}, // f5
    {attack_table + 58368, 0x0040403E40404000ULL, 0x02C8701824002A73ULL, 54}, // g5
    {attack_table + 59392, 0x0080807E80808000ULL, 0xFD4B0005410007AAULL, 53}, // h5
    {attack_table + 61440, 0x00017E0101010100ULL, 0x978000C001858025ULL, 53}, // a6
    {attack_table + 63488, 0x00027C0202020200ULL, 0x4AED400020008080ULL, 54}, // b6
    {attack_table + 64512, 0x00047A0404040400ULL, 0x2FD000600080801BULL, 54}, // c6
    {attack_table + 65536, 0x0008760808080800ULL, 0x417001006091001BULL, 54}, // d6
    {attack_table + 66560, 0x00106E1010101000ULL, 0x3AD800290031003CULL, 54}, // e6
    {attack_table + 67584, 0x00205E2020202000ULL, 0xA404C0300C680120ULL, 54}, // f6
    {attack_table + 68608, 0x00403E4040404000ULL, 0x7406001C78060023ULL, 54}, // g6
    {attack_table + 69632, 0x00807E8080808000ULL, 0x8476B403C08A002FULL, 53}, // h6
    {attack_table + 71680, 0x007E010101010100ULL, 0x908001C00D600B40ULL, 53}, // a7
    {attack_table + 73728, 0x007C020202020200ULL, 0x90C000E0100803A0ULL, 54}, // b7
    {attack_table + 74752, 0x007A040404040400ULL, 0x5570080160040220ULL, 54}, // c7
    {attack_table + 75776, 0x0076080808080800ULL, 0x48B00044007800C0ULL, 54}, // d7
    {attack_table + 76800, 0x006E101010101000ULL, 0xC8A4003800AC8280ULL, 54}, // e7
    {attack_table + 77824, 0x005E202020202000ULL, 0x140090204004A801ULL, 54}, // f7
    {attack_table + 78848, 0x003E404040404000ULL, 0xE12F00941A002D00ULL, 54}, // g7
    {attack_table + 79872, 0x007E808080808000ULL, 0xDB4B000605CCA700ULL, 53}, // h7
    {attack_table + 81920, 0x7E01010101010100ULL, 0x3E8001008240201BULL, 52}, // a8
    {attack_table + 86016, 0x7C02020202020200ULL, 0x494000C1008821B3ULL, 53}, // b8
    {attack_table + 88064, 0x7A04040404040400ULL, 0xD0AFE00100C0F1FBULL, 53}, // c8
    {attack_table + 90112, 0x7608080808080800ULL, 0xC4B0010020F0983DULL, 53}, // d8
    {attack_table + 92160, 0x6E10101010101000ULL, 0x2FBB00102C98000FULL, 53}, // e8
    {attack_table + 94208, 0x5E20202020202000ULL, 0x80A3000C0008367FULL, 53}, // f8
    {attack_table + 96256, 0x3E40404040404000ULL, 0xAF11000C1E00379BULL, 53}, // g8
    {attack_table + 98304, 0x7E80808080808000ULL, 0xAB4B00004082003DULL, 52}, // h8
};

static U64 *bishop_slot(int sq, U64 occ)
{
    const SMagic *m = &mBishopTbl[sq];
    occ &= m->mask;
    occ *= m->magic;
    occ >>= m->shift;
    return m->ptr + occ;
}

static U64 bishop_attacks(int sq, U64 occ)
{
    return *bishop_slot(sq, occ);
}

static U64 *rook_slot(int sq, U64 occ)
{
    const SMagic *m = &mRookTbl[sq];
    occ &= m->mask;
    occ *= m->magic;
    occ >>= m->shift;
    return m->ptr + occ;
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
