// In the style of Volker Annuss' black magics: {offset, notmask, blackmagic}, fixed shifts.
#include <stdint.h>
#include <stdio.h>

typedef uint64_t U64;

typedef struct {
    int offset;
    U64 notmask;
    U64 blackmagic;
} SMagic;

static U64 attack_table[252920];

static const SMagic mBishopTbl[64] = {
    {118120, 0xffbfdfeff7fbfdff, 0x49bffdfc7e1fe71e}, // a1
    {7466, 0xffffbfdfeff7fbff, 0x94fbfe3a7fabb344}, // b1
    {47669, 0xffffffbfdfeff5ff, 0xf569fe5db745b836}, // c1
    {41179, 0xffffffffbfddebff, 0x9175ff5f79b38c50}, // d1
    {44462, 0xfffffffffdbbd7ff, 0x76f97f796e7dc813}, // e1
    {9605, 0xfffffffdfbf7afff, 0x3efe7fbefe140bfb}, // f1
    {6107, 0xfffffdfbf7efdfff, 0xbaf98f7f7fb6a762}, // g1
    {25108, 0xfffdfbf7efdfbfff, 0xf7f63fdf7fbeb829}, // h1
    {4726, 0xffdfeff7fbfdffff, 0x3a7c3bfeffdedd1a}, // a2
    {24509, 0xffbfdfeff7fbffff, 0x8c6651fedfbf5228}, // b2
    {13349, 0xffffbfdfeff5ffff, 0x31fcadff9f83a26f}, // c2
    {4188, 0xffffffbfddebffff, 0x047ee6fef7a54b6f}, // d2
    {7161, 0xfffffffdbbd7ffff, 0x6d7b833efbb384d8}, // e2
    {12258, 0xfffffdfbf7afffff, 0x376697df7f9d6c77}, // f2
    {9358, 0xfffdfbf7efdfffff, 0x797f85ceff7f3ca0}, // g2
    {5141, 0xfffbf7efdfbfffff, 0xf17f769ff6bdbd99}, // h2
    {4513, 0xffeff7fbfdfffdff, 0x1d7bfef9ff7f9f31}, // a3
    {14176, 0xffdfeff7fbfffbff, 0x6c7dff9d7d7c2eda}, // b3
    {20721, 0xffbfdfeff5fff5ff, 0x92fbfdd7fd5bf7ba}, // c3
    {44672, 0xffffbfddebffebff, 0xb0f7fff2fee3d381}, // d3
    {46506, 0xfffffdbbd7ffd7ff, 0x2e6bff7a7fb7bbab}, // e3
    {193360, 0xfffdfbf7afffafff, 0x90fe7ff7bfbfb1ab}, // f3
    {24588, 0xfffbf7efdfffdfff, 0xf97fbffd5fafb45c}, // g3
    {13127, 0xfff7efdfbfffbfff, 0x017e1ff407c33e5a}, // h3
    {14452, 0xfff7fbfdfffdfbff, 0xc77dfefcc1fdbde4}, // a4
    {9144, 0xffeff7fbfffbf7ff, 0x6ffefeffea7d5ec2}, // b4
    {193865, 0xffdfeff5fff5efff, 0xdc79fdffc2ff0d43}, // c4
    {251508, 0xffbfddebffebddff, 0x97f3f7ffebfdef56}, // d4
    {140754, 0xfffdbbd7ffd7bbff, 0xc27dfbffddff6fc0}, // e4
    {40497, 0xfffbf7afffaff7ff, 0x16e7ff7fc23fd91d}, // f4
    {45296, 0xfff7efdfffdfefff, 0x8f7e3efff20eeee9}, // g4
    {13178, 0xffefdfbfffbfdfff, 0x3dfadfdf8067db2d}, // h4
    {8061, 0xfffbfdfffdfbf7ff, 0x9a7efefeffe362d2}, // a5
    {5969, 0xfff7fbfffbf7efff, 0xed787fdefd967bc6}, // b5
    {251999, 0xffeff5fff5efdfff, 0x5bfeff7dffa8ef4f}, // c5
    {139218, 0xffddebffebddbfff, 0x997f9feeffe7fe74}, // d5
    {249705, 0xffbbd7ffd7bbfdff, 0x34bff8fdffe2ff7c}, // e5
    {61070, 0xfff7afffaff7fbff, 0x7877fdffdff13bcd}, // f5
    {9044, 0xffefdfffdfeff7ff, 0xb4fcfdbf4faf3774}, // g5
    {8787, 0xffdfbfffbfdfefff, 0x8a7fbfefdff6a3a1}, // h5
    {13137, 0xfffdfffdfbf7efff, 0x8c7cfe5f7fb8c9db}, // a6
    {32306, 0xfffbfffbf7efdfff, 0x61fb3fbfbf5844ae}, // b6
    {24089, 0xfff5fff5efdfbfff, 0x89fbbfbfbfdfe0f0}, // c6
    {119215, 0xffebffebddbfffff, 0x5b7f619feeffc8b7}, // d6
    {252410, 0xffd7ffd7bbfdffff, 0x667ceff4ffbfac9b}, // e6
    {249193, 0xffafffaff7fbfdff, 0x1eefff7dff7bf9be}, // f6
    {9817, 0xffdfffdfeff7fbff, 0x3d7dff7f6ece1aa3}, // g6
    {9191, 0xffbfffbfdfeff7ff, 0x2a7effbf77647d28}, // h6
    {9481, 0xfffffdfbf7efdfff, 0xce7e3fbfbfbf8977}, // a7
    {45652, 0xfffffbf7efdfbfff, 0x5b7d6f7fdf1a597c}, // b7
    {14283, 0xfffff5efdfbfffff, 0xbd7a877fef95df79}, // c7
    {45622, 0xffffebddbfffffff, 0x19f20d614feeb7f3}, // d7
    {19949, 0xffffd7bbfdffffff, 0x1cf6dae3f27f9b44}, // e7
    {8246, 0xffffaff7fbfdffff, 0xc07c23feff3dc9ef}, // f7
    {9086, 0xffffdfeff7fbfdff, 0xb17bfefcbda327aa}, // g7
    {8322, 0xffffbfdfeff7fbff, 0x077efefede6774e6}, // h7
    {11906, 0xfffdfbf7efdfbfff, 0xf0f8bfbfbfbcbc2f}, // a8
    {6420, 0xfffbf7efdfbfffff, 0x1cfde9dfdfefb619}, // b8
    {5371, 0xfff5efdfbfffffff, 0xd97c35a1afbf86df}, // c8
    {5306, 0xffebddbfffffffff, 0x8ef2cdd4d8eff776}, // d8
    {8924, 0xffd7bbfdffffffff, 0x307ae1160bf6fdb8}, // e8
    {12865, 0xffaff7fbfdffffff, 0xd8ffcf3dffbe3f7d}, // f8
    {8463, 0xffdfeff7fbfdffff, 0x2cff8bfeff3f8e99}, // g8
    {8139, 0xffbfdfeff7fbfdff, 0x0977f8feffdf4343}, // h8
};

