"""The claims of the two-part solver report, in the order of its sections, and what is better beside it."""

from __future__ import annotations

from codepegs.match import play
from codepegs.reports.pages import (
    Claim,
    Verdict,
    clearly_above,
    difference,
    estimate,
    every,
    exceeds,
    within_errors,
)
from codepegs.reports.two_part_solver.reproduction import (
    AVERAGES,
    TABLES,
    every_size,
    exact_averages_of,
    fifteen_by_fifteen,
    growth,
    printed_game,
    seventeen_million,
    share_under_ten,
    side_by_side,
    spread_of,
    where_brute_force_pays,
)

CLAIMS = (
    Claim(
        says="brute-force at 15 by 15: average of 25 games",
        where="2.3",
        theirs=AVERAGES["brute-force"],
        ours=lambda effort: (
            fifteen_by_fifteen(effort)["brute-force"]
            | {"average": exact_averages_of("brute-force")[15, 15], "error": 0.0}
        ),
        form="{average:.2f}",
        shown="110",
        holds=lambda theirs, ours: within_errors(theirs, ours, 25),
        otherwise=Verdict.DIFFERS,
        command="codepegs evaluate p15c15 -s brute-force --games 1000 --seed 1",
    ),
    Claim(
        says="colour-first at 15 by 15: average of 25 games",
        where="2.3",
        theirs=AVERAGES["colour-first"],
        ours=lambda effort: (
            fifteen_by_fifteen(effort)["colour-first"]
            | {"average": exact_averages_of("colour-first")[15, 15], "error": 0.0}
        ),
        form="{average:.2f}",
        shown="65",
        holds=lambda theirs, ours: within_errors(theirs, ours, 25),
        otherwise=Verdict.DIFFERS,
        command="codepegs evaluate p15c15 -s colour-first --games 1000 --seed 1",
    ),
    Claim(
        says="every game of up to 17 million codes takes under 14 attempts",
        where="2.2",
        theirs=13,
        ours=lambda effort: [
            len(seventeen_million(effort, "p8c8")[0]),
            sum(seventeen_million(effort, "p8c8")[0][13:]),
            sum(seventeen_million(effort, "p8c8")[0]),
        ],
        form="at most {0}; {1:,} of {2:,} secrets need 14 or more",
        shown="at most 13",
        holds=lambda theirs, ours: ours[0] <= theirs,
        why="a few secrets need more",
        command="codepegs reproduce two-part-solver --measure '17 million'",
        long=True,
    ),
    Claim(
        says="the first algorithm usually takes under 10 attempts (nine games in ten), in its largest game",
        where="3",
        ours=share_under_ten,
        form="{:sample.1} % at p7c8",
        shown="usually",
        holds=lambda _, ours: exceeds(ours, 90.0),
        command="codepegs evaluate p7c8 -s simplified-minimax --games 1000 --seed 1",
        shows="games of 1, 2, 3",
        long=True,
    ),
    Claim(
        says="the first algorithm, up to 8^7 codes, takes under 10 seconds",
        where="2.2",
        theirs=TABLES["limit"],
        ours=lambda effort: every_size(effort)["slowest of the first algorithm"][0],
        form="{:duration}",
        holds=clearly_above,
        more=lambda theirs, ours: clearly_above(0.1 * theirs, ours),
        command="codepegs reproduce two-part-solver --measure 'up to 8^7'",
    ),
    Claim(
        says="every game up to 15 by 15 ends within 10 seconds",
        where="1.2, 3",
        theirs=TABLES["limit"],
        ours=lambda effort: every_size(effort)["slowest"][0],
        form="{:duration}",
        holds=clearly_above,
        more=lambda theirs, ours: clearly_above(0.1 * theirs, ours),
        command="codepegs reproduce two-part-solver --measure 'every game up to 15'",
    ),
    Claim(
        says="brute force plays every code in under 0.1 s",
        where="2.3",
        theirs=0.1,
        ours=lambda effort: effort.seconds("p15c15", "brute-force", 25),
        form="{:duration}",
        holds=clearly_above,
        more=lambda theirs, ours: clearly_above(0.1 * theirs, ours),
        command="codepegs reproduce two-part-solver --measure 'brute force plays'",
    ),
    Claim(
        says="the first algorithm: fewer attempts than brute force in small games, more time in large ones",
        where="2.3",
        ours=lambda effort: [
            [estimate(*of_game[:2]), of_game[2]]
            for rules in ("p4c4", "p7c7")
            for of_game in side_by_side(effort)[rules].values()
        ],
        form="p4c4: {0[0]:sample.1} and {1[0]:sample.1} guesses; p7c7: {2[1]:duration} and {3[1]:duration}",
        holds=lambda _, ours: every([exceeds(ours[1][0], ours[0][0]), clearly_above(ours[2][1], ours[3][1])]),
        command="codepegs reproduce two-part-solver --measure 'fewer attempts than brute force'",
        long=True,
    ),
    Claim(
        says="the time of the first algorithm rises exponentially with the size",
        where="2.2",
        ours=growth,
        form="{:sample.2} times as long for each peg and colour more, from p2c2 to p7c7",
        shown="exponentially",
        holds=lambda _, ours: exceeds(ours, 1.3),
        command="codepegs reproduce two-part-solver --measure 'rises exponentially'",
    ),
    Claim(
        says="brute force is inconsistent: spread of single games against colour-first",
        where="2.3",
        ours=lambda effort: [spread_of(fifteen_by_fifteen(effort)[name]) for name in AVERAGES],
        form="{0:sample.1} against {1:sample.1} guesses",
        holds=lambda _, ours: exceeds(ours[0], ours[1], 1.5),
        command="codepegs reproduce two-part-solver --measure 'brute force is inconsistent'",
    ),
    Claim(
        says="brute force may be better in small games, colour-first is far better in large ones",
        where="2.3",
        ours=lambda _: where_brute_force_pays(),
        form="colour-first: {0:+.1f} guesses with up to 6 colours, {1:+.1f} at 15 by 15",
        holds=lambda _, ours: ours[0] > 0 > ours[1],
        command="codepegs reproduce two-part-solver --measure 'brute force may be'",
    ),
    Claim(
        says="white pegs would not make much difference",
        where="2.3",
        ours=lambda effort: [effort.average("p10c10", "sampling", 60), effort.average("p10c10-b", "sampling", 16)],
        form="p10c10: {0:sample.1} with, {1:sample.1} without (`sampling`)",
        holds=lambda _, ours: exceeds(1.0, difference(ours[1], ours[0])),
        why="with them good play is much shorter",
        command="codepegs reproduce two-part-solver --measure 'white pegs would'",
        long=True,
    ),
    Claim(
        says="a genetic algorithm is better",
        where="3",
        ours=lambda effort: [
            [effort.average(rules, "genetic", games), effort.average(rules, own, 500)]
            for rules, (own, games) in TABLES["genetic"].items()
        ],
        form=(
            "p4c6: {0[0]:sample.2} against {0[1]:sample.2}; p10c10: {1[0]:sample.2} against "
            "{1[1]:sample.2}; p15c15: {2[0]:sample.2} against {2[1]:sample.2}"
        ),
        shown="better",
        holds=lambda _, ours: every(exceeds(own, genetic) for genetic, own in ours),
        command="codepegs reproduce two-part-solver --measure 'genetic algorithm is better'",
        long=True,
    ),
    Claim(
        says="its printed game at 15 by 15",
        where="2.3",
        theirs=61,
        ours=lambda _: printed_game("colour-first:savings=printed"),
        stored="printed game",
        form="{} attempts",
        holds=lambda theirs, ours: ours == theirs,
        command="codepegs solve p15c15 4,10,12,4,15,8,2,2,8,6,3,8,3,10,13 -s colour-first:savings=printed",
    ),
    Claim(
        says="its printed session",
        where="2.1",
        theirs=["1122", "0000", "3300"],
        ours=lambda _: [
            "".join(map(str, turn.guess)) for turn in play("p4c6", (3, 3, 0, 0), "simplified-minimax").position.turns
        ],
        stored="printed session",
        form="{0} {1} {2}",
        holds=lambda theirs, ours: ours == theirs,
        command="codepegs reproduce two-part-solver --play --secret '3 3 0 0'",
    ),
    Claim(
        says="Knuth needs 5 attempts or fewer",
        where="1.1",
        theirs=5,
        ours=lambda effort: effort.average("p4c6", "minimax")["depth"],
        holds=lambda theirs, ours: ours <= theirs,
        command="codepegs evaluate p4c6 -s minimax",
        shows="longest game",
    ),
    Claim(
        says="better beside it, 15 by 15: `sampling`",
        where="2.3",
        theirs=AVERAGES["colour-first"],
        ours=lambda effort: effort.average("p15c15", "sampling", 4),
        form="{:sample.1}",
        holds=exceeds,
        more=exceeds,
        factor=True,
        command="codepegs evaluate p15c15 -s sampling --games 4 --seed 1",
        long=True,
    ),
)
