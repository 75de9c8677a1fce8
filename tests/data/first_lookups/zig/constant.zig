const sliding = @import("sliding.zig");

const sliders = sliding.init();

pub fn main() void {
    _ = sliders.rookAttacks(0, 0);
}
