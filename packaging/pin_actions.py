"""Pins the actions of the workflows to commits: `python packaging/pin_actions.py [--newest] [--from ADDRESS]`.

A tag of an action can be moved to other code, a commit cannot. `uses: owner/name@v1.2.3` becomes
`uses: owner/name@COMMIT # v1.2.3`; an action that is pinned already must have the commit of the tag in its comment, or
the exit code is 1. With `--newest`, each action is moved to its newest release first. Asks `git ls-remote` for tags.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

WORKFLOWS = Path(__file__).parents[1] / ".github" / "workflows"
USES = re.compile(
    r"(?P<before>\buses: *)(?P<name>[\w.-]+/[\w.-]+)(?P<path>/[\w./-]+)?@(?P<ref>\S+)(?: *# *(?P<tag>\S+))?"
)
COMMIT = re.compile(r"[0-9a-f]{40}")
RELEASE = re.compile(r"v(\d+)\.(\d+)\.(\d+)")


@cache
def tags(repository: str) -> dict[str, str]:
    """The commit of each tag of a repository."""
    command = ["git", "ls-remote", "--tags", repository]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    found = [(commit, name.removeprefix("refs/tags/")) for commit, name in (line.split("\t") for line in lines)]
    # An annotated tag is an object of its own; its commit follows, under the name with ^{}.
    plain = {name: commit for commit, name in found if not name.endswith("^{}")}
    return plain | {name.removesuffix("^{}"): commit for commit, name in found if name.endswith("^{}")}


def newest(repository: str) -> str:
    """The tag of the newest release, of those such as v1.2.3."""
    releases = [name for name in tags(repository) if RELEASE.fullmatch(name)]
    if not releases:
        sys.exit(f"{repository} has no tag such as v1.2.3")
    return max(releases, key=lambda name: [int(part) for part in RELEASE.fullmatch(name).groups()])  # type: ignore[union-attr]


def pinned(text: str, host: str, *, to_newest: bool = False) -> tuple[str, list[str]]:
    """The text of a workflow with its actions pinned, and a sentence for each that has another commit than its tag."""
    wrong = []

    def pin(found: re.Match[str]) -> str:
        repository = f"{host}/{found['name']}"
        action, ref, tag = found["name"] + (found["path"] or ""), found["ref"], found["tag"]
        is_commit = COMMIT.fullmatch(ref) is not None
        if is_commit and tag is None and not to_newest:
            wrong.append(f"{action}@{ref}: a comment with the tag is missing")
            return found[0]
        tag = newest(repository) if to_newest else tag if is_commit else ref
        commit = tags(repository).get(tag)
        if commit is None:
            sys.exit(f"{repository} has no tag {tag}")
        if is_commit and not to_newest and commit != ref:
            wrong.append(f"{action}@{ref}: the tag {tag} has the commit {commit}")
            return found[0]
        return f"{found['before']}{action}@{commit} # {tag}"

    return USES.sub(pin, text), wrong


def main() -> int:
    """Pin the actions of all workflows; return 1 if one was pinned to another commit than that of its tag."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--newest", action="store_true", help="move each action to its newest release")
    parser.add_argument("--from", dest="host", default="https://github.com", help="where the repositories are")
    parser.add_argument("files", nargs="*", type=Path, help="the workflows (all, by default)")
    given = parser.parse_args()
    failed = False
    for path in given.files or sorted(WORKFLOWS.glob("*.yml")):
        before = path.read_text(encoding="utf-8")
        after, wrong = pinned(before, given.host, to_newest=given.newest)
        if after != before:
            path.write_text(after, encoding="utf-8")
            print(f"{path}: pinned")
        for sentence in wrong:
            print(f"{path}: {sentence}", file=sys.stderr)
        failed = failed or bool(wrong)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
