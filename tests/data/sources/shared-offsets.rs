// In the style of the `magics` of Niklas Fiekas in shakmaty: a factor, a mask and an offset into one array for both.

#[derive(Clone, Copy)]
struct Magic {
    mask: u64,
    factor: u64,
    offset: isize,
}

const SIZE: usize = 87144;

#[rustfmt::skip]
static ROOK_MAGICS: [Magic; 64] = [
    Magic { mask: 0x0001_0101_0101_017e, factor: 0x8028_0079_ffeb_fffe, offset: 26273 },
    Magic { mask: 0x0002_0202_0202_027c, factor: 0x2004_0201_0109_7fff, offset: 35493 },
    Magic { mask: 0x0004_0404_0404_047a, factor: 0x0010_0200_5005_3fff, offset: 38549 },
    Magic { mask: 0x0008_0808_0808_0876, factor: 0x8040_0400_0800_3fff, offset: 8026 },
    Magic { mask: 0x0010_1010_1010_106e, factor: 0xffd0_0442_0fff_d003, offset: 22177 },
    Magic { mask: 0x0020_2020_2020_205e, factor: 0x4020_008c_87df_fffe, offset: 79238 },
    Magic { mask: 0x0040_4040_4040_403e, factor: 0x0040_0084_8443_ffff, offset: 58444 },
    Magic { mask: 0x0080_8080_8080_807e, factor: 0x0058_00fb_ff7d_fffd, offset: 30372 },
    Magic { mask: 0x0001_0101_0101_7e00, factor: 0xff80_2801_0113_ffff, offset: 11122 },
    Magic { mask: 0x0002_0202_0202_7c00, factor: 0x17a0_0402_01fc_ffff, offset: 18201 },
    Magic { mask: 0x0004_0404_0404_7a00, factor: 0xadf2_0005_29ff_ff40, offset: 64997 },
    Magic { mask: 0x0008_0808_0808_7600, factor: 0x6880_1800_817f_ffe8, offset: 75630 },
    Magic { mask: 0x0010_1010_1010_6e00, factor: 0x1340_1800_1f3f_ffe8, offset: 34233 },
    Magic { mask: 0x0020_2020_2020_5e00, factor: 0x0000_1800_e05f_ffe8, offset: 29196 },
    Magic { mask: 0x0040_4040_4040_3e00, factor: 0x6a00_1800_602f_ffe8, offset: 23807 },
    Magic { mask: 0x0080_8080_8080_7e00, factor: 0x5880_3000_2fff_ffa0, offset: 49425 },
    Magic { mask: 0x0001_0101_017e_0100, factor: 0xd030_0018_010b_ffff, offset: 2410 },
    Magic { mask: 0x0002_0202_027c_0200, factor: 0x0183_000c_0085_fffd, offset: 36512 },
    Magic { mask: 0x0004_0404_047a_0400, factor: 0x6d84_0008_0201_0008, offset: 24479 },
    Magic { mask: 0x0008_0808_0876_0800, factor: 0x3ec4_0020_2002_0004, offset: 10073 },
    Magic { mask: 0x0010_1010_106e_1000, factor: 0x00f1_0020_1200_200f, offset: 77439 },
    Magic { mask: 0x0020_2020_205e_2000, factor: 0x0bf9_0010_0080_1040, offset: 51724 },
    Magic { mask: 0x0040_4040_403e_4000, factor: 0x0084_0040_4000_8001, offset: 47137 },
    Magic { mask: 0x0080_8080_807e_8000, factor: 0x02d0_0068_00cb_fff4, offset: 19321 },
    Magic { mask: 0x0001_0101_7e01_0100, factor: 0x5447_2100_1008_0051, offset: 56262 },
    Magic { mask: 0x0002_0202_7c02_0200, factor: 0xfb00_0800_1004_02f0, offset: 81932 },
    Magic { mask: 0x0004_0404_7a04_0400, factor: 0x0004_0100_0802_0008, offset: 370 },
    Magic { mask: 0x0008_0808_7608_0800, factor: 0x0780_0400_2020_0200, offset: 34468 },
    Magic { mask: 0x0010_1010_6e10_1000, factor: 0x5fe0_0200_2020_0100, offset: 83338 },
    Magic { mask: 0x0020_2020_5e20_2000, factor: 0x0388_0080_2009_0020, offset: 54282 },
    Magic { mask: 0x0040_4040_3e40_4000, factor: 0x188c_0100_8000_8002, offset: 59590 },
    Magic { mask: 0x0080_8080_7e80_8000, factor: 0x0000_8200_2000_4020, offset: 84818 },
    Magic { mask: 0x0001_017e_0101_0100, factor: 0x72ff_fa18_0030_0033, offset: 50190 },
    Magic { mask: 0x0002_027c_0202_0200, factor: 0x467f_ff7f_bfd4_0020, offset: 72937 },
    Magic { mask: 0x0004_047a_0404_0400, factor: 0x5a3f_ffbd_0018_0018, offset: 83048 },
    Magic { mask: 0x0008_0876_0808_0800, factor: 0x329f_ffde_8018_0018, offset: 77118 },
    Magic { mask: 0x0010_106e_1010_1000, factor: 0x126f_ffe0_bfe8_0018, offset: 38331 },
    Magic { mask: 0x0020_205e_2020_2000, factor: 0x06e8_2001_0020_0080, offset: 13589 },
    Magic { mask: 0x0040_403e_4040_4000, factor: 0x05eb_fffb_ff98_0181, offset: 42134 },
    Magic { mask: 0x0080_807e_8080_8000, factor: 0x041f_fffd_ff90_00e1, offset: 45329 },
    Magic { mask: 0x0001_7e01_0101_0100, factor: 0x17ff_fefe_ebff_d800, offset: 60881 },
    Magic { mask: 0x0002_7c02_0202_0200, factor: 0x6f7f_fff7_ffc0_1400, offset: 12788 },
    Magic { mask: 0x0004_7a04_0404_0400, factor: 0x1e3f_ffbf_e4ff_e800, offset: 16760 },
    Magic { mask: 0x0008_7608_0808_0800, factor: 0x225f_fff0_1fc0_3000, offset: 0 },
    Magic { mask: 0x0010_6e10_1010_1000, factor: 0x397f_ffe7_f8bf_e800, offset: 37317 },
    Magic { mask: 0x0020_5e20_2020_2000, factor: 0x0b7f_ffdf_db3f_f808, offset: 11097 },
    Magic { mask: 0x0040_3e40_4040_4000, factor: 0x0fdb_fff8_5fff_a804, offset: 21788 },
    Magic { mask: 0x0080_7e80_8080_8000, factor: 0x02d9_fffd_73ff_a802, offset: 39157 },
    Magic { mask: 0x007e_0101_0101_0100, factor: 0x56ff_ffd7_ffeb_ffd8, offset: 66261 },
    Magic { mask: 0x007c_0202_0202_0200, factor: 0xc8ff_ff73_ff7f_bfd8, offset: 41612 },
    Magic { mask: 0x007a_0404_0404_0400, factor: 0x70bf_ff79_ff3f_de00, offset: 70393 },
    Magic { mask: 0x0076_0808_0808_0800, factor: 0x0fff_ffbf_dfd7_ffd8, offset: 58929 },
    Magic { mask: 0x006e_1010_1010_1000, factor: 0x237f_fff8_1028_0028, offset: 53836 },
    Magic { mask: 0x005e_2020_2020_2000, factor: 0x19f7_ffef_bf7f_7ff0, offset: 71158 },
    Magic { mask: 0x003e_4040_4040_4000, factor: 0x0003_fffc_0c48_0048, offset: 1402 },
    Magic { mask: 0x007e_8080_8080_8000, factor: 0x061d_ffff_afd7_ffd8, offset: 40870 },
    Magic { mask: 0x7e01_0101_0101_0100, factor: 0x57ff_ffe4_ffdf_b3aa, offset: 64980 },
    Magic { mask: 0x7c02_0202_0202_0200, factor: 0x6e7f_ffef_7ff3_d3da, offset: 3897 },
    Magic { mask: 0x7a04_0404_0404_0400, factor: 0x603f_ffbf_efdf_f7fa, offset: 3930 },
    Magic { mask: 0x7608_0808_0808_0800, factor: 0x069f_ff91_ff93_08f2, offset: 70361 },
    Magic { mask: 0x6e10_1010_1010_1000, factor: 0x534f_fffe_b5ff_b8f2, offset: 70357 },
    Magic { mask: 0x5e20_2020_2020_2000, factor: 0x0037_fff7_f9db_dfff, offset: 59586 },
    Magic { mask: 0x3e40_4040_4040_4000, factor: 0x010b_fffe_cffe_bf9c, offset: 64963 },
    Magic { mask: 0x7e80_8080_8080_8000, factor: 0x0199_ffff_a1ff_9f33, offset: 14824 },
];

