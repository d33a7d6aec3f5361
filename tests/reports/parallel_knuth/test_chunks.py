"""Plans of chunks, the timeline, and the plots of both."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.timing_plots import speed_up_by_chunks, speed_up_by_workers, times_by_chunks
from codepegs.errors import BadInput
from codepegs.experiments import save
from codepegs.match import play
from codepegs.reports.parallel_knuth.chunks import ChunkPlan, PlannedThreads, Span
from codepegs.reports.parallel_knuth.reproduction import timelines


@pytest.mark.parametrize("text", ["", "0", "-1", "512/0.5", "512/", "many", "1e3", "10000000000"])
def test_wrong_chunk_plans(text: str) -> None:
    with pytest.raises(BadInput, match="number of chunks"):
        ChunkPlan.parse(text)


def test_chunk_plans_shrink_as_in_the_parallel_knuth_report() -> None:
    def chunks(text: str, turn: int) -> int:
        return PlannedThreads(8, plan=ChunkPlan.parse(text), searches=turn).chunks(10_000, 100)

    assert [chunks("512/2", turn) for turn in (1, 2, 3)] == [512, 256, 128]
    assert [chunks("512/1.5", turn) for turn in (1, 2, 3)] == [512, 341, 227]
    assert [chunks("512/1.2", turn) for turn in (1, 2, 3)] == [512, 426, 355]


def test_the_searches_of_a_game_are_counted() -> None:
    with PlannedThreads(2, plan=ChunkPlan.parse("8/2"), timeline=[]) as threads:
        for _ in range(2):
            assert threads.timeline is not None
            threads.timeline.clear()
            played = play("p4c6", "5431", "minimax:first=1122", turns=4, workers=threads.new_game())
            assert len(played.turns) == 4
            assert len(threads.timeline) == 8 + 4 + 2


def test_the_timeline_names_workers() -> None:
    with PlannedThreads(2, timeline=[]) as threads:
        threads.map(100, 10, lambda start, stop: sum(range(1000)))
        assert threads.timeline is not None
        assert sum(span.items for span in threads.timeline) == 100
        assert {span.worker for span in threads.timeline} <= {0, 1}
        assert all(span.start <= span.end for span in threads.timeline)


@pytest.mark.extended
def test_timing_plots(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")

    times = {1: [4.0, 4.1], 2: [2.2, 2.1]}
    figures = [
        speed_up_by_workers({"p5c8": {1: 4.0, 2: 2.1, 4: 1.2}, "p6c9": {1: 8.0, 4: 2.1}}),
        speed_up_by_chunks(["1", "auto"], times),
        times_by_chunks(["1", "auto"], times, "chunks"),
        timelines({"2": [Span(0, 0.0, 1.0, 5), Span(1, 0.0, 1.2, 5)], "auto": [Span(0, 0.0, 1.0, 5)]}),
    ]
    for number, figure in enumerate(figures):
        assert all(file.stat().st_size > 5_000 for file in save(figure, tmp_path, str(number)))
