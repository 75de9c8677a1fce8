const sliding = @import("sliding.zig");

pub fn main() void {
    const sliders = sliding.Sliders{};
    _ = sliders.rookAttacks(0, 0);
}
