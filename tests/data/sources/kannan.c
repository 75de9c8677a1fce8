// In the style of Pradu Kannan's: arrays of magics, masks, shifts and pointers into two arrays.
#include <stdint.h>
#include <stdio.h>

typedef uint64_t U64;

#define C64(constantU64) constantU64##ULL

static const unsigned int magicmoves_b_shift[64] =
{
	58, 59, 59, 59, 59, 59, 59, 58,
	59, 59, 59, 59, 59, 59, 59, 59,
	59, 59, 57, 57, 57, 57, 59, 59,
	59, 59, 57, 55, 55, 57, 59, 59,
	59, 59, 57, 55, 55, 57, 59, 59,
	59, 59, 57, 57, 57, 57, 59, 59,
	59, 59, 59, 59, 59, 59, 59, 59,
	58, 59, 59, 59, 59, 59, 59, 58,
};

static const U64 magicmoves_b_magics[64] =
{
	C64(0x5BC0080800809813), C64(0xD8A00404048FF5CC),
	C64(0x18F00C1E9A653DDE), C64(0x74380606474B8C1C),
	C64(0x2E7C104C88D98905), C64(0x149848081C4D761B),
	C64(0x741208041A0ACBD5), C64(0x348E010402010575),
	C64(0xB42AF0047B6C040C), C64(0x04426008060AC2DA),
	C64(0xA13942040301ACAF), C64(0xB90C682041D1633A),
	C64(0xF01C3C05047AE228), C64(0x5F666208048D8ED8),
	C64(0x85998404040E1B0A), C64(0x0EC5F202021554C6),
	C64(0x7BE002F0600681B1), C64(0x7860465034411D49),
	C64(0xFA1800F0018090D7), C64(0x4AE8003C204371FF),
	C64(0x6D9C00360521253B), C64(0x59BA000F010103C8),
	C64(0x4534001E01040BCF), C64(0xE216003C87841979),
	C64(0x39202006C8583FB5), C64(0xC1F00800105E08E0),
	C64(0x02B9900078054931), C64(0x456C08008C0210BE),
	C64(0xB090104014004047), C64(0xE450008025029D89),
	C64(0x078A0206F41D055E), C64(0xB8640100568084F0),
	C64(0x3E3820101A5AEA23), C64(0xA5C7901014988E72),
	C64(0x1144020801048062), C64(0xD6BBE0110098008C),
	C64(0x7520018400728202), C64(0xF1E00401000A914F),
	C64(0x644C0C0C079883D7), C64(0x937A020E04804DCB),
	C64(0x6FB808082AF91424), C64(0xADB2081C2C28E6C7),
	C64(0x76EE00406803D086), C64(0x4949AEA028009421),
	C64(0x73D8400F0100C616), C64(0xC8C004080080FCCB),
	C64(0xE260182637825052), C64(0x6ED004010020185F),
	C64(0xADF40206303E4627), C64(0x49660207140714B7),
	C64(0x025026020E290FD1), C64(0x75A3300E0A0602E2),
	C64(0x8C6BE7A0208A4647), C64(0xE012402848032D43),
	C64(0x45A008100D01F860), C64(0x01A0180A04A36A2E),
	C64(0x7D2B040184043EA2), C64(0xA6542E0212066E50),
	C64(0xFB039D5321080877), C64(0x623452B75B411089),
	C64(0xEE4E393540308253), C64(0x98E5ACC01024152E),
	C64(0x4A7640103C155446), C64(0x414010040305D1F4),
};

