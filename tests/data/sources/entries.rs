// In the style of cozy-chess and tutorials in Rust: an entry for each square, unsuffixed capitals.

pub struct MagicEntry {
    pub mask: u64,
    pub magic: u64,
    pub shift: u8,
    pub offset: u32,
}

const SIZE: usize = 107648;

#[rustfmt::skip]
pub const ROOK_MAGICS: &[MagicEntry; 64] = &[
    MagicEntry { mask: 0x000101010101017E, magic: 0x87800040008323F8, shift: 52, offset: 0 },
    MagicEntry { mask: 0x000202020202027C, magic: 0xD60011008201C1E3, shift: 53, offset: 4096 },
    MagicEntry { mask: 0x000404040404047A, magic: 0xCD00200100406931, shift: 53, offset: 6144 },
    MagicEntry { mask: 0x0008080808080876, magic: 0x52000A00402010F4, shift: 53, offset: 8192 },
    MagicEntry { mask: 0x001010101010106E, magic: 0xD6000A0020D0188C, shift: 53, offset: 10240 },
    MagicEntry { mask: 0x002020202020205E, magic: 0x6E00060008104C87, shift: 53, offset: 12288 },
    MagicEntry { mask: 0x004040404040403E, magic: 0x4C0010080A0C01A1, shift: 53, offset: 14336 },
    MagicEntry { mask: 0x008080808080807E, magic: 0xBA00020401826ACB, shift: 52, offset: 16384 },
    MagicEntry { mask: 0x0001010101017E00, magic: 0xF12D800240038D29, shift: 53, offset: 20480 },
    MagicEntry { mask: 0x0002020202027C00, magic: 0xC52D0040050180E4, shift: 54, offset: 22528 },
    MagicEntry { mask: 0x0004040404047A00, magic: 0xB0AE002042008435, shift: 54, offset: 23552 },
    MagicEntry { mask: 0x0008080808087600, magic: 0xD22600402201D038, shift: 54, offset: 24576 },
    MagicEntry { mask: 0x0010101010106E00, magic: 0x89FE002200101CD8, shift: 54, offset: 25600 },
    MagicEntry { mask: 0x0020202020205E00, magic: 0x3218014020100814, shift: 54, offset: 26624 },
    MagicEntry { mask: 0x0040404040403E00, magic: 0xB7D4001028346A11, shift: 54, offset: 27648 },
    MagicEntry { mask: 0x0080808080807E00, magic: 0x864A00040305945E, shift: 53, offset: 28672 },
    MagicEntry { mask: 0x00010101017E0100, magic: 0xE8C0008003478BA7, shift: 53, offset: 30720 },
    MagicEntry { mask: 0x00020202027C0200, magic: 0x0D4000A010080023, shift: 54, offset: 32768 },
    MagicEntry { mask: 0x00040404047A0400, magic: 0x7EA0010023015541, shift: 54, offset: 33792 },
    MagicEntry { mask: 0x0008080808760800, magic: 0xFF220200406070F8, shift: 54, offset: 34816 },
    MagicEntry { mask: 0x00101010106E1000, magic: 0x10BE020020100409, shift: 54, offset: 35840 },
    MagicEntry { mask: 0x00202020205E2000, magic: 0x11BC380140201004, shift: 54, offset: 36864 },
    MagicEntry { mask: 0x00404040403E4000, magic: 0x8BD6640010184E71, shift: 54, offset: 37888 },
    MagicEntry { mask: 0x00808080807E8000, magic: 0x30879E0015C40D97, shift: 53, offset: 38912 },
    MagicEntry { mask: 0x000101017E010100, magic: 0x4840008080015CE0, shift: 53, offset: 40960 },
    MagicEntry { mask: 0x000202027C020200, magic: 0x6860100040014529, shift: 54, offset: 43008 },
    MagicEntry { mask: 0x000404047A040400, magic: 0xB6720022004081F2, shift: 54, offset: 44032 },
    MagicEntry { mask: 0x0008080876080800, magic: 0x46C74202002030E9, shift: 54, offset: 45056 },
    MagicEntry { mask: 0x001010106E101000, magic: 0x0DA400808028002D, shift: 54, offset: 46080 },
    MagicEntry { mask: 0x002020205E202000, magic: 0x88270029002C002E, shift: 54, offset: 47104 },
    MagicEntry { mask: 0x004040403E404000, magic: 0xF1F6D83C00100DA6, shift: 54, offset: 48128 },
    MagicEntry { mask: 0x008080807E808000, magic: 0xCA311C020000807D, shift: 53, offset: 49152 },
    MagicEntry { mask: 0x0001017E01010100, magic: 0xADC000C282800235, shift: 53, offset: 51200 },
    MagicEntry { mask: 0x0002027C02020200, magic: 0x4140010081002055, shift: 54, offset: 53248 },
    MagicEntry { mask: 0x0004047A04040400, magic: 0xC1028200C20022B1, shift: 54, offset: 54272 },
    MagicEntry { mask: 0x0008087608080800, magic: 0xEF4A00C0220012B9, shift: 54, offset: 55296 },
    MagicEntry { mask: 0x0010106E10101000, magic: 0x0B54000800808004, shift: 54, offset: 56320 },
    MagicEntry { mask: 0x0020205E20202000, magic: 0xDB4A00108A000835, shift: 54, offset: 57344 },
    MagicEntry { mask: 0x0040403E40404000, magic: 0x5F4E00081A005C57, shift: 54, offset: 58368 },
    MagicEntry { mask: 0x0080807E80808000, magic: 0xDB01F402860029C7, shift: 53, offset: 59392 },
    MagicEntry { mask: 0x00017E0101010100, magic: 0xA18001C004848021, shift: 53, offset: 61440 },
    MagicEntry { mask: 0x00027C0202020200, magic: 0x1A2001C01003C022, shift: 54, offset: 63488 },
    MagicEntry { mask: 0x00047A0404040400, magic: 0x898AE00300410035, shift: 54, offset: 64512 },
    MagicEntry { mask: 0x0008760808080800, magic: 0x67AF420020720019, shift: 54, offset: 65536 },
    MagicEntry { mask: 0x00106E1010101000, magic: 0x7A58003831010015, shift: 54, offset: 66560 },
    MagicEntry { mask: 0x00205E2020202000, magic: 0x177B00085401001A, shift: 54, offset: 67584 },
    MagicEntry { mask: 0x00403E4040404000, magic: 0xF937AD1008D4000A, shift: 54, offset: 68608 },
    MagicEntry { mask: 0x00807E8080808000, magic: 0x3F9BB2814406002F, shift: 53, offset: 69632 },
    MagicEntry { mask: 0x007E010101010100, magic: 0xAB800B40086005C0, shift: 53, offset: 71680 },
    MagicEntry { mask: 0x007C020202020200, magic: 0xBAC0002000500F40, shift: 54, offset: 73728 },
    MagicEntry { mask: 0x007A040404040400, magic: 0xA52000900801C540, shift: 54, offset: 74752 },
    MagicEntry { mask: 0x0076080808080800, magic: 0xD050001800440340, shift: 54, offset: 75776 },
    MagicEntry { mask: 0x006E101010101000, magic: 0xD1980074020040C0, shift: 54, offset: 76800 },
    MagicEntry { mask: 0x005E202020202000, magic: 0x2A6CD04020147801, shift: 54, offset: 77824 },
    MagicEntry { mask: 0x003E404040404000, magic: 0x1767001600A42700, shift: 54, offset: 78848 },
    MagicEntry { mask: 0x007E808080808000, magic: 0x6D737C850C065E00, shift: 53, offset: 79872 },
    MagicEntry { mask: 0x7E01010101010100, magic: 0x93D580010041A4D7, shift: 52, offset: 81920 },
    MagicEntry { mask: 0x7C02020202020200, magic: 0xD540010060814279, shift: 53, offset: 86016 },
    MagicEntry { mask: 0x7A04040404040400, magic: 0x6DE00100C061D1F9, shift: 53, offset: 88064 },
    MagicEntry { mask: 0x7608080808080800, magic: 0x2BDA00402070B846, shift: 53, offset: 90112 },
    MagicEntry { mask: 0x6E10101010101000, magic: 0x763F000800100CBF, shift: 53, offset: 92160 },
    MagicEntry { mask: 0x5E20202020202000, magic: 0xB666001008042D9A, shift: 53, offset: 94208 },
    MagicEntry { mask: 0x3E40404040404000, magic: 0x4F32000C080925B2, shift: 53, offset: 96256 },
    MagicEntry { mask: 0x7E80808080808000, magic: 0xADE3000A0082C4A9, shift: 52, offset: 98304 },
];

