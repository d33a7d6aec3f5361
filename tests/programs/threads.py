"""Games and suggestions from many threads."""

from concurrent.futures import ThreadPoolExecutor

from codepegs import Position, make_codebreaker, play, suggest

positions = [Position("p4c6").after("1122", reply) for reply in ("0b0w", "0b1w", "1b0w", "1b1w")] * 4
with ThreadPoolExecutor(8) as pool:
    games = list(pool.map(lambda seed: play("p4c6", strategy="random-consistent", seed=seed), range(8)))
    guesses = list(pool.map(lambda position: suggest(position, "minimax", top=1)[0].text, positions))
    codebreaker = make_codebreaker("p4c6 1122:1b0w", "minimax")
    moves = list(pool.map(lambda _: codebreaker.next(), range(8)))
assert [str(game) for game in games] == [
    str(play("p4c6", strategy="random-consistent", seed=seed)) for seed in range(8)
]
assert guesses == [suggest(position, "minimax", top=1)[0].text for position in positions]
print(len(set(guesses)), len(set(moves)))
