// In the style of Grant Osborne's: the shift is in the magic's upper six bits.
#include <stdint.h>
#include <stdio.h>

typedef uint64_t U64;

typedef struct {
    U64 *ptr;
    U64 magic;
    U64 premask;
    U64 postmask;
} SMagic;

static U64 attack_table[67328];

static const SMagic mBishopTbl[64] = {
    {attack_table + 65536, 0xeb4010040101419e, 0x0040201008040200, 0x8040201008040200}, // a1
    {attack_table + 65600, 0xee6810312e0861bb, 0x0000402010080400, 0x0080402010080500}, // b1
    {attack_table + 65920, 0xeda20803056a592c, 0x0000004020100a00, 0x0000804020110a00}, // c1
    {attack_table + 65920, 0xefe82083ae54a5dc, 0x0000000040221400, 0x0000008041221400}, // d1
    {attack_table + 65920, 0xecf40504871dbebc, 0x0000000002442800, 0x0000000182442800}, // e1
    {attack_table + 65920, 0xefad901028e7c920, 0x0000000204085000, 0x0000010204885000}, // f1
    {attack_table + 65632, 0xee2404040d54abc6, 0x0000020408102000, 0x000102040810a000}, // g1
    {attack_table + 65664, 0xea01040206023e87, 0x0002040810204000, 0x0102040810204000}, // h1
    {attack_table + 65536, 0xeeaf4010040b36df, 0x0020100804020000, 0x4020100804020002}, // a2
    {attack_table + 65600, 0xef1e600652121da2, 0x0040201008040000, 0x8040201008050005}, // b2
    {attack_table + 65952, 0xec0f42041306e48a, 0x00004020100a0000, 0x00804020110a000a}, // c2
    {attack_table + 65952, 0xed19a40c0d9057c2, 0x0000004022140000, 0x0000804122140014}, // d2
    {attack_table + 65952, 0xec4ecc102811f338, 0x0000000244280000, 0x0000018244280028}, // e2
    {attack_table + 65952, 0xeea998441004f5a0, 0x0000020408500000, 0x0001020488500050}, // f2
    {attack_table + 65632, 0xee5e640228545c82, 0x0002040810200000, 0x0102040810a000a0}, // g2
    {attack_table + 65664, 0xec888b03080944b0, 0x0004081020400000, 0x0204081020400040}, // h2
    {attack_table + 65536, 0xec40066018363dce, 0x0010080402000200, 0x2010080402000204}, // a3
    {attack_table + 65600, 0xed1405b0040803fa, 0x0020100804000400, 0x4020100805000508}, // b3
    {attack_table + 65984, 0xe48401c08400817a, 0x004020100a000a00, 0x804020110a000a11}, // c3
    {attack_table + 65984, 0xe418017028212082, 0x0000402214001400, 0x0080412214001422}, // d3
    {attack_table + 65984, 0xe7f4025a021318bd, 0x0000024428002800, 0x0001824428002844}, // e3
    {attack_table + 65984, 0xe4560079008084cd, 0x0002040850005000, 0x0102048850005088}, // f3
    {attack_table + 65632, 0xee7c04a44c1a3886, 0x0004081020002000, 0x02040810a000a010}, // g3
    {attack_table + 65664, 0xee62020b82075310, 0x0008102040004000, 0x0408102040004020}, // h3
    {attack_table + 65536, 0xef300801400817ea, 0x0008040200020400, 0x1008040200020408}, // a4
    {attack_table + 65600, 0xee501003c80631dc, 0x0010080400040800, 0x2010080500050810}, // b4
    {attack_table + 66112, 0xe5280801ac024775, 0x0020100a000a1000, 0x4020110a000a1120}, // c4
    {attack_table + 66112, 0xde240800ec02105e, 0x0040221400142200, 0x8041221400142241}, // d4
    {attack_table + 66112, 0xdedc04005641004b, 0x0002442800284400, 0x0182442800284482}, // e4
    {attack_table + 66112, 0xe598008008120291, 0x0004085000500800, 0x0204885000508804}, // f4
    {attack_table + 65632, 0xeeec0c071705451a, 0x0008102000201000, 0x040810a000a01008}, // g4
    {attack_table + 65664, 0xed5201807e00e52a, 0x0010204000402000, 0x0810204000402010}, // h4
    {attack_table + 65728, 0xedb82010f85866f6, 0x0004020002040800, 0x0804020002040810}, // a5
    {attack_table + 65792, 0xee7410180d44b75b, 0x0008040004081000, 0x1008050005081020}, // b5
    {attack_table + 66624, 0xe4f1008800c08064, 0x00100a000a102000, 0x20110a000a112040}, // c5
    {attack_table + 66624, 0xddce200900480105, 0x0022140014224000, 0x4122140014224180}, // d5
    {attack_table + 66624, 0xdd58010040240065, 0x0044280028440200, 0x8244280028448201}, // e5
    {attack_table + 66624, 0xe4e81003000190cb, 0x0008500050080400, 0x0488500050880402}, // f5
    {attack_table + 65824, 0xec30041909e65f12, 0x0010200020100800, 0x0810a000a0100804}, // g5
    {attack_table + 65856, 0xed880200802ac0fc, 0x0020400040201000, 0x1020400040201008}, // h5
    {attack_table + 65728, 0xed9808381d9858ba, 0x0002000204081000, 0x0402000204081020}, // a6
    {attack_table + 65792, 0xed9c060844271ef0, 0x0004000408102000, 0x0805000508102040}, // b6
    {attack_table + 67136, 0xe4d200840400c24b, 0x000a000a10204000, 0x110a000a11204080}, // c6
    {attack_table + 67136, 0xe7b6160104001e42, 0x0014001422400000, 0x2214001422418000}, // d6
    {attack_table + 67136, 0xe771401041007890, 0x0028002844020000, 0x4428002844820100}, // e6
    {attack_table + 67136, 0xe4d020050100794b, 0x0050005008040200, 0x8850005088040201}, // f6
    {attack_table + 65824, 0xedb21006021fe29a, 0x0020002010080400, 0x10a000a010080402}, // g6
    {attack_table + 65856, 0xed300404a080beed, 0x0040004020100800, 0x2040004020100804}, // h6
    {attack_table + 65728, 0xee9c0206022343b9, 0x0000020408102000, 0x0200020408102040}, // a7
    {attack_table + 65792, 0xec32020203550c62, 0x0000040810204000, 0x0500050810204080}, // b7
    {attack_table + 67264, 0xec465e020629249d, 0x00000a1020400000, 0x0a000a1120408000}, // c7
    {attack_table + 67264, 0xef3d46934110923d, 0x0000142240000000, 0x1400142241800000}, // d7
    {attack_table + 67264, 0xedad5660602485ec, 0x0000284402000000, 0x2800284482010000}, // e7
    {attack_table + 67264, 0xeee6c0300c3b29b4, 0x0000500804020000, 0x5000508804020100}, // f7
    {attack_table + 65824, 0xed40080203863afa, 0x0000201008040200, 0xa000a01008040201}, // g7
    {attack_table + 65856, 0xede0023c0d1a2572, 0x0000402010080400, 0x4000402010080402}, // h7
    {attack_table + 65728, 0xea460202020a46a6, 0x0002040810204000, 0x0002040810204080}, // a8
    {attack_table + 65792, 0xeff40e0202020ba7, 0x0004081020400000, 0x0005081020408000}, // b8
    {attack_table + 67296, 0xec81a2f202060e19, 0x000a102040000000, 0x000a112040800000}, // c8
    {attack_table + 67296, 0xec93d286bf040902, 0x0014224000000000, 0x0014224180000000}, // d8
    {attack_table + 67296, 0xef0cccd340108648, 0x0028440200000000, 0x0028448201000000}, // e8
    {attack_table + 67296, 0xefdbd3200c0c182f, 0x0050080402000000, 0x0050880402010000}, // f8
    {attack_table + 65824, 0xefb3c008060c0b76, 0x0020100804020000, 0x00a0100804020100}, // g8
    {attack_table + 65856, 0xe8c010040b0d6428, 0x0040201008040200, 0x0040201008040201}, // h8
};