#[rustfmt::skip]
pub const BISHOP_MAGICS: &[MagicEntry; 64] = &[
    MagicEntry { mask: 0x0040201008040200, magic: 0xEFC01006020ACE15, shift: 58, offset: 102400 },
    MagicEntry { mask: 0x0000402010080400, magic: 0xDE900202040FB658, shift: 59, offset: 102464 },
    MagicEntry { mask: 0x0000004020100A00, magic: 0x99D014239A22C70F, shift: 59, offset: 102496 },
    MagicEntry { mask: 0x0000000040221400, magic: 0x02582085EBCEF57D, shift: 59, offset: 102528 },
    MagicEntry { mask: 0x0000000002442800, magic: 0xA33C050493DC3D16, shift: 59, offset: 102560 },
    MagicEntry { mask: 0x0000000204085000, magic: 0xD6DB1008447E2D9D, shift: 59, offset: 102592 },
    MagicEntry { mask: 0x0000020408102000, magic: 0x5D9404040F588F6A, shift: 59, offset: 102624 },
    MagicEntry { mask: 0x0002040810204000, magic: 0xFBB70108010C4E87, shift: 58, offset: 102656 },
    MagicEntry { mask: 0x0020100804020000, magic: 0xE7FEA020024E25D7, shift: 59, offset: 102720 },
    MagicEntry { mask: 0x0040201008040000, magic: 0x2FADE01836951348, shift: 59, offset: 102752 },
    MagicEntry { mask: 0x00004020100A0000, magic: 0x753DB00401415DC2, shift: 59, offset: 102784 },
    MagicEntry { mask: 0x0000004022140000, magic: 0xB4CCE820C445A1D1, shift: 59, offset: 102816 },
    MagicEntry { mask: 0x0000000244280000, magic: 0x1EE19410450F7320, shift: 59, offset: 102848 },
    MagicEntry { mask: 0x0000020408500000, magic: 0x2ED7B206302DE181, shift: 59, offset: 102880 },
    MagicEntry { mask: 0x0002040810200000, magic: 0x3071A4041628FC1C, shift: 59, offset: 102912 },
    MagicEntry { mask: 0x0004081020400000, magic: 0x19377601040E1F40, shift: 59, offset: 102944 },
    MagicEntry { mask: 0x0010080402000200, magic: 0x4B401270B0217B14, shift: 59, offset: 102976 },
    MagicEntry { mask: 0x0020100804000400, magic: 0x32F017604422939B, shift: 59, offset: 103008 },
    MagicEntry { mask: 0x004020100A000A00, magic: 0x1D60805001878388, shift: 57, offset: 103040 },
    MagicEntry { mask: 0x0000402214001400, magic: 0x8270204808411032, shift: 57, offset: 103168 },
    MagicEntry { mask: 0x0000024428002800, magic: 0x19640576021116FE, shift: 57, offset: 103296 },
    MagicEntry { mask: 0x0002040850005000, magic: 0x3F1E000411040143, shift: 57, offset: 103424 },
    MagicEntry { mask: 0x0004081020002000, magic: 0xDD020A8C111C4A14, shift: 59, offset: 103552 },
    MagicEntry { mask: 0x0008102040004000, magic: 0x9042008703070FA8, shift: 59, offset: 103584 },
    MagicEntry { mask: 0x0008040200020400, magic: 0xAED04001B004A38C, shift: 59, offset: 103616 },
    MagicEntry { mask: 0x0010080400040800, magic: 0x0D58183320251F43, shift: 59, offset: 103648 },
    MagicEntry { mask: 0x0020100A000A1000, magic: 0x3858080414054476, shift: 57, offset: 103680 },
    MagicEntry { mask: 0x0040221400142200, magic: 0xD97C0800540210BA, shift: 55, offset: 103808 },
    MagicEntry { mask: 0x0002442800284400, magic: 0xD21010401C004046, shift: 55, offset: 104320 },
    MagicEntry { mask: 0x0004085000500800, magic: 0xFE9004100782018C, shift: 57, offset: 104832 },
    MagicEntry { mask: 0x0008102000201000, magic: 0xC5D802018102BA6F, shift: 59, offset: 104960 },
    MagicEntry { mask: 0x0010204000402000, magic: 0xE9E702007FC20BD9, shift: 59, offset: 104992 },
    MagicEntry { mask: 0x0004020002040800, magic: 0x94343040760866B1, shift: 59, offset: 105024 },
    MagicEntry { mask: 0x0008040004081000, magic: 0x5472101030E40F9E, shift: 59, offset: 105056 },
    MagicEntry { mask: 0x00100A000A102000, magic: 0x7A7400640A5806D0, shift: 57, offset: 105088 },
    MagicEntry { mask: 0x0022140014224000, magic: 0xF9F4E008002D0305, shift: 55, offset: 105216 },
    MagicEntry { mask: 0x0044280028440200, magic: 0x56F41008801C0042, shift: 55, offset: 105728 },
    MagicEntry { mask: 0x0008500050080400, magic: 0x0F6004010012914F, shift: 57, offset: 106240 },
    MagicEntry { mask: 0x0010200020100800, magic: 0xECD408020C308AC8, shift: 59, offset: 106368 },
    MagicEntry { mask: 0x0020400040201000, magic: 0xB2A802008467CCDB, shift: 59, offset: 106400 },
    MagicEntry { mask: 0x0002000204081000, magic: 0x7BC410083819B6CC, shift: 59, offset: 106432 },
    MagicEntry { mask: 0x0004000408102000, magic: 0xF994040C540192E1, shift: 59, offset: 106464 },
    MagicEntry { mask: 0x000A000A10204000, magic: 0xAE0602010102F082, shift: 57, offset: 106496 },
    MagicEntry { mask: 0x0014001422400000, magic: 0x61B5C20104018A41, shift: 57, offset: 106624 },
    MagicEntry { mask: 0x0028002844020000, magic: 0x95EFE00C14006D10, shift: 57, offset: 106752 },
    MagicEntry { mask: 0x0050005008040200, magic: 0x08C820080080634B, shift: 57, offset: 106880 },
    MagicEntry { mask: 0x0020002010080400, magic: 0x4AA0180A06AA5349, shift: 59, offset: 107008 },
    MagicEntry { mask: 0x0040004020100800, magic: 0xA6D00C0F0F23694E, shift: 59, offset: 107040 },
    MagicEntry { mask: 0x0000020408102000, magic: 0xB7C404040C0F207E, shift: 59, offset: 107072 },
    MagicEntry { mask: 0x0000040810204000, magic: 0x76990118013468D6, shift: 59, offset: 107104 },
    MagicEntry { mask: 0x00000A1020400000, magic: 0x582EBF04020956AF, shift: 59, offset: 107136 },
    MagicEntry { mask: 0x0000142240000000, magic: 0x0A1C16E2104C1102, shift: 59, offset: 107168 },
    MagicEntry { mask: 0x0000284402000000, magic: 0xFB7D3890A0621C38, shift: 59, offset: 107200 },
    MagicEntry { mask: 0x0000500804020000, magic: 0x3713401004452A83, shift: 59, offset: 107232 },
    MagicEntry { mask: 0x0000201008040200, magic: 0xDAE00810571259F9, shift: 59, offset: 107264 },
    MagicEntry { mask: 0x0000402010080400, magic: 0x03E0080200857C59, shift: 59, offset: 107296 },
    MagicEntry { mask: 0x0002040810204000, magic: 0xB19E0202021222F3, shift: 58, offset: 107328 },
    MagicEntry { mask: 0x0004081020400000, magic: 0x80D7990406096492, shift: 59, offset: 107392 },
    MagicEntry { mask: 0x000A102040000000, magic: 0x58C4AD86020E291A, shift: 59, offset: 107424 },
    MagicEntry { mask: 0x0014224000000000, magic: 0x6E2F51C4DD411086, shift: 59, offset: 107456 },
    MagicEntry { mask: 0x0028440200000000, magic: 0xC5A3C12640108249, shift: 59, offset: 107488 },
    MagicEntry { mask: 0x0050080402000000, magic: 0xD8185F60200E9087, shift: 59, offset: 107520 },
    MagicEntry { mask: 0x0020100804020000, magic: 0x873258D0501A2050, shift: 59, offset: 107552 },
    MagicEntry { mask: 0x0040201008040200, magic: 0x054010040282809E, shift: 58, offset: 107584 },
];

