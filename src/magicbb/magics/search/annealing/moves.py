"""Small changes to a factor, and the rule by which annealing accepts them."""

from __future__ import annotations

from magicbb.compile import Word, kernel, leading_zeros
from magicbb.geometry.bitboards import FULL
from magicbb.magics.search.randomness import Stream, draw

_ZERO, _ONE = Word(0), Word(1)
_SIXTEEN_BITS = Word(0xFFFF)


class Cooling(Stream):
    """The temperature and its schedule.

    Attributes:
        temperature: The temperature, in units of 2**-24.
        cooling: Each step multiplies the temperature by 1 - 2**-cooling.
    """

    temperature: Word
    cooling: Word


@kernel
def tolerance(state: Cooling) -> Word:
    """Return the allowed increase in cost: the temperature times -log2 of a random number.

    Each call lowers the temperature. The fractional part of the logarithm is approximated linearly
    (Mitchell 1962) with integer arithmetic, so that results are the same on any machine.
    """
    temperature = state.temperature
    state.temperature = temperature - (temperature >> state.cooling)
    word = draw(state) | _ONE
    zeros = leading_zeros(word)
    fraction = (word << zeros) >> Word(47)  # 1 to 2, in units of 2**-16
    logarithm = ((zeros + Word(2)) << Word(16)) - fraction
    return ((temperature >> Word(8)) * logarithm) >> Word(32)


@kernel
def changed(stream: Stream, factor: Word, movable: Word) -> Word:
    """Return a slightly changed factor, with a change drawn from nine equally likely cases."""
    word = draw(stream)
    place = ((word & _SIXTEEN_BITS) * movable) >> Word(16)
    other = (((word >> Word(16)) & _SIXTEEN_BITS) * movable) >> Word(16)
    toss, way = (word >> Word(32)) & Word(0xFF), ((word >> Word(48)) * Word(9)) >> Word(16)
    bit, other_bit = _ONE << place, _ONE << other
    power = bit * Word(3) if toss & Word(3) == _ZERO else bit
    if way <= Word(1):
        factor ^= bit
    elif way == Word(2):
        factor ^= bit ^ other_bit
    elif way == Word(3):
        factor += power
    elif way == Word(4):
        factor -= power
    elif way == Word(5):  # flip a run of bits
        factor ^= ((Word(2) << (toss & Word(7))) - _ONE) << place
    elif way == Word(6):  # replace a run of bits by random bits
        run = ((Word(4) << ((toss * Word(10)) >> Word(8))) - _ONE) << place
        factor ^= (factor ^ draw(stream)) & run
    elif way == Word(7):  # exchange two bits
        differ = ((factor >> place) ^ (factor >> other)) & _ONE
        factor ^= (differ << place) ^ (differ << other)
    elif toss & Word(2):
        factor += bit - other_bit
    else:
        factor = factor >> _ONE if toss & _ONE else factor << _ONE
    return factor


def shifted(factor: int, places: int, *, black: bool) -> int:
    """Shift a factor for a mask that lies `places` squares higher (lower, if negative).

    For black magics, most of which are negative, the shift is arithmetic.
    """
    if places < 0:
        return factor << -places & FULL
    sign = FULL if black and factor >> 63 else 0
    return (factor >> places) | (sign << (64 - places) & FULL)
