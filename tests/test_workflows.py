"""The workflows: what their steps run exists here, and the script that pins their actions to commits."""

from __future__ import annotations

import re
import runpy
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PIN = runpy.run_path(str(ROOT / "packaging" / "pin_actions.py"))
OLD, NEW, TOOL = "1" * 40, "2" * 40, "uses: owner/tool@"


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_steps_run_targets_or_scripts_and_actions_of_a_commit(workflow: Path) -> None:
    """Then each step can be tried on a developer's machine, and nobody can change an action later."""
    text = workflow.read_text(encoding="utf-8")
    targets = {"release"} | set(
        re.findall(r"^([a-z-]+):.* ## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    )
    for command in re.findall(r"^ +(?:- )?run: ([^#\n]*)", text, re.MULTILINE):
        program, argument, *_ = command.split()
        assert program in ("make", "python"), command
        assert argument in targets if program == "make" else (ROOT / argument).is_file(), command
    for action in re.findall(r"uses: (.*)", text):
        assert action.startswith("./.github/") or re.fullmatch(r"\S+@[0-9a-f]{40} # v[\d.]+", action), action


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_jobs_have_a_name_a_limit_of_time_and_few_permissions(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")
    for job in re.split(r"^  (?=\w+:$)", text.partition("\njobs:\n")[2], flags=re.MULTILINE)[1:]:
        assert re.search(r"^    name: ", job, re.MULTILINE), job
        assert re.search(r"^    (timeout-minutes|uses): ", job, re.MULTILINE), job
        assert job.count("actions/checkout@") == job.count("persist-credentials: false"), job
    assert re.search(r"^permissions:( \{\}|\n  contents: read\n\w)", text, re.MULTILINE)
    assert "${{" not in "".join(re.findall(r"run: .*", text)), "values reach commands by variables"


def test_the_core_that_is_tried_with_a_wheel_exists() -> None:
    core = runpy.run_path(str(ROOT / "packaging" / "try_wheel.py"))["core"]()
    assert core
    assert all((ROOT / part).exists() for part in core)


@pytest.fixture
def owner(tmp_path: Path) -> Path:
    """A host with one repository, whose tags are plain and annotated."""
    tool = tmp_path / "owner" / "tool"
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-C", str(tool)]
    subprocess.run(["git", "init", "--quiet", str(tool)], check=True)
    for tag in (["v1.2.3"], ["-am", "tenth", "v1.10.0"], ["v1"], ["beta"]):
        subprocess.run([*git, "commit", "--quiet", "--allow-empty", "-m", tag[-1]], check=True)
        subprocess.run([*git, "tag", *tag], check=True)
    return tmp_path


def test_actions_are_pinned_to_the_commits_of_their_tags(owner: Path) -> None:
    def commit(tag: str) -> str:
        command = ["git", "-C", str(owner / "owner" / "tool"), "rev-parse", f"{tag}^{{commit}}"]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    first, tenth = commit("v1.2.3"), commit("v1.10.0")
    text = f"- {TOOL}v1.2.3\n- {TOOL}v1.10.0 # v1.10.0\n- uses: ./.github/workflows/a.yml\n"
    pinned = f"- {TOOL}{first} # v1.2.3\n- {TOOL}{tenth} # v1.10.0\n- uses: ./.github/workflows/a.yml\n"
    assert PIN["pinned"](text, str(owner)) == (pinned, [])
    assert PIN["pinned"](pinned, str(owner)) == (pinned, [])
    assert PIN["pinned"](f"{TOOL}{first} # v1.2.3", str(owner), to_newest=True) == (f"{TOOL}{tenth} # v1.10.0", [])
    wrong = f"{TOOL}{OLD} # v1.2.3\n{TOOL}{NEW}\n"
    unchanged, sentences = PIN["pinned"](wrong, str(owner))
    assert unchanged == wrong
    assert sentences == [
        f"owner/tool@{OLD}: the tag v1.2.3 has the commit {first}",
        f"owner/tool@{NEW}: a comment with the tag is missing",
    ]
    with pytest.raises(SystemExit, match="has no tag v3"):
        PIN["pinned"](f"{TOOL}v3", str(owner))
