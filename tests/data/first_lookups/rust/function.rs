mod attacks;

fn main() {
    attacks::rook_attacks(0, 0);
}
