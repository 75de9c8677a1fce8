//! An exported look-up beside one written by hand, in safe Rust, for the same scheme.
//!
//! It prints a line for each round: the nanoseconds of a rook's and a bishop's look-up, exported and
//! by hand. What is written by hand reads a static array.

#[allow(dead_code)] // the queen
#[path = "exported.rs"]
mod exported;
#[path = "hand.rs"]
mod hand;

use std::hint::black_box;
use std::time::Instant;

const QUERIES: usize = 1 << 12;
const REPEATS: usize = 500;
const ROUNDS: usize = 15;

fn nanoseconds(queries: &[(usize, u64)], total: &mut u64, look_up: impl Fn(usize, u64) -> u64) -> f64 {
    let start = Instant::now();
    for _ in 0..REPEATS {
        for &(square, occupied) in queries {
            // Opaque, or the compiler makes vectors of what no engine could.
            *total = total.wrapping_add(black_box(look_up(square, occupied)));
        }
    }
    start.elapsed().as_secs_f64() / (REPEATS * QUERIES) as f64 * 1e9
}

fn main() {
    let mut state = 0x9e3779b97f4a7c15u64;
    let mut draw = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let queries: Vec<(usize, u64)> = (0..QUERIES)
        .map(|_| ((draw() >> 58) as usize, draw() & draw()))
        .collect();
    let sliders = exported::init();
    for &(square, occupied) in &queries {
        assert_eq!(sliders.rook_attacks(square, occupied), hand::rook(square, occupied));
        assert_eq!(sliders.bishop_attacks(square, occupied), hand::bishop(square, occupied));
    }
    let mut total = 0;
    for _ in 0..ROUNDS {
        let exported = nanoseconds(&queries, &mut total, |square, occupied| {
            sliders.rook_attacks(square, occupied) ^ sliders.bishop_attacks(square, occupied)
        });
        let by_hand = nanoseconds(&queries, &mut total, |square, occupied| {
            hand::rook(square, occupied) ^ hand::bishop(square, occupied)
        });
        println!("{exported:.6} {by_hand:.6}");
    }
    std::process::exit((total == 1) as i32);
}