fn slot(square: usize, occupied: u64, rook: bool) -> usize {
    let entry = if rook { &ROOK_MAGICS[square] } else { &BISHOP_MAGICS[square] };
    let blockers = occupied & entry.mask;
    let index = blockers.wrapping_mul(entry.magic) >> entry.shift;
    entry.offset as usize + index as usize
}

fn walk(square: usize, occupied: u64, rook: bool) -> u64 {
    let steps: [(i32, i32); 4] =
        if rook { [(1, 0), (-1, 0), (0, 1), (0, -1)] } else { [(1, 1), (1, -1), (-1, 1), (-1, -1)] };
    let mut attacks = 0;
    for (df, dr) in steps {
        let (mut file, mut rank) = (square as i32 % 8 + df, square as i32 / 8 + dr);
        while (0..8).contains(&file) && (0..8).contains(&rank) {
            let bit = 1u64 << (8 * rank + file);
            attacks |= bit;
            if occupied & bit != 0 {
                break;
            }
            file += df;
            rank += dr;
        }
    }
    attacks
}

fn relevant(square: usize, rook: bool) -> u64 {
    let (rank, file) = (0xFFu64 << (square & 56), 0x0101010101010101u64 << (square & 7));
    let edges = (0xFF000000000000FF & !rank) | (0x8181818181818181 & !file);
    walk(square, 0, rook) & !edges
}

fn subsets(mask: u64) -> Vec<u64> {
    let (mut all, mut blockers) = (Vec::new(), 0u64);
    loop {
        all.push(blockers);
        blockers = blockers.wrapping_sub(mask) & mask;
        if blockers == 0 {
            return all;
        }
    }
}

fn main() {
    let mut table = vec![0u64; SIZE];
    for rook in [true, false] {
        for square in 0..64 {
            for blockers in subsets(relevant(square, rook)) {
                table[slot(square, blockers, rook)] = walk(square, blockers, rook);
            }
        }
    }
    let mut keys = 0u64;
    for rook in [true, false] {
        for square in 0..64 {
            let mask = relevant(square, rook);
            for blockers in subsets(mask) {
                keys += 1;
                let occupied = blockers | (!mask & keys.wrapping_mul(0x9E3779B97F4A7C15));
                assert_eq!(table[slot(square, occupied, rook)], walk(square, occupied, rook));
            }
        }
    }
    println!("{keys} keys, all right");
}
