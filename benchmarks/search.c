/* Two searches for all magics in C, to measure the compiled Python of magicbb against: the same
 * construction, word for word, and the customary trial and error with two quick filters.
 * Built by benchmarks/figures.py with gcc -O3 -march=native. */
#include <stddef.h>
#include <stdint.h>

static uint64_t draw(uint64_t *state)
{
    uint64_t word = *state += 0x9E3779B97F4A7C15u;
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9u;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBu;
    return word ^ (word >> 31);
}

typedef struct {
    int bit;
    uint64_t unclaimed, targets, low, factor;
} Saved;

static uint64_t choose_bits(uint64_t mask, int shift, uint64_t allowed)
{
    const uint64_t unit = (UINT64_C(1) << shift) - 1;
    uint64_t unclaimed = mask, targets = 0, low = 0, factor = 0;
    Saved saved[64];
    int bit = 0, chosen = 0, dead_ends = 0;
    for (;;) {
        uint64_t rest = bit < 64 ? allowed >> bit : 0;
        if (rest)
            bit += __builtin_ctzll(rest);
        if (!rest || unclaimed << bit >> bit != unclaimed) {
            if (!chosen || dead_ends++ == 64)
                return 0;
            const Saved *top = &saved[--chosen];
            bit = top->bit + 1;
            unclaimed = top->unclaimed;
            targets = top->targets;
            low = top->low;
            factor = top->factor;
            continue;
        }
        uint64_t claimed = unclaimed << bit >> shift, sum = low + (mask << bit & unit);
        if (claimed && !(claimed & targets) && sum <= unit) {
            saved[chosen++] = (Saved){bit, unclaimed, targets, low, factor};
            factor |= UINT64_C(1) << bit;
            unclaimed ^= claimed << shift >> bit;
            targets |= claimed;
            low = sum;
            if (!unclaimed)
                return factor;
        }
        bit++;
    }
}

static uint64_t add_bits(uint64_t mask, int shift, uint64_t wanted, uint64_t factor)
{
    const uint64_t unit = (UINT64_C(1) << shift) - 1;
    uint64_t unclaimed = mask, low = 0;
    for (int bit = 0; bit < 64; bit++)
        if (factor >> bit & 1)
            low += mask << bit & unit;
    for (int bit = 0; bit < 64; bit++) {
        uint64_t claimed = unclaimed << bit >> shift;
        if (factor >> bit & 1) {
            unclaimed ^= claimed << shift >> bit;
        } else if ((wanted >> bit & 1) && !claimed) {
            uint64_t sum = low + (mask << bit & unit);
            if (sum <= unit) {
                factor |= UINT64_C(1) << bit;
                low = sum;
            }
        }
    }
    return factor;
}

void construct_all(const uint64_t *masks, const uint64_t *bits, uint64_t *states,
                   uint64_t *factors, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int shift = 64 - (int)bits[i];
        uint64_t factor = 0;
        while (!factor) {
            uint64_t one = draw(&states[i]), other = draw(&states[i]);
            factor = choose_bits(masks[i], shift, one | other);
        }
        factors[i] = add_bits(masks[i], shift, draw(&states[i]), factor);
    }
}

/* Trial and error: sparse random factors; single blockers must have different indices; then all
 * keys, in a table that is marked instead of cleared. */
void try_all(const uint64_t *masks, const uint64_t *starts, const uint64_t *blockers,
             const uint64_t *attacks, uint64_t *states, uint64_t *factors, size_t count)
{
    static uint32_t marks[4096];
    static uint64_t held[4096];
    static uint32_t mark;
    for (size_t i = 0; i < count; i++) {
        int squares[12], n = 0;
        for (uint64_t rest = masks[i]; rest; rest &= rest - 1)
            squares[n++] = __builtin_ctzll(rest);
        int shift = 64 - n;
        for (;;) {
            uint64_t magic = draw(&states[i]);
            magic &= draw(&states[i]);
            magic &= draw(&states[i]);
            uint64_t single[12];
            int s, t = 0;
            for (s = 0; s < n; s++) {
                single[s] = magic << squares[s] >> shift;
                if (!single[s])
                    break;
                for (t = 0; t < s && single[t] != single[s]; t++)
                    ;
                if (t < s)
                    break;
            }
            if (s < n)
                continue;
            mark++;
            uint64_t key = starts[i];
            for (; key < starts[i + 1]; key++) {
                uint64_t index = blockers[key] * magic >> shift;
                if (marks[index] != mark) {
                    marks[index] = mark;
                    held[index] = attacks[key];
                } else if (held[index] != attacks[key]) {
                    break;
                }
            }
            if (key == starts[i + 1]) {
                factors[i] = magic;
                break;
            }
        }
    }
}