static const U64 magicmoves_b_mask[64] =
{
	C64(0x0040201008040200), C64(0x0000402010080400),
	C64(0x0000004020100A00), C64(0x0000000040221400),
	C64(0x0000000002442800), C64(0x0000000204085000),
	C64(0x0000020408102000), C64(0x0002040810204000),
	C64(0x0020100804020000), C64(0x0040201008040000),
	C64(0x00004020100A0000), C64(0x0000004022140000),
	C64(0x0000000244280000), C64(0x0000020408500000),
	C64(0x0002040810200000), C64(0x0004081020400000),
	C64(0x0010080402000200), C64(0x0020100804000400),
	C64(0x004020100A000A00), C64(0x0000402214001400),
	C64(0x0000024428002800), C64(0x0002040850005000),
	C64(0x0004081020002000), C64(0x0008102040004000),
	C64(0x0008040200020400), C64(0x0010080400040800),
	C64(0x0020100A000A1000), C64(0x0040221400142200),
	C64(0x0002442800284400), C64(0x0004085000500800),
	C64(0x0008102000201000), C64(0x0010204000402000),
	C64(0x0004020002040800), C64(0x0008040004081000),
	C64(0x00100A000A102000), C64(0x0022140014224000),
	C64(0x0044280028440200), C64(0x0008500050080400),
	C64(0x0010200020100800), C64(0x0020400040201000),
	C64(0x0002000204081000), C64(0x0004000408102000),
	C64(0x000A000A10204000), C64(0x0014001422400000),
	C64(0x0028002844020000), C64(0x0050005008040200),
	C64(0x0020002010080400), C64(0x0040004020100800),
	C64(0x0000020408102000), C64(0x0000040810204000),
	C64(0x00000A1020400000), C64(0x0000142240000000),
	C64(0x0000284402000000), C64(0x0000500804020000),
	C64(0x0000201008040200), C64(0x0000402010080400),
	C64(0x0002040810204000), C64(0x0004081020400000),
	C64(0x000A102040000000), C64(0x0014224000000000),
	C64(0x0028440200000000), C64(0x0050080402000000),
	C64(0x0020100804020000), C64(0x0040201008040200),
};

static U64 magicmovesbdb[5248];

static U64 *const magicmoves_b_indices[64] =
{
	magicmovesbdb+0, magicmovesbdb+64, magicmovesbdb+96, magicmovesbdb+128,
	magicmovesbdb+160, magicmovesbdb+192, magicmovesbdb+224, magicmovesbdb+256,
	magicmovesbdb+320, magicmovesbdb+352, magicmovesbdb+384, magicmovesbdb+416,
	magicmovesbdb+448, magicmovesbdb+480, magicmovesbdb+512, magicmovesbdb+544,
	magicmovesbdb+576, magicmovesbdb+608, magicmovesbdb+640, magicmovesbdb+768,
	magicmovesbdb+896, magicmovesbdb+1024, magicmovesbdb+1152, magicmovesbdb+1184,
	magicmovesbdb+1216, magicmovesbdb+1248, magicmovesbdb+1280, magicmovesbdb+1408,
	magicmovesbdb+1920, magicmovesbdb+2432, magicmovesbdb+2560, magicmovesbdb+2592,
	magicmovesbdb+2624, magicmovesbdb+2656, magicmovesbdb+2688, magicmovesbdb+2816,
	magicmovesbdb+3328, magicmovesbdb+3840, magicmovesbdb+3968, magicmovesbdb+4000,
	magicmovesbdb+4032, magicmovesbdb+4064, magicmovesbdb+4096, magicmovesbdb+4224,
	magicmovesbdb+4352, magicmovesbdb+4480, magicmovesbdb+4608, magicmovesbdb+4640,
	magicmovesbdb+4672, magicmovesbdb+4704, magicmovesbdb+4736, magicmovesbdb+4768,
	magicmovesbdb+4800, magicmovesbdb+4832, magicmovesbdb+4864, magicmovesbdb+4896,
	magicmovesbdb+4928, magicmovesbdb+4992, magicmovesbdb+5024, magicmovesbdb+5056,
	magicmovesbdb+5088, magicmovesbdb+5120, magicmovesbdb+5152, magicmovesbdb+5184,
};

static U64 *bishop_slot(const unsigned int square, const U64 occupancy)
{
	return magicmoves_b_indices[square]+(((occupancy&magicmoves_b_mask[square])*magicmoves_b_magics[square])>>magicmoves_b_shift[square]);
}

