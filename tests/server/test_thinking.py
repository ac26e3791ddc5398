"""The bots of one process: whoever searches for many tables draws for each of them alone."""

import triumvir
from triumvir.server.thinking import Job, Thinker


def test_a_bot_that_searches_has_the_seed_of_its_seat():
    match = triumvir.game("porta_nigra").new(2, 7)
    observation, legal = match.known()
    thinker = Thinker()

    def values(seed):
        job = Job("explain", "porta_nigra", None, "search:60i", seed, observation.tobytes(), tuple(map(int, legal)))
        return [option.value for option in thinker.answer(job).options]

    assert values(1) != values(2)
    assert values(1) == values(1)
