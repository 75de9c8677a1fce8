//! Plain magics as they are written by hand, in safe Rust.

pub struct Magic {
    mask: u64,
    factor: u64,
}

fn index(own: &Magic, occupied: u64, shift: u32) -> usize {
    ((occupied & own.mask).wrapping_mul(own.factor) >> shift) as usize
}

pub fn rook(square: usize, occupied: u64) -> u64 {
    ROOK_TABLE[square][index(&ROOKS[square], occupied, 52)]
}

pub fn bishop(square: usize, occupied: u64) -> u64 {
    BISHOP_TABLE[square][index(&BISHOPS[square], occupied, 55)]
}

