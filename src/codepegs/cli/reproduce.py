"""`codepegs reproduce` and `codepegs session`: the pages of five published reports, and their programs."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Annotated

from codepegs import files
from codepegs.cli.common import (
    SeedOption,
    Timetable,
    WorkersOption,
    argument,
    console,
    cores,
    error_console,
    flag,
    option,
    refused,
)
from codepegs.cli.outputs import FOLDER, INDEX, Output, writing
from codepegs.cli.prompt import next_line
from codepegs.errors import BadInput, Unavailable


def reproduce(
    reports: Annotated[
        list[str] | None,
        argument("[REPORT]...", "parallel-knuth, max-parts, large-games, two-part-solver or mcmc [default: all]"),
    ] = None,
    output: Annotated[
        Output | None, writing(FOLDER, "folder for the pages and pictures [default: reproduction]", "--output -o")
    ] = None,
    quick: Annotated[bool, flag("--quick", "small samples and games, for a first look")] = False,
    claims: Annotated[
        bool, flag("--claims", "only judge the reports' claims again, on the pages in the folder")
    ] = False,
    seed: Annotated[int, option("N", "random seed of the secrets, for tables based on a sample", min=0)] = 1,
    workers: WorkersOption = None,
) -> None:
    """Reproduce the tables and figures of five published reports on Mastermind solvers.

    Examples:
        codepegs reproduce max-parts --quick
        codepegs reproduce -o pages

    The result is a Markdown page for each report, with pictures. It begins with what the report claims, and whether it
    holds; then it compares the figures of the report with those of codepegs. All five take about half an hour; for the
    finished pages, see the documentation: The five reports. After an interruption, the same command continues where it
    stopped. Figures are kept in the folder data, and used again; to measure those of a report again, delete its file.
    """
    from codepegs.experiments import has_matplotlib
    from codepegs.reports import REPORTS, judge, report_named, reproduce as make
    from codepegs.reports.pages import Effort

    chosen = [report_named(text) for text in reports or []] or list(REPORTS.values())
    if claims and quick:
        raise refused("claims_and_quick")
    output = output or FOLDER.checked("reproduction")
    index = Output(str(output.path / "README.md"), INDEX)
    if index.path.exists():
        index.check()
    errors = error_console()
    if not has_matplotlib():
        missing = Unavailable.without("lab", "the pages will have no pictures because matplotlib is not installed")
        errors.print(f"{missing}", soft_wrap=True)
    usual = {report.name: report.about.quick if quick else report.about.usual for report in chosen}
    written = []
    with errors.status("starting") as status, _Clock(usual, status.update) as clock:  # shows on a terminal only
        effort = Effort(workers or cores(), seed, quick, errors.print, clock.step)
        for report in chosen:
            clock.enter(report.name)
            written += (judge if claims else make)([report], output.path, effort)
    for path in filter(None, map(files.written_to, written)):
        console().print(f"Saved as {path}.")


class _Clock:
    """Shows which measurement is made, the share that is done and the time left, once a second."""

    def __init__(self, usual: dict[str, float], show: Callable[[str], None]) -> None:
        self.table = Timetable(usual)
        self.show = show
        self.report = self.message = next(iter(usual))
        self.entered = time.monotonic()
        self._ended = threading.Event()

    def __enter__(self) -> _Clock:
        threading.Thread(target=self._tick, name="codepegs-clock", daemon=True).start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._ended.set()

    def enter(self, report: str) -> None:
        """Begin a report."""
        self.report = self.message = report
        self.entered = time.monotonic()

    def step(self, message: str) -> None:
        """Begin a measurement."""
        self.message = message

    def _tick(self) -> None:
        while not self._ended.wait(1.0):
            usual, now = self.table.usual, time.monotonic()
            names = list(usual)
            before = sum(usual[name] for name in names[: names.index(self.report)])
            pace = (self.entered - self.table.began) / before if before else 1.0  # of this machine
            within = (now - self.entered) / max(1e-9, pace * usual[self.report])
            self.show(f"{self.message}  {self.table.at(self.report, within)}")


def session(
    report: Annotated[str, argument("REPORT", "parallel-knuth, max-parts, large-games, two-part-solver or mcmc")],
    secret: Annotated[str | None, option("CODE", "the secret, in the numbers of the report, e.g. '5 0 1 4'")] = None,
    seed: SeedOption = None,
    workers: WorkersOption = None,
) -> None:
    """Play the program of a published report: its questions, its strategy and its output.

    Examples:
        codepegs session two-part-solver
        codepegs session max-parts --secret '5 0 1 4'

    parallel-knuth asks for colours, holes and the code, then plays as Knuth does from 1111. max-parts asks for the
    length and the number of values; two-part-solver, large-games and mcmc ask for both on one line. Without --secret
    they draw one, as their reports do.
    """
    from codepegs.reports import SESSIONS, report_named

    chosen = SESSIONS[report_named(report).name]
    chosen.run(_answer, print, secret=secret, seed=seed, workers=workers or cores())


def _answer(question: str) -> str:
    """The answer to a question, which is printed on a line of its own, as the programs do."""
    print(question, flush=True)
    line = next_line()
    if line is None:
        raise BadInput(f"the input ended before the game began: expected an answer to {question!r}")
    return line
