mod attacks;

fn main() {
    attacks::Sliders(()).rook_attacks(0, 0);
}