static U64 bishop_attacks(const unsigned int square, const U64 occupancy)
{
	return *bishop_slot(square, occupancy);
}

static const unsigned int magicmoves_r_shift[64] =
{
	52, 53, 53, 53, 53, 53, 53, 52,
	53, 54, 54, 54, 54, 54, 54, 53,
	53, 54, 54, 54, 54, 54, 54, 53,
	53, 54, 54, 54, 54, 54, 54, 53,
	53, 54, 54, 54, 54, 54, 54, 53,
	53, 54, 54, 54, 54, 54, 54, 53,
	53, 54, 54, 54, 54, 54, 54, 53,
	52, 53, 53, 53, 53, 53, 53, 52,
};

static const U64 magicmoves_r_magics[64] =
{
	C64(0x3B80004000816617), C64(0xC60022010080C1F1),
	C64(0x8F0020010048F140), C64(0x7200120040202854),
	C64(0xF500080100100492), C64(0x8E00020008101CC1),
	C64(0x2C0010080401865B), C64(0xAE00040081064D26),
	C64(0xB76F80004000906E), C64(0x341A004201006983),
	C64(0x74A600108200C0AA), C64(0x235200220040104B),
	C64(0x022600203200389C), C64(0xD12801204010082C),
	C64(0xB16C001014181A7D), C64(0xB8260004021D89C3),
	C64(0xFEC3020026004183), C64(0x9EA0420022010587),
	C64(0xF8E4C20012028264), C64(0x3C56020010C0E249),
	C64(0x08B6020020080411), C64(0x8CB501001C003872),
	C64(0x7AF63C0008104289), C64(0xE67DAA00018ACC1B),
	C64(0xA5400341800487EA), C64(0x9139018100400B60),
	C64(0x4F5280A200420132), C64(0xCC6DB00100290121),
	C64(0x6E8801010010186D), C64(0xA0C4000202001008),
	C64(0x694DF00C001213C8), C64(0xEB7C038200045C19),
	C64(0xFAC00082C2800038), C64(0xA740100800200024),
	C64(0xA31E001182004361), C64(0x3D300100E100108B),
	C64(0x19F6380101003014), C64(0x52F3C06008011074),
	C64(0xC98A501804003EA7), C64(0x653F0C008200007D),
	C64(0xCC40008001C48025), C64(0x636000401001C022),
	C64(0xE7D0022002868012), C64(0xF6D0010008E10032),
	C64(0xEB6E380100250011), C64(0xB8A5000C00B90012),
	C64(0x5F9A0004080200F7), C64(0xDB17940044820039),
	C64(0x19C0008007482E80), C64(0x5B20100040032C40),
	C64(0x592000B0080046C0), C64(0x2FD000F804014140),
	C64(0x1FBC009801808480), C64(0x2E92C010203C8801),
	C64(0x740E00111428B200), C64(0x3A270002008CEF00),
	C64(0x3DEDC201006187F2), C64(0xD89100C00080A4F7),
	C64(0xE3E0004100A319D1), C64(0xC62730000900218D),
	C64(0x9CF5001630080095), C64(0xB73F00582C002605),
	C64(0xADC5101802051FB4), C64(0xFAE22C010080403E),
};

