//! One export in two forms, beside each other: an array of structures and a structure of arrays.
//!
//! It prints what `records.c` prints, for the same streams.

#[allow(dead_code)] // the queen
#[path = "aos.rs"]
mod aos;
#[allow(dead_code)]
#[path = "soa.rs"]
mod soa;

use std::hint::black_box;
use std::time::Instant;

const QUERIES: usize = 1 << 12;
const ROUNDS: usize = 32;
const REPEATS: usize = 16;
const BURST: usize = 8;
const TOUCHED: usize = 64;
const LINES: usize = 1 << 13;
const WORDS: usize = 8;

/// One function for both forms, so that they run the same instructions between their look-ups.
#[inline(never)]
fn touch(memory: &[u64], mut state: u64) -> u64 {
    for _ in 0..TOUCHED {
        let line = ((state >> 32) * LINES as u64 >> 32) as usize;
        black_box(memory[WORDS * line]);
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    }
    state
}

struct Streams {
    queries: Vec<(usize, u64)>,
    memory: Vec<u64>,
    total: u64,
}

impl Streams {
    /// The nanoseconds of a query of a stream: each may wait for the answer before, or memory be touched.
    #[inline(never)]
    fn nanoseconds<const WAITS: bool, const TOUCHES: bool>(
        &mut self,
        look_up: impl Fn(usize, u64) -> u64,
    ) -> f64 {
        let (mut before, zero, mut state) = (0, black_box(0u64), 1u64);
        let start = Instant::now();
        for _ in 0..REPEATS {
            for burst in self.queries.chunks_exact(BURST) {
                for &(square, occupied) in burst {
                    let asked = if WAITS { before & zero } else { 0 };
                    before = black_box(look_up(square ^ asked as usize, occupied ^ asked));
                    self.total = self.total.wrapping_add(before);
                }
                if TOUCHES {
                    state = touch(&self.memory, state);
                }
            }
        }
        self.total = self.total.wrapping_add(state);
        start.elapsed().as_secs_f64() / (REPEATS * QUERIES) as f64 * 1e9
    }

    /// Both forms on the streams, each stream with another one first.
    fn round(&mut self, is_even: bool) {
        let aos = |square, occupied| {
            aos::rook_attacks(square, occupied) ^ aos::bishop_attacks(square, occupied)
        };
        let soa = |square, occupied| {
            soa::rook_attacks(square, occupied) ^ soa::bishop_attacks(square, occupied)
        };
        macro_rules! turns {
            ($waits:literal, $touches:literal) => {
                if is_even {
                    let first = self.nanoseconds::<$waits, $touches>(aos);
                    print!("{first:.6} {:.6} ", self.nanoseconds::<$waits, $touches>(soa));
                } else {
                    let first = self.nanoseconds::<$waits, $touches>(soa);
                    print!("{:.6} {first:.6} ", self.nanoseconds::<$waits, $touches>(aos));
                }
            };
        }
        turns!(false, false);
        turns!(true, false);
        turns!(false, true);
        println!();
    }
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
    aos::init();
    soa::init();
    for &(square, occupied) in &queries {
        assert_eq!(aos::rook_attacks(square, occupied), soa::rook_attacks(square, occupied));
        assert_eq!(aos::bishop_attacks(square, occupied), soa::bishop_attacks(square, occupied));
    }
    let memory = vec![1; WORDS * LINES];
    let mut streams = Streams { queries, memory, total: 0 };
    for round in 0..ROUNDS {
        streams.round(round % 2 == 0);
    }
    std::process::exit((streams.total == 1) as i32);
}
