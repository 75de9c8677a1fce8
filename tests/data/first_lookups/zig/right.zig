const std = @import("std");
const sliding = @import("sliding.zig");

fn lookUp(sliders: sliding.Sliders, found: *u64) void {
    found.* = sliders.queenAttacks(0, 0);
}

pub fn main() !void {
    const sliders = sliding.init();
    if (@sizeOf(sliding.Sliders) != 0) return error.TakesSpace;
    if (sliders.rookAttacks(0, 0) == sliders.bishopAttacks(0, 0)) return error.Wrong;
    var found: u64 = 0;
    const thread = try std.Thread.spawn(.{}, lookUp, .{ sliders, &found });
    thread.join();
    if (found != 0x81412111090503fe) return error.Wrong;
}