static const U64 magicmoves_r_mask[64] =
{
	C64(0x000101010101017E), C64(0x000202020202027C),
	C64(0x000404040404047A), C64(0x0008080808080876),
	C64(0x001010101010106E), C64(0x002020202020205E),
	C64(0x004040404040403E), C64(0x008080808080807E),
	C64(0x0001010101017E00), C64(0x0002020202027C00),
	C64(0x0004040404047A00), C64(0x0008080808087600),
	C64(0x0010101010106E00), C64(0x0020202020205E00),
	C64(0x0040404040403E00), C64(0x0080808080807E00),
	C64(0x00010101017E0100), C64(0x00020202027C0200),
	C64(0x00040404047A0400), C64(0x0008080808760800),
	C64(0x00101010106E1000), C64(0x00202020205E2000),
	C64(0x00404040403E4000), C64(0x00808080807E8000),
	C64(0x000101017E010100), C64(0x000202027C020200),
	C64(0x000404047A040400), C64(0x0008080876080800),
	C64(0x001010106E101000), C64(0x002020205E202000),
	C64(0x004040403E404000), C64(0x008080807E808000),
	C64(0x0001017E01010100), C64(0x0002027C02020200),
	C64(0x0004047A04040400), C64(0x0008087608080800),
	C64(0x0010106E10101000), C64(0x0020205E20202000),
	C64(0x0040403E40404000), C64(0x0080807E80808000),
	C64(0x00017E0101010100), C64(0x00027C0202020200),
	C64(0x00047A0404040400), C64(0x0008760808080800),
	C64(0x00106E1010101000), C64(0x00205E2020202000),
	C64(0x00403E4040404000), C64(0x00807E8080808000),
	C64(0x007E010101010100), C64(0x007C020202020200),
	C64(0x007A040404040400), C64(0x0076080808080800),
	C64(0x006E101010101000), C64(0x005E202020202000),
	C64(0x003E404040404000), C64(0x007E808080808000),
	C64(0x7E01010101010100), C64(0x7C02020202020200),
	C64(0x7A04040404040400), C64(0x7608080808080800),
	C64(0x6E10101010101000), C64(0x5E20202020202000),
	C64(0x3E40404040404000), C64(0x7E80808080808000),
};

static U64 magicmovesrdb[102400];

static U64 *const magicmoves_r_indices[64] =
{
	magicmovesrdb+0, magicmovesrdb+4096, magicmovesrdb+6144, magicmovesrdb+8192,
	magicmovesrdb+10240, magicmovesrdb+12288, magicmovesrdb+14336, magicmovesrdb+16384,
	magicmovesrdb+20480, magicmovesrdb+22528, magicmovesrdb+23552, magicmovesrdb+24576,
	magicmovesrdb+25600, magicmovesrdb+26624, magicmovesrdb+27648, magicmovesrdb+28672,
	magicmovesrdb+30720, magicmovesrdb+32768, magicmovesrdb+33792, magicmovesrdb+34816,
	magicmovesrdb+35840, magicmovesrdb+36864, magicmovesrdb+37888, magicmovesrdb+38912,
	magicmovesrdb+40960, magicmovesrdb+43008, magicmovesrdb+44032, magicmovesrdb+45056,
	magicmovesrdb+46080, magicmovesrdb+47104, magicmovesrdb+48128, magicmovesrdb+49152,
	magicmovesrdb+51200, magicmovesrdb+53248, magicmovesrdb+54272, magicmovesrdb+55296,
	magicmovesrdb+56320, magicmovesrdb+57344, magicmovesrdb+58368, magicmovesrdb+59392,
	magicmovesrdb+61440, magicmovesrdb+63488, magicmovesrdb+64512, magicmovesrdb+65536,
	magicmovesrdb+66560, magicmovesrdb+67584, magicmovesrdb+68608, magicmovesrdb+69632,
	magicmovesrdb+71680, magicmovesrdb+73728, magicmovesrdb+74752, magicmovesrdb+75776,
	magicmovesrdb+76800, magicmovesrdb+77824, magicmovesrdb+78848, magicmovesrdb+79872,
	magicmovesrdb+81920, magicmovesrdb+86016, magicmovesrdb+88064, magicmovesrdb+90112,
	magicmovesrdb+92160, magicmovesrdb+94208, magicmovesrdb+96256, magicmovesrdb+98304,
};

static U64 *rook_slot(const unsigned int square, const U64 occupancy)
{
	return magicmoves_r_indices[square]+(((occupancy&magicmoves_r_mask[square])*magicmoves_r_magics[square])>>magicmoves_r_shift[square]);
}

static U64 rook_attacks(const unsigned int square, const U64 occupancy)
{
	return *rook_slot(square, occupancy);
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