static const SMagic mRookTbl[64] = {
    {attack_table + 0, 0xd380034001806770, 0x000101010101017e, 0x01010101010101fe}, // a1
    {attack_table + 4096, 0xd600220100801142, 0x000202020202027c, 0x02020202020202fd}, // b1
    {attack_table + 6144, 0xd60022004080f008, 0x000404040404047a, 0x04040404040404fb}, // c1
    {attack_table + 8192, 0xd60008204200100d, 0x0008080808080876, 0x08080808080808f7}, // d1
    {attack_table + 10240, 0xd500080011002c86, 0x001010101010106e, 0x10101010101010ef}, // e1
    {attack_table + 12288, 0xd60002000c105871, 0x002020202020205e, 0x20202020202020df}, // f1
    {attack_table + 14336, 0xd60002000801945f, 0x004040404040403e, 0x40404040404040bf}, // g1
    {attack_table + 16384, 0xd20004020385c7e7, 0x008080808080807e, 0x808080808080807f}, // h1
    {attack_table + 4096, 0xd420800283401322, 0x0001010101017e00, 0x010101010101fe01}, // a2
    {attack_table + 0, 0xd90a004203058263, 0x0002020202027c00, 0x020202020202fd02}, // b2
    {attack_table + 8192, 0xda4100200101c712, 0x0004040404047a00, 0x040404040404fb04}, // c2
    {attack_table + 6144, 0xdbfa00220030c0da, 0x0008080808087600, 0x080808080808f708}, // d2
    {attack_table + 12288, 0xdae2001200201825, 0x0010101010106e00, 0x101010101010ef10}, // e2
    {attack_table + 10240, 0xdbb801204010083c, 0x0020202020205e00, 0x202020202020df20}, // f2
    {attack_table + 16384, 0xdbac001018049e09, 0x0040404040403e00, 0x404040404040bf40}, // g2
    {attack_table + 14336, 0xd45e0004020485ed, 0x0080808080807e00, 0x8080808080807f80}, // h2
    {attack_table + 20480, 0xd5800100210080cc, 0x00010101017e0100, 0x0101010101fe0101}, // a3
    {attack_table + 22528, 0xd9400100230185cc, 0x00020202027c0200, 0x0202020202fd0202}, // b3
    {attack_table + 24576, 0xdb60010041006272, 0x00040404047a0400, 0x0404040404fb0404}, // c3
    {attack_table + 25600, 0xd86202004010200a, 0x0008080808760800, 0x0808080808f70808}, // d3
    {attack_table + 26624, 0xd97801001100b88c, 0x00101010106e1000, 0x1010101010ef1010}, // e3
    {attack_table + 27648, 0xda51780140201014, 0x00202020205e2000, 0x2020202020df2020}, // f3
    {attack_table + 28672, 0xdb1b7c0010081eb5, 0x00404040403e4000, 0x4040404040bf4040}, // g3
    {attack_table + 30720, 0xd74a720004019cdd, 0x00808080807e8000, 0x80808080807f8080}, // h3
    {attack_table + 22528, 0xd78000c140062014, 0x000101017e010100, 0x01010101fe010101}, // a4
    {attack_table + 20480, 0xdac0018080200550, 0x000202027c020200, 0x02020202fd020202}, // b4
    {attack_table + 25600, 0xdb7601a200408311, 0x000404047a040400, 0x04040404fb040404}, // c4
    {attack_table + 24576, 0xdb30010100186112, 0x0008080876080800, 0x08080808f7080808}, // d4
    {attack_table + 27648, 0xdb9801010010284d, 0x001010106e101000, 0x10101010ef101010}, // e4
    {attack_table + 26624, 0xdb290009000400d6, 0x002020205e202000, 0x20202020df202020}, // f4
    {attack_table + 30720, 0xdad6b02c00584f26, 0x004040403e404000, 0x40404040bf404040}, // g4
    {attack_table + 28672, 0xd50f000100088be6, 0x008080807e808000, 0x808080807f808080}, // h4
    {attack_table + 32768, 0xd540008000802448, 0x0001017e01010100, 0x010101fe01010101}, // a5
    {attack_table + 34816, 0xd9400100810041eb, 0x0002027c02020200, 0x020202fd02020202}, // b5
    {attack_table + 36864, 0xdb16008042006150, 0x0004047a04040400, 0x040404fb04040404}, // c5
    {attack_table + 37888, 0xda1e00405200211a, 0x0008087608080800, 0x080808f708080808}, // d5
    {attack_table + 38912, 0xda88010031000865, 0x0010106e10101000, 0x101010ef10101010}, // e5
    {attack_table + 39936, 0xdb2200100e000cb9, 0x0020205e20202000, 0x202020df20202020}, // f5
    {attack_table + 40960, 0xd866b8b024000e07, 0x0040403e40404000, 0x404040bf40404040}, // g5
    {attack_table + 43008, 0xd7a24b840a001859, 0x0080807e80808000, 0x8080807f80808080}, // h5
    {attack_table + 34816, 0xd67f008000c10029, 0x00017e0101010100, 0x0101fe0101010101}, // a6
    {attack_table + 32768, 0xd8e500804009002b, 0x00027c0202020200, 0x0202fd0202020202}, // b6
    {attack_table + 37888, 0xdb60004102910026, 0x00047a0404040400, 0x0404fb0404040404}, // c6
    {attack_table + 36864, 0xdb2e0040a08a0013, 0x0008760808080800, 0x0808f70808080808}, // d6
    {attack_table + 39936, 0xdb2e006044f20008, 0x00106e1010101000, 0x1010ef1010101010}, // e6
    {attack_table + 38912, 0xda54000201004040, 0x00205e2020202000, 0x2020df2020202020}, // f6
    {attack_table + 43008, 0xd886008001004040, 0x00403e4040404000, 0x4040bf4040404040}, // g6
    {attack_table + 40960, 0xd7fb64cc0886000f, 0x00807e8080808000, 0x80807f8080808080}, // h6
    {attack_table + 45056, 0xd5ed618000c01c80, 0x007e010101010100, 0x01fe010101010101}, // a7
    {attack_table + 47104, 0xdbe0004010022bc0, 0x007c020202020200, 0x02fd020202020202}, // b7
    {attack_table + 51200, 0xdae0017008004640, 0x007a040404040400, 0x04fb040404040404}, // c7
    {attack_table + 53248, 0xdaf0010020712d00, 0x0076080808080800, 0x08f7080808080808}, // d7
    {attack_table + 55296, 0xda48001c0200c0c0, 0x006e101010101000, 0x10ef101010101010}, // e7
    {attack_table + 57344, 0xd90400200810bc01, 0x005e202020202000, 0x20df202020202020}, // f7
    {attack_table + 59392, 0xd91a00181c932200, 0x003e404040404000, 0x40bf404040404040}, // g7
    {attack_table + 63488, 0xd4a9ac154d028e00, 0x007e808080808000, 0x807f808080808080}, // h7
    {attack_table + 47104, 0xd020800043036177, 0x7e01010101010100, 0xfe01010101010101}, // a8
    {attack_table + 45056, 0xd53040008100a09d, 0x7c02020202020200, 0xfd02020202020202}, // b8
    {attack_table + 53248, 0xd720010040e2108b, 0x7a04040404040400, 0xfb04040404040404}, // c8
    {attack_table + 51200, 0xd6b0002100d08865, 0x7608080808080800, 0xf708080808080808}, // d8
    {attack_table + 57344, 0xd44a0020502cf846, 0x6e10101010101000, 0xef10101010101010}, // e8
    {attack_table + 55296, 0xd4c7000c00185a47, 0x5e20202020202000, 0xdf20202020202020}, // f8
    {attack_table + 63488, 0xd4070002002e942d, 0x3e40404040404000, 0xbf40404040404040}, // g8
    {attack_table + 59392, 0xd057d08104094de2, 0x7e80808080808000, 0x7f80808080808080}, // h8
};

static U64 *bishop_slot(int sq, U64 occ)
{
    const SMagic *m = &mBishopTbl[sq];
    int shift = m->magic >> 58;
    occ &= m->premask;
    occ *= m->magic;
    return m->ptr + (occ >> shift);
}

static U64 bishop_attacks(int sq, U64 occ)
{
    return mBishopTbl[sq].postmask & *bishop_slot(sq, occ);
}

static U64 *rook_slot(int sq, U64 occ)
{
    const SMagic *m = &mRookTbl[sq];
    int shift = m->magic >> 58;
    occ &= m->premask;
    occ *= m->magic;
    return m->ptr + (occ >> shift);
}

static U64 rook_attacks(int sq, U64 occ)
{
    return mRookTbl[sq].postmask & *rook_slot(sq, occ);
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
                *(rook ? rook_slot(square, blockers) : bishop_slot(square, blockers)) |= walk(square, blockers, rook);
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