static const SMagic mRookTbl[64] = {
    {150641, 0xfffefefefefefe81, 0x1f7fffbfff7fe71a}, // a1
    {130185, 0xfffdfdfdfdfdfd83, 0xbdbfff5fff3c0e88}, // b1
    {134281, 0xfffbfbfbfbfbfb85, 0xf8ffefdfffbff694}, // c1
    {109721, 0xfff7f7f7f7f7f789, 0xe8fffaffefdfe7b2}, // d1
    {187241, 0xffefefefefefef91, 0x51ffdff7effbfdff}, // e1
    {97458, 0xffdfdfdfdfdfdfa1, 0xb9fffdefe3f7e955}, // f1
    {28130, 0xffbfbfbfbfbfbfc1, 0x69fff7fbff3ae072}, // g1
    {240024, 0xff7f7f7f7f7f7f81, 0xc9fffefbff7fbfc6}, // h1
    {146546, 0xfffefefefefe81ff, 0xdc4f7fffbf7fdf23}, // a2
    {211531, 0xfffdfdfdfdfd83ff, 0x3aff3fffbe1f0dc6}, // b2
    {93364, 0xfffbfbfbfbfb85ff, 0x79defff7bfdfefea}, // c2
    {77144, 0xfff7f7f7f7f789ff, 0x07cf7feffff7f316}, // d2
    {179114, 0xffefefefefef91ff, 0xe1fdfff7dfe3d5cf}, // e2
    {60848, 0xffdfdfdfdfdfa1ff, 0xde5efff7fbfdd555}, // f2
    {227794, 0xffbfbfbfbfbfc1ff, 0x65cefffbfdf975a1}, // g2
    {170958, 0xff7f7f7f7f7f81ff, 0x396efffdb875fd5b}, // h2
    {219675, 0xfffefefefe81feff, 0x175ffe3fffbe5e26}, // a3
    {8138, 0xfffdfdfdfd83fdff, 0xddd7ffdfffdeee18}, // b3
    {44505, 0xfffbfbfbfb85fbff, 0x55efffbfefbf5328}, // c3
    {117911, 0xfff7f7f7f789f7ff, 0x8ebbffbff7bff3c6}, // d3
    {126094, 0xffefefefef91efff, 0x890fcdfff7dfebaf}, // e3
    {223771, 0xffdfdfdfdfa1dfff, 0x899b747ffbffc4f6}, // f3
    {15899, 0xffbfbfbfbfc1bfff, 0x338fe3fff5ee72b1}, // g3
    {52684, 0xff7f7f7f7f817fff, 0x1f1fd9fffbfe7ec7}, // h3
    {69004, 0xfffefefe81fefeff, 0xa5bfbf7f7ffc982f}, // a4
    {215599, 0xfffdfdfd83fdfdff, 0x464fdfffbfff4d44}, // b4
    {40409, 0xfffbfbfb85fbfbff, 0x4bef4fff7ff71eac}, // c4
    {24034, 0xfff7f7f789f7f7ff, 0xc50f7fef7ffbf7f1}, // d4
    {19948, 0xffefefef91efefff, 0xf25dffbfbffbdde3}, // e4
    {191337, 0xffdfdfdfa1dfdfff, 0x497faffbffb7fddf}, // f4
    {73075, 0xffbfbfbfc1bfbfff, 0x37ef8e7dffffabd9}, // g4
    {48600, 0xff7f7f7f817f7fff, 0xc92faa7efffe261e}, // h4
    {166864, 0xfffefe81fefefeff, 0xad1ffebffe3fed60}, // a5
    {142471, 0xfffdfd83fdfdfdff, 0xea2fffdfff5feff5}, // b5
    {199486, 0xfffbfb85fbfbfbff, 0x337e7fdfe5fffb30}, // c5
    {56776, 0xfff7f789f7f7f7ff, 0x49df7fefe77ffb12}, // d5
    {154775, 0xffefef91efefefff, 0x005fdff7effefffd}, // e5
    {11814, 0xffdfdfa1dfdfdfff, 0x8def3ff5ffbff477}, // f5
    {231853, 0xffbfbfc1bfbfbfff, 0xaf8f7ffebe7ffdc7}, // g5
    {122004, 0xff7f7f817f7f7fff, 0x9e1f7ffedf7ffd27}, // h5
    {85267, 0xfffe81fefefefeff, 0x6e3fff7f1ebe7fee}, // a6
    {244115, 0xfffd83fdfdfdfdff, 0x869fffaffbfe6ff8}, // b6
    {4059, 0xfffb85fbfbfbfbff, 0xef0bffdfffa3dff7}, // c6
    {101547, 0xfff789f7f7f7f7ff, 0x708fbff7ffabbfee}, // d6
    {203382, 0xffef91efefefefff, 0xd2adffbfe3f1bff9}, // e6
    {64928, 0xffdfa1dfdfdfdfff, 0x552cfff3f7f6ffbe}, // f6
    {81177, 0xffbfc1bfbfbfbfff, 0x9edcbff47fe03ffd}, // g6
    {162771, 0xff7f817f7f7f7fff, 0x106f7fffbf9a7fe7}, // h6
    {105632, 0xff81fefefefefeff, 0x817fff5ffa0ffa20}, // a7
    {247581, 0xff83fdfdfdfdfdff, 0x4a6ffbfdffc7ffd8}, // b7
    {183152, 0xff85fbfbfbfbfbff, 0x155cdfff73fe17a0}, // c7
    {137764, 0xff89f7f7f7f7f7ff, 0x761effbf7fdfcfff}, // d7
    {138376, 0xff91efefefefefff, 0x2a1dffef7ffeffd0}, // e7
    {154724, 0xffa1dfdfdfdfdfff, 0x652fcffbfffef7ff}, // f7
    {207463, 0xffc1bfbfbfbfbfff, 0x6f6fadfffefffbff}, // g7
    {235929, 0xff817f7f7f7f7fff, 0x8aae3ff67ff9d340}, // h7
    {113816, 0x81fefefefefefeff, 0x567ffeff7c3c5e8b}, // a8
    {175050, 0x83fdfdfdfdfdfdff, 0x2c5f7fc6fd3f9fad}, // b8
    {158675, 0x85fbfbfbfbfbfbff, 0x521fffbfdfefc9a7}, // c8
    {32226, 0x89f7f7f7f7f7f7ff, 0x0f4fffdfc7cfb3d9}, // d8
    {0, 0x91efefefefefefff, 0x000effeff7f3f147}, // e8
    {89359, 0xa1dfdfdfdfdfdfff, 0x581e6ff7fbfcdb42}, // f8
    {195392, 0xc1bfbfbfbfbfbfff, 0x16cefff9fa7bf3a3}, // g8
    {36322, 0x817f7f7f7f7f7fff, 0xbc5fd4fbff7eb492}, // h8
};

static U64 *bishop_slot(int sq, U64 occ)
{
    const SMagic *m = &mBishopTbl[sq];
    occ |= m->notmask;
    occ *= m->blackmagic;
    occ >>= 64 - 9;
    return attack_table + m->offset + (int)occ;
}

static U64 bishop_attacks(int sq, U64 occ)
{
    return *bishop_slot(sq, occ);
}

static U64 *rook_slot(int sq, U64 occ)
{
    const SMagic *m = &mRookTbl[sq];
    occ |= m->notmask;
    occ *= m->blackmagic;
    occ >>= 64 - 12;
    return attack_table + m->offset + (int)occ;
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
