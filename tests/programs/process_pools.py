"""Reviews and evaluations from the processes of a pool, by every way of starting them."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

import codepegs
from codepegs import Sizes, add_strategy, evaluate, one_step_strategy, review


def cubes(sizes: Sizes) -> Sizes:
    scores: Sizes = (sizes**3).sum(axis=1)
    return scores


GAMES = ["p4c6 1122:1b0w 1344:0b1w 3526:1b2w", "p4c6 1122:0b2w 1314:0b1w 3251:1b2w"]
OWN = one_step_strategy("cubes", cubes)

if __name__ == "__main__":
    for method in multiprocessing.get_all_start_methods():
        context = multiprocessing.get_context(method)
        with ProcessPoolExecutor(2, context, add_strategy, (OWN,)) as pool:
            reviews = list(pool.map(review, GAMES))
            (found,) = pool.submit(evaluate, "p3c4", "cubes").result()
        assert reviews == [codepegs.review(game) for game in GAMES]
        assert found.lengths.sum() == found.total
    print("the same", reviews[0].turns[0].worth)
