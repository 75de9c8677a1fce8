//! `init` in the thread of another variable, and the look-ups sent to a third one.
mod attacks;

use std::sync::OnceLock;
use std::thread;

static SLIDERS: OnceLock<attacks::Sliders> = OnceLock::new();

fn main() {
    let threads: Vec<_> = (0..4)
        .map(|_| thread::spawn(|| SLIDERS.get_or_init(attacks::init).queen_attacks(0, 0)))
        .collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap(), 0x81412111090503fe);
    }
    let sliders = *SLIDERS.get().unwrap();
    assert_eq!(std::mem::size_of_val(&sliders), 0);
    assert_ne!(sliders.rook_attacks(0, 0), sliders.bishop_attacks(0, 0));
}