#[rustfmt::skip]
static BISHOP_MAGICS: [Magic; 64] = [
    Magic { mask: 0x0040_2010_0804_0200, factor: 0x0cfd_ffbf_bff5_7fff, offset: 4634 },
    Magic { mask: 0x0000_4020_1008_0400, factor: 0x88ff_7f7f_f7f7_ff9b, offset: 3600 },
    Magic { mask: 0x0000_0040_2010_0a00, factor: 0x0001_0040_0802_0000, offset: 4314 },
    Magic { mask: 0x0000_0000_4022_1400, factor: 0x0000_8060_0400_0000, offset: 6587 },
    Magic { mask: 0x0000_0000_0244_2800, factor: 0x0000_1004_0000_0000, offset: 6491 },
    Magic { mask: 0x0000_0002_0408_5000, factor: 0x0000_21c1_00b2_0000, offset: 6330 },
    Magic { mask: 0x0000_0204_0810_2000, factor: 0x0000_0400_4100_8000, offset: 5609 },
    Magic { mask: 0x0002_0408_1020_4000, factor: 0x21ad_ffee_ffde_ffe7, offset: 40406 },
    Magic { mask: 0x0020_1008_0402_0000, factor: 0x0000_0401_0040_1004, offset: 6106 },
    Magic { mask: 0x0040_2010_0804_0000, factor: 0x0000_0200_8020_0802, offset: 5625 },
    Magic { mask: 0x0000_4020_100a_0000, factor: 0x0274_7f9f_e7cf_fec2, offset: 6774 },
    Magic { mask: 0x0000_0040_2214_0000, factor: 0x00be_4020_0810_f237, offset: 7018 },
    Magic { mask: 0x0000_0002_4428_0000, factor: 0x0000_0044_0200_0000, offset: 6842 },
    Magic { mask: 0x0000_0204_0850_0000, factor: 0x0036_dff0_ff7f_dc2a, offset: 6506 },
    Magic { mask: 0x0002_0408_1020_0000, factor: 0x0000_07ef_e0bf_ff80, offset: 4197 },
    Magic { mask: 0x0004_0810_2040_0000, factor: 0x0000_0008_2082_0020, offset: 7356 },
    Magic { mask: 0x0010_0804_0200_0200, factor: 0x0000_4000_8080_8080, offset: 4602 },
    Magic { mask: 0x0020_1008_0400_0400, factor: 0x0002_1f01_0040_0808, offset: 4538 },
    Magic { mask: 0x0040_2010_0a00_0a00, factor: 0x0001_8000_c06f_3fff, offset: 29531 },
    Magic { mask: 0x0000_4022_1400_1400, factor: 0x0000_2582_0080_1000, offset: 32210 },
    Magic { mask: 0x0000_0244_2800_2800, factor: 0x0000_2400_8084_0000, offset: 12427 },
    Magic { mask: 0x0002_0408_5000_5000, factor: 0x0000_0800_8084_0080, offset: 15754 },
    Magic { mask: 0x0004_0810_2000_2000, factor: 0x0000_0a58_4020_8020, offset: 5050 },
    Magic { mask: 0x0008_1020_4000_4000, factor: 0x0000_0200_0820_8020, offset: 4346 },
    Magic { mask: 0x0008_0402_0002_0400, factor: 0x0000_8040_0081_0100, offset: 6074 },
    Magic { mask: 0x0010_0804_0004_0800, factor: 0x0001_0119_0080_2008, offset: 5850 },
    Magic { mask: 0x0020_100a_000a_1000, factor: 0x0000_8040_0081_0100, offset: 31073 },
    Magic { mask: 0x0040_2214_0014_2200, factor: 0x1674_0800_2402_0fff, offset: 55342 },
    Magic { mask: 0x0002_4428_0028_4400, factor: 0x5dcb_ec00_013e_ffc6, offset: 80426 },
    Magic { mask: 0x0004_0850_0050_0800, factor: 0x0000_1010_0080_4400, offset: 48303 },
    Magic { mask: 0x0008_1020_0020_1000, factor: 0x0000_0808_0010_4100, offset: 5562 },
    Magic { mask: 0x0010_2040_0040_2000, factor: 0x0000_4004_c008_2008, offset: 6390 },
    Magic { mask: 0x0004_0200_0204_0800, factor: 0x0001_0101_2000_8020, offset: 7930 },
    Magic { mask: 0x0008_0400_0408_1000, factor: 0x1d1f_ffbf_8fc0_40d0, offset: 6243 },
    Magic { mask: 0x0010_0a00_0a10_2000, factor: 0x0007_fefe_0881_0010, offset: 7170 },
    Magic { mask: 0x0022_1400_1422_4000, factor: 0x0003_ff0f_833f_c080, offset: 27236 },
    Magic { mask: 0x0044_2800_2844_0200, factor: 0x1bff_df80_1880_3040, offset: 76083 },
    Magic { mask: 0x0008_5000_5008_0400, factor: 0x003f_ffef_ea00_3000, offset: 5097 },
    Magic { mask: 0x0010_2000_2010_0800, factor: 0x0000_1010_1000_2080, offset: 6643 },
    Magic { mask: 0x0020_4000_4020_1000, factor: 0x0000_8020_0508_0804, offset: 6138 },
    Magic { mask: 0x0002_0002_0408_1000, factor: 0x0000_8080_80a8_0040, offset: 7418 },
    Magic { mask: 0x0004_0004_0810_2000, factor: 0x0000_1041_0020_0040, offset: 7898 },
    Magic { mask: 0x000a_000a_1020_4000, factor: 0x0779_a0a0_8081_0241, offset: 33087 },
    Magic { mask: 0x0014_0014_2240_0000, factor: 0x0000_0088_4042_8021, offset: 32077 },
    Magic { mask: 0x0028_0028_4402_0000, factor: 0x0000_0200_4010_0100, offset: 22713 },
    Magic { mask: 0x0050_0050_0804_0200, factor: 0x007f_ff80_c028_0050, offset: 15966 },
    Magic { mask: 0x0020_0020_1008_0400, factor: 0x0002_0080_200a_0004, offset: 5818 },
    Magic { mask: 0x0040_0040_2010_0800, factor: 0x029f_ffc7_f7ef_b3f8, offset: 4729 },
    Magic { mask: 0x0000_0204_0810_2000, factor: 0x0007_ffdf_c180_5000, offset: 4451 },
    Magic { mask: 0x0000_0408_1020_4000, factor: 0x0167_ffef_f67f_a8ba, offset: 3939 },
    Magic { mask: 0x0000_0a10_2040_0000, factor: 0x0000_0008_2080_6000, offset: 4794 },
    Magic { mask: 0x0000_1422_4000_0000, factor: 0xb750_7dcf_fe80_565c, offset: 5474 },
    Magic { mask: 0x0000_2844_0200_0000, factor: 0x0000_0001_0020_2000, offset: 4570 },
    Magic { mask: 0x0000_5008_0402_0000, factor: 0x0002_7ffe_faff_f600, offset: 4889 },
    Magic { mask: 0x0000_2010_0804_0200, factor: 0x167f_ff9f_9fe8_f1b4, offset: 3687 },
    Magic { mask: 0x0000_4020_1008_0400, factor: 0x0000_6020_6018_03f4, offset: 4026 },
    Magic { mask: 0x0002_0408_1020_4000, factor: 0x0003_ffdf_dfc2_8048, offset: 4826 },
    Magic { mask: 0x0004_0810_2040_0000, factor: 0x0000_0008_2082_0020, offset: 7354 },
    Magic { mask: 0x000a_1020_4000_0000, factor: 0x0000_0000_0820_8060, offset: 4848 },
    Magic { mask: 0x0014_2240_0000_0000, factor: 0x0000_0000_0080_8020, offset: 14872 },
    Magic { mask: 0x0028_4402_0000_0000, factor: 0x0000_0000_0100_2020, offset: 7098 },
    Magic { mask: 0x0050_0804_0200_0000, factor: 0x010d_2dff_ffdf_bfee, offset: 4214 },
    Magic { mask: 0x0020_1008_0402_0000, factor: 0x0000_0040_4040_4040, offset: 6905 },
    Magic { mask: 0x0040_2010_0804_0200, factor: 0x007f_ff9f_df7f_f813, offset: 16074 },
];

fn slot(square: usize, occupied: u64, rook: bool) -> usize {
    let (magic, bits) = if rook { (ROOK_MAGICS[square], 12) } else { (BISHOP_MAGICS[square], 9) };
    let index = magic.factor.wrapping_mul(occupied & magic.mask) >> (64 - bits);
    (index as isize + magic.offset) as usize
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
