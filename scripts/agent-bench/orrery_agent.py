"""Runs Orrery as an agent of Harbor, which runs public agent benchmarks. See docs/agent-benchmarks.md."""

import functools
import json
import os
import re
import shlex
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from harbor.agents.base import BaseAgent

CLONE = Path(os.environ.get("ORRERY_CLONE", Path(__file__).resolve().parents[2]))
# What the command line needs of a built clone, besides its packages.
PARTS = ("bin", "out/main", "resources", "package.json")
HOME = "/tmp/orrery-home"
PLACE = "/opt/orrery"


class OrreryAgent(BaseAgent):
    """Does one task in the container of a benchmark with `orrery run`."""

    def __init__(self, *args, config=None, command=None, max_turns=None, max_usd=None, home=HOME, **kwargs):
        """`config`: a config.toml with the model. `command`: starts Orrery where the image has it already."""
        super().__init__(*args, **kwargs)
        self.config = Path(config or os.environ.get("ORRERY_BENCH_CONFIG", Path.home() / ".orrery/config.toml"))
        self.command = command
        self.limits = {"--max-turns": max_turns, "--max-usd": max_usd}
        self.home = home

    @staticmethod
    def name():
        return "orrery"

    def version(self):
        return json.loads((CLONE / "package.json").read_text())["version"]

    async def setup(self, environment):
        """Brings Orrery, Node and the settings into the container. The keys come with the run."""
        if not self.config.is_file():
            raise FileNotFoundError(f"There is no {self.config}. Name a config.toml with --agent-kwarg config=<file>.")
        await checked(environment, f"mkdir -p {shlex.quote(self.home)} && chmod 700 {shlex.quote(self.home)}")
        await environment.upload_file(self.config, f"{self.home}/config.toml")
        if self.command is None:
            await environment.upload_file(packed(), f"{PLACE}.tar.gz")
            await checked(environment, f"mkdir -p {PLACE} && tar -xzf {PLACE}.tar.gz -C {PLACE} && rm {PLACE}.tar.gz")
            self.command = f"{PLACE}/node {PLACE}/bin/orrery.mjs"
        await checked(environment, f"{self.command} run --help")

    async def run(self, instruction, environment, context):
        """Sends the instruction over standard input and reads the JSON of the result."""
        options = ["--output", "json", "--mode", "full-access", "--set", "sandbox.mode=off"]
        if self.model_name:
            options += ["--model", self.model_name]
        for option, value in self.limits.items():
            if value is not None:
                options += [option, str(value)]
        message = f"printf %s {shlex.quote(instruction)}"
        ended = await environment.exec(
            f"{message} | {self.command} run {shlex.join(options)}",
            env={"ORRERY_HOME": self.home, **keys_of(self.config.read_text())},
        )
        out = (ended.stdout or "").strip()
        result = result_in(out)
        (Path(self.logs_dir) / "orrery.json").write_text(f"{out}\n")
        if result is None:
            raise RuntimeError(f"Orrery ended with code {ended.return_code}: {ended.stderr or out}")
        usage = result["usage"]
        context.n_input_tokens = usage["input"] + usage["cacheRead"] + usage["cacheWrite"]
        context.n_cache_tokens = usage["cacheRead"]
        context.n_output_tokens = usage["output"]
        context.cost_usd = result["costUsd"]
        context.metadata = {key: result[key] for key in ("outcome", "exitCode", "model", "turns", "error")}


def keys_of(config):
    """Returns the variables of this machine that the settings name as `env:NAME`."""
    names = set(re.findall(r'"(?:\w+ )?env:([A-Za-z_]\w*)"', config))
    return {name: os.environ[name] for name in sorted(names) if name in os.environ}


def result_in(out):
    """Returns the result in the last line of an output; None where there is none."""
    try:
        result = json.loads(out.splitlines()[-1])
    except (IndexError, ValueError):
        return None
    return result if isinstance(result, dict) and result.get("type") == "result" else None


@functools.cache
def packed():
    """Packs the built clone with its packages and the Node that runs here, once for a job. Returns the archive."""
    missing = [part for part in PARTS if not (CLONE / part).exists()]
    node = shutil.which("node")
    if missing or node is None:
        raise FileNotFoundError(f"{CLONE} is not built: npm run setup makes {', '.join(missing) or 'Node'}.")
    listed = subprocess.run(
        ["npm", "ls", "--omit=dev", "--all", "--parseable"], cwd=CLONE, capture_output=True, text=True, check=False
    )
    packages = [Path(line) for line in listed.stdout.splitlines() if Path(line) != CLONE]
    archive = Path(tempfile.mkdtemp(prefix="orrery-bench-")) / "orrery.tar.gz"
    with tarfile.open(archive, "w:gz", compresslevel=1) as tar:
        for path in [*(CLONE / part for part in PARTS), *packages]:
            tar.add(path, arcname=str(path.relative_to(CLONE)))
        tar.add(Path(node).resolve(), arcname="node")
    return archive


async def checked(environment, command):
    """Runs a command in the container, and raises where it fails."""
    ended = await environment.exec(command)
    if ended.return_code != 0:
        raise RuntimeError(f"{command} ended with code {ended.return_code}: {ended.stderr or ended.stdout}")
