// In the style of Stockfish's before 2018: magics only, a struct for each square filled at the start.
#include <stdint.h>
#include <stdio.h>

typedef uint64_t U64;

enum Square : int { SQ_A1, SQUARE_NB = 64 };

constexpr U64 RookMagics[SQUARE_NB] = {
  0xF28000400284A1F6ULL, 0x5A0021020081C171ULL, 0x5E00208200403019ULL,
  0xEE00120040203C28ULL, 0xCF00080100302436ULL, 0xDA000600100814BFULL,
  0x3C003008041205ADULL, 0x6600040203488427ULL, 0x3A2C80014001902CULL,
  0xC1D9004003810467ULL, 0x8A16004182002251ULL, 0x6C5300100500E098ULL,
  0x9CEE00083200602DULL, 0xEFFE000200100CD9ULL, 0x830C0030181C3661ULL,
  0xB77E000C0605D18FULL, 0xA3C00280018AC3ACULL, 0x8DE0004010004922ULL,
  0xA24E02001381C125ULL, 0xFBE02002010C0EAULL, 0x3EDE020020100805ULL,
  0x848F01000400489AULL, 0x2248C0018306631ULL, 0x37FAC2000407AF45ULL,
  0xCC400083800042F7ULL, 0xEE40010100218051ULL, 0xD0122001004102D2ULL,
  0x8EF001010010A0FBULL, 0x24B2001200200805ULL, 0xA52200320018F064ULL,
  0x54F9101400386E33ULL, 0x99B37D8E00042743ULL, 0x29400084C5800729ULL,
  0x88B1008206004166ULL, 0xD730002000808010ULL, 0x9010010009002014ULL,
  0xB8200102A0020CCULL, 0x3586000400808002ULL, 0xB635805600800B00ULL,
  0xF5BA7403C20001B3ULL, 0x2C80010040850026ULL, 0x99A000C010014024ULL,
  0x9FA000410061001AULL, 0xEDD800B00080801CULL, 0x32A400800801800DULL,
  0x6E36006C0080800EULL, 0x16BEB00200040208ULL, 0xF81BAC028646002DULL,
  0x3E80008102403B00ULL, 0x3AAE6010034009C0ULL, 0x2A2000300380E980ULL,
  0x8BB000A80400C240ULL, 0x2858006C0200C0C0ULL, 0xE529940080660080ULL,
  0xC9F2004B280C6A00ULL, 0xB961000041962700ULL, 0xAC8001008021401DULL,
  0xC940010080C013A9ULL, 0x6AFE0081C010221AULL, 0x6010010020D028D5ULL,
  0x419D005800145211ULL, 0xB49D001C00280AA5ULL, 0x2F530002000400F9ULL,
  0x9253000202804277ULL,
};

constexpr U64 BishopMagics[SQUARE_NB] = {
  0xBBC006080A03801DULL, 0x7C200801030BF7E2ULL, 0xDC6208030E615392ULL,
  0x621104303B0A2C9ULL, 0xB33410686F6E61F7ULL, 0xBE3E080465DCE1CAULL,
  0x59B908082ED89E76ULL, 0x544180450807405FULL, 0xA41D4048080D0F6FULL,
  0x161AA0080204DBD0ULL, 0xE16CB8120408B7CDULL, 0x348AF820802DE3A7ULL,
  0xE305CC050498F092ULL, 0xB0642E081CEC1D1EULL, 0xA962840404040780ULL,
  0xE5AFD60206166A4EULL, 0x5A101340700A34CEULL, 0x9C941660280BBD10ULL,
  0x5DFC80500C018348ULL, 0x28C800BC0410B572ULL, 0x54740006020A7251ULL,
  0xFA2A001700463A62ULL, 0x8014011B040A0B85ULL, 0xD36A00CD82291108ULL,
  0x7B88E02AC0240B6FULL, 0x4B981807A0227DA9ULL, 0xA7040400A20807B7ULL,
  0x83EC010010110036ULL, 0xA930104004004042ULL, 0x60500300CF8283AAULL,
  0x3FE801003A0B03C6ULL, 0xF046020040839DAFULL, 0x5C9820282A505B43ULL,
  0xEBA8041061142B8EULL, 0x926E011000AC4343ULL, 0xD095600500B80190ULL,
  0x91180208040C0104ULL, 0x2EF81005003990C8ULL, 0x37380200C25C0F5AULL,
  0x6E58060063E6899CULL, 0xEE880864300F5D6EULL, 0x14AB0C103C73BE5BULL,
  0x847A02010401924BULL, 0x9FC0B60202046C20ULL, 0x5098C0181202ADC2ULL,
  0x73401002008038CCULL, 0xB5E01E3C32442B0DULL, 0xE3F002020040FE3EULL,
  0x5F3C040404ED96DCULL, 0x6BAA01040203BFDFULL, 0xD96EB606090450EBULL,
  0x65D21E1C4208839DULL, 0x3189DCE060248675ULL, 0xAEFE60604413277DULL,
  0x72C010041B10EEACULL, 0x1F200C541E81695EULL, 0x7001040104165E33ULL,
  0xBADA8A060A124E33ULL, 0x2BA14C720200B207ULL, 0xB7E8444872A0A804ULL,
  0x483F2511E0602488ULL, 0x6E04D040303C212BULL, 0xD1EA40502423334FULL,
  0x703010100302445BULL,
};

struct Magic {
  U64 mask, magic;
  U64 *attacks;
  unsigned shift;

  unsigned index(U64 occupied) const { return unsigned(((occupied & mask) * magic) >> shift); }
};

static U64 RookTable[0x19000], BishopTable[0x1480];
static Magic Rooks[SQUARE_NB], Bishops[SQUARE_NB];

static U64 rook_attacks(int s, U64 occupied) { return Rooks[s].attacks[Rooks[s].index(occupied)]; }
static U64 bishop_attacks(int s, U64 occupied) { return Bishops[s].attacks[Bishops[s].index(occupied)]; }

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

static void init_magics(U64 *table, Magic *magics, const U64 *factors, int rook) {
  for (int s = 0; s < SQUARE_NB; ++s) {
    Magic &m = magics[s];
    m.magic = factors[s];
    m.mask = relevant(s, rook);
    m.shift = 64 - __builtin_popcountll(m.mask);
    m.attacks = s == SQ_A1 ? table : magics[s - 1].attacks + (1 << (64 - magics[s - 1].shift));
    U64 b = 0;
    do {
      m.attacks[m.index(b)] = walk(s, b, rook);
      b = (b - m.mask) & m.mask;
    } while (b);
  }
}

static void init() {
  init_magics(RookTable, Rooks, RookMagics, 1);
  init_magics(BishopTable, Bishops, BishopMagics, 0);
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
