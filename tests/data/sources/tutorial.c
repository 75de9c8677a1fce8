// In the style of a tutorial: magic numbers and relevant bits, masks found at the start.
#include <stdint.h>
#include <stdio.h>

typedef uint64_t U64;

const int rook_relevant_bits[64] = {
    12, 11, 11, 11, 11, 11, 11, 12,
    11, 10, 10, 10, 10, 10, 10, 11,
    11, 10, 10, 10, 10, 10, 10, 11,
    11, 10, 10, 10, 10, 10, 10, 11,
    11, 10, 10, 10, 10, 10, 10, 11,
    11, 10, 10, 10, 10, 10, 10, 11,
    11, 10, 10, 10, 10, 10, 10, 11,
    12, 11, 11, 11, 11, 11, 11, 12,
};

const U64 rook_magic_numbers[64] = {
    0x448000804003e772ULL,
    0xde002201008140d1ULL,
    0x200220080401009ULL,
    0x590010010020682cULL,
    0x350008010010149aULL,
    0x7200060050082564ULL,
    0x1c001008241b1a86ULL,
    0x960004008102c076ULL,
    0xbbff800040008678ULL,
    0xdb3a002102008053ULL,
    0x47da0042008060b4ULL,
    0x56f600120040206cULL,
    0xbeda0022001004c8ULL,
    0x1568012040083034ULL,
    0xb72c000814107f52ULL,
    0xce8a000584062a45ULL,
    0x2ac000800381c8efULL,
    0x2b7302004201e088ULL,
    0x477682004201a111ULL,
    0xf0f00100203101eaULL,
    0xbe06020020100805ULL,
    0x53a7010004007846ULL,
    0x442ccc00081502d0ULL,
    0x6ff8960000440eadULL,
    0x771c820600210044ULL,
    0x2623020200416288ULL,
    0x5fe00101004311e1ULL,
    0x20fa00420020108bULL,
    0x56140180801800e4ULL,
    0xa956008080340032ULL,
    0x2798ff340010681aULL,
    0x97d33c060007a1c9ULL,
    0x96c001814380062fULL,
    0xdcc00281030027c7ULL,
    0xa4e96001010010caULL,
    0xecf8010010100200ULL,
    0x8aca00302200095cULL,
    0x125a000400808002ULL,
    0x15c5800600805700ULL,
    0xc0424014e00119fULL,
    0xacbb8001004b0022ULL,
    0xe42001c01000c023ULL,
    0xa3a0010121b10043ULL,
    0x3fb8008010008078ULL,
    0xa60400280081801dULL,
    0x76ac0201018013cULL,
    0x77ee00082c9a002fULL,
    0xe5a78d8c09c2001fULL,
    0xb28000a009c00740ULL,
    0x52c007a010080020ULL,
    0x4d9000600082db80ULL,
    0xe41001380400c1c0ULL,
    0x179e610080401002ULL,
    0x60cc007048203401ULL,
    0xdf26000844930600ULL,
    0xef7900061d8c4d00ULL,
    0xb48001028023c097ULL,
    0x7c4000810041fa61ULL,
    0x9c2001002092c05bULL,
    0xa5001002030296dULL,
    0x23da00200870a492ULL,
    0x495a001008011ccaULL,
    0x13f900059a002c27ULL,
    0xe82d00008a23420fULL,
};

const int bishop_relevant_bits[64] = {
    6, 5, 5, 5, 5, 5, 5, 6,
    5, 5, 5, 5, 5, 5, 5, 5,
    5, 5, 7, 7, 7, 7, 5, 5,
    5, 5, 7, 9, 9, 7, 5, 5,
    5, 5, 7, 9, 9, 7, 5, 5,
    5, 5, 7, 7, 7, 7, 5, 5,
    5, 5, 5, 5, 5, 5, 5, 5,
    6, 5, 5, 5, 5, 5, 5, 6,
};

const U64 bishop_magic_numbers[64] = {
    0x22c0100c010a62eaULL,
    0xfd2004144986a533ULL,
    0x3cc21c1904609601ULL,
    0x6f20a101c4398194ULL,
    0x576b104192eedd07ULL,
    0xd29208347cd01d7eULL,
    0x8e4c0404040f5b96ULL,
    0x3a2e010406060746ULL,
    0xd7e6401828312fcfULL,
    0x40fcd004053c066cULL,
    0xcd1c62081d03e44aULL,
    0x469fd80a07210b58ULL,
    0x6ed1e0210758f28ULL,
    0x3eb76208343cf20dULL,
    0x8700a404043475b5ULL,
    0xcff07a06020e2af1ULL,
    0x1260074008021cefULL,
    0x5b7009a0345d3bc2ULL,
    0x19003f8038462fcULL,
    0x7f3800140a41b9cbULL,
    0x53ae013c010c194cULL,
    0xb8da000b008209caULL,
    0x8b8701cc05187a31ULL,
    0xe0f301afcc021754ULL,
    0x71602000101d0168ULL,
    0xaeb0100ff86e24adULL,
    0x9d9808006400c519ULL,
    0xcdc004004602106cULL,
    0x6b9300404400405eULL,
    0x60d001000f809abbULL,
    0xd4080106009d983fULL,
    0xd56c01000e8b8eb2ULL,
    0x80f0107926707223ULL,
    0x653e101055eaf61dULL,
    0xa22e010404408222ULL,
    0x91ed601100280085ULL,
    0x7fff0204003a010eULL,
    0x7dac080a000a90c8ULL,
    0x1a88081508b18abaULL,
    0x398404008013c1f9ULL,
    0xd468080c303576f2ULL,
    0x698404021838b356ULL,
    0x5c5600840400624aULL,
    0x4ba9374022021027ULL,
    0x47c2702022001091ULL,
    0xf0c0100200800c59ULL,
    0xee0180a3285d1d9ULL,
    0xf430040502477df5ULL,
    0xdfc88080885ee6fULL,
    0x5dc602020b4cf766ULL,
    0x92120d8404193e83ULL,
    0xd370790d04090d67ULL,
    0x7615d7c050825066ULL,
    0x9e494010562a29f1ULL,
    0xb820a00c11374795ULL,
    0xf9603829231a6063ULL,
    0xac890402020a0ad6ULL,
    0xc6a6f70403047e6dULL,
    0xb80e7dc704021602ULL,
    0x83fe26c2b9c11083ULL,
    0x2690ba80e0208641ULL,
    0x56b48a1010100331ULL,
    0x8e0b4010040115f3ULL,
    0x7f4010040100401fULL,
};

U64 rook_masks[64], bishop_masks[64], rook_table[64][4096], bishop_table[64][512];

static U64 *rook_slot(int square, U64 occupied)
{
    occupied &= rook_masks[square];
    occupied *= rook_magic_numbers[square];
    occupied >>= 64 - rook_relevant_bits[square];
    return &rook_table[square][occupied];
}

static U64 rook_attacks(int square, U64 occupied)
{
    return *rook_slot(square, occupied);
}

static U64 *bishop_slot(int square, U64 occupied)
{
    occupied &= bishop_masks[square];
    occupied *= bishop_magic_numbers[square];
    occupied >>= 64 - bishop_relevant_bits[square];
    return &bishop_table[square][occupied];
}

static U64 bishop_attacks(int square, U64 occupied)
{
    return *bishop_slot(square, occupied);
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
            (rook ? rook_masks : bishop_masks)[square] = mask;
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
