//! Fancy magics as they are written by hand, in safe Rust.

pub struct Magic {
    mask: u64,
    factor: u64,
    offset: usize,
    shift: u32,
}

fn attacks(own: &Magic, occupied: u64) -> u64 {
    TABLE[own.offset + ((occupied & own.mask).wrapping_mul(own.factor) >> own.shift) as usize]
}

pub fn rook(square: usize, occupied: u64) -> u64 {
    attacks(&ROOKS[square], occupied)
}

pub fn bishop(square: usize, occupied: u64) -> u64 {
    attacks(&BISHOPS[square], occupied)
}

