"""Everything that is left to chance or turned up from a hidden pile. Each use is counted in the record as a reveal.

The generator is SplitMix64: one 64-bit number in the record, so a match and its copy go on alike.
"""

import numpy as np

from triumvir.kernel.rule import rule, wrapping
from triumvir.kernel.state import EMPTY

STEP = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
LOW_HALF = np.uint64(0xFFFFFFFF)
SHIFT_30, SHIFT_27, SHIFT_31, SHIFT_32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


@rule
@wrapping
def following(generator):
    """The generator one step on."""
    return generator + STEP


@rule
@wrapping
def mixed(generator):
    """64 random bits from a generator."""
    z = (generator ^ (generator >> SHIFT_30)) * MIX_1
    z = (z ^ (z >> SHIFT_27)) * MIX_2
    return z ^ (z >> SHIFT_31)


@rule
def below(generator, limit):
    """A whole number from 0 to limit - 1 from a generator; the limit stays below 2^31."""
    return np.int64(((mixed(generator) >> SHIFT_32) * np.uint64(limit)) >> SHIFT_32)


@rule
def seeded(seed):
    """The generator for a seed: near seeds give unrelated generators."""
    return mixed(following(np.uint64(seed)))


@rule
def roll(s, limit):
    """A whole number from 0 to limit - 1 from the match's own generator."""
    s.reveals += 1
    s.rng = following(s.rng)
    return below(s.rng, limit)


@rule
def shuffle(s, pile, count):
    """Shuffles the first `count` places of a pile."""
    for i in range(count - 1, 0, -1):
        j = roll(s, i + 1)
        other = pile[j]
        pile[j] = pile[i]
        pile[i] = other


@rule
def turn_up(s, pile, count):
    """Takes the top card of a pile of `count` cards, which leaves its place empty. The caller counts the pile down."""
    s.reveals += 1
    card = pile[count - 1]
    pile[count - 1] = EMPTY
    return card
