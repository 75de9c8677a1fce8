const sliding = @import("sliding.zig");

pub fn main() void {
    _ = sliding.rookAttacks(0, 0);
}
