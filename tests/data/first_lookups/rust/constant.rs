mod attacks;

static SLIDERS: attacks::Sliders = attacks::init();

fn main() {
    SLIDERS.rook_attacks(0, 0);
}
