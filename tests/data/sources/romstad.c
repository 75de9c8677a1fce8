// In the style of Tord Romstad's: multipliers and bits, the rest found at the start.
#include <stdint.h>
#include <stdio.h>

typedef uint64_t U64;

static const uint64_t BMult[64] = {
  0xdf18200807d54883ULL, 0x59d810010239e140ULL, 0xa0900c0487375fbfULL, 0x2ee808590d65fab0ULL,
  0x7cfe06112cf0a8c4ULL, 0xa6f6085c2c83ff60ULL, 0x84860814049595c8ULL, 0xf9ca020202020f5bULL,
  0x8d2d400808011d6fULL, 0x11b2d0100a019c6fULL, 0x209eb01c0b952d7aULL, 0x6247104028a43e5ULL,
  0xcd9ca4050486a886ULL, 0x7f9cd2082c9c11d2ULL, 0xc0ade6080a0826b1ULL, 0xa1f38ba404022917ULL,
  0x7a9006c011762f87ULL, 0x5560005868ab00c7ULL, 0x8c9000080081ec69ULL, 0xede8013c0346503eULL,
  0xec3c008211040e3cULL, 0x6b3a01cd01071148ULL, 0x4886001402326e47ULL, 0x10fd803f04033360ULL,
  0xc520205250d4098fULL, 0xecdc2018ac78359eULL, 0xa06808002400419bULL, 0x18da040008041014ULL,
  0xe560020007010883ULL, 0x74d802000f11009fULL, 0x48cc0408b9089e62ULL, 0xf56d0201d3039fa5ULL,
  0x57482028d97052d2ULL, 0x93811010001833a9ULL, 0xf0cc0208006482a2ULL, 0x26c5010900180040ULL,
  0x3aca0202000c018cULL, 0xffe00401000091cbULL, 0xa290090e183f1b83ULL, 0x9ae40f05cd1a0649ULL,
  0xa528040c218b6dd4ULL, 0x2c40108181d8f78ULL, 0x366020104068e41ULL, 0x56857a0104027240ULL,
  0x6648401041007690ULL, 0xacc01002018085cbULL, 0xd750100200871b76ULL, 0xf3f8080101c16bbcULL,
  0x9a120802182e3aa4ULL, 0x8b16240c0238a838ULL, 0xf12b5a020a193afdULL, 0xfb03011308c81e3eULL,
  0x5afb04c03d044088ULL, 0x4b1f3ca0340f0fbdULL, 0x6400858333fc6b1ULL, 0x3720180a16de4811ULL,
  0x4ed602008404037dULL, 0xbd94305081e424dULL, 0xe78e339d04061943ULL, 0x5c0e24cb8c420882ULL,
  0x8eabd7b1c0306485ULL, 0xb1507dc008180764ULL, 0x9d912020225211d5ULL, 0x5b4010040d0736a0ULL,
};

static const int BBits[64] = {
  6, 5, 5, 5, 5, 5, 5, 6,
  5, 5, 5, 5, 5, 5, 5, 5,
  5, 5, 7, 7, 7, 7, 5, 5,
  5, 5, 7, 9, 9, 7, 5, 5,
  5, 5, 7, 9, 9, 7, 5, 5,
  5, 5, 7, 7, 7, 7, 5, 5,
  5, 5, 5, 5, 5, 5, 5, 5,
  6, 5, 5, 5, 5, 5, 5, 6,
};

static const uint64_t RMult[64] = {
  0x268000400183f4a5ULL, 0x1200120100804067ULL, 0xe7002001004090e8ULL, 0x9f00100100686025ULL,
  0xf50008010030045eULL, 0x86000e00100408b5ULL, 0x4400091008141ea6ULL, 0xea00020400805761ULL,
  0xc75d80034009802fULL, 0x70b20042008500e7ULL, 0x6ede002200814334ULL, 0xa7a60012002008c4ULL,
  0x8ae2000a0020114cULL, 0xb3ca000802009d30ULL, 0x11a400100c188a2dULL, 0x237200040d804e1fULL,
  0xf5800100210386c3ULL, 0xf470004007a005caULL, 0xf213620040820073ULL, 0x61602002040516aULL,
  0x9fd801001100a8b4ULL, 0xaad101001c00285eULL, 0xef3f4400101806cbULL, 0x2f04fe00040097e3ULL,
  0xbc80024100210a80ULL, 0xd22010004000c0aeULL, 0x6a200a200114187ULL, 0xbfb5a80080100086ULL,
  0xf726001200200805ULL, 0x23eac02801201074ULL, 0x76b6001e00b8170cULL, 0xb8c1b282000430c9ULL,
  0x26400080478000f6ULL, 0x1e06010182004267ULL, 0x2914e00101004016ULL, 0xee300100f1002209ULL,
  0x81cc000800801581ULL, 0x1ca2f0400801205cULL, 0x1dad300804000ae7ULL, 0xb4babc018600175fULL,
  0x8d80006001c14013ULL, 0x762002401004c020ULL, 0xf230012002848015ULL, 0xd2f001c802808012ULL,
  0xeb60680100710034ULL, 0xe685e04064380110ULL, 0xfbce002c087a0039ULL, 0x28f1229408ca0013ULL,
  0xd19c80014a211300ULL, 0x3ec00060081006e0ULL, 0x152000f0004806c0ULL, 0x54d004001801c0c0ULL,
  0x309880210040d002ULL, 0x9a64002e00410040ULL, 0xa36ab0180732ac00ULL, 0xf155000218c1a100ULL,
  0x1e2e01008040e33aULL, 0xd4000804100e715ULL, 0x79e00100204488d1ULL, 0xfa45e09001001915ULL,
  0x2716002010e83ca6ULL, 0xbeef000a94004817ULL, 0x2b330036002c0c81ULL, 0xa28f34010180ce2eULL,
};

static const int RBits[64] = {
  12, 11, 11, 11, 11, 11, 11, 12,
  11, 10, 10, 10, 10, 10, 10, 11,
  11, 10, 10, 10, 10, 10, 10, 11,
  11, 10, 10, 10, 10, 10, 10, 11,
  11, 10, 10, 10, 10, 10, 10, 11,
  11, 10, 10, 10, 10, 10, 10, 11,
  11, 10, 10, 10, 10, 10, 10, 11,
  12, 11, 11, 11, 11, 11, 11, 12,
};

static uint64_t BMask[64], RMask[64], BAttacks[0x1480], RAttacks[0x19000];
static int BAttackIndex[64], RAttackIndex[64];

static uint64_t *rook_slot(int sq, uint64_t occ) {
  return RAttacks + RAttackIndex[sq] + (((occ & RMask[sq]) * RMult[sq]) >> (64 - RBits[sq]));
}

static uint64_t rook_attacks(int sq, uint64_t occ) { return *rook_slot(sq, occ); }

static uint64_t *bishop_slot(int sq, uint64_t occ) {
  return BAttacks + BAttackIndex[sq] + (((occ & BMask[sq]) * BMult[sq]) >> (64 - BBits[sq]));
}

static uint64_t bishop_attacks(int sq, uint64_t occ) { return *bishop_slot(sq, occ); }

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

static void fill(void);

static void init(void) {
  int b = 0, r = 0;
  for (int sq = 0; sq < 64; sq++) {
    BMask[sq] = relevant(sq, 0);
    RMask[sq] = relevant(sq, 1);
    BAttackIndex[sq] = b;
    RAttackIndex[sq] = r;
    b += 1 << BBits[sq];
    r += 1 << RBits[sq];
  }
  fill();
}

static void fill(void)
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
