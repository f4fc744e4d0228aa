"""Runs the adapter with a container that is this machine, and without Harbor. Prints what Harbor would be told."""

import asyncio
import json
import shutil
import subprocess
import sys
import types
from pathlib import Path


class BaseAgent:
    def __init__(self, logs_dir, model_name=None):
        self.logs_dir, self.model_name = logs_dir, model_name


def stand_in(name, **contents):
    sys.modules[name] = types.ModuleType(name)
    vars(sys.modules[name]).update(contents)


for name in ("harbor", "harbor.agents"):
    stand_in(name)
stand_in("harbor.agents.base", BaseAgent=BaseAgent)


class Container:
    def __init__(self, folder):
        self.folder = folder

    async def exec(self, command, env=None):
        known = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": self.folder, "PYTHONUTF8": "1", **(env or {})}
        ended = subprocess.run(
            ["sh", "-c", command], cwd=self.folder, env=known, capture_output=True, text=True, check=False
        )
        return types.SimpleNamespace(stdout=ended.stdout, stderr=ended.stderr, return_code=ended.returncode)

    async def upload_file(self, source, target):
        shutil.copyfile(source, target)


async def main(asked):
    sys.path.insert(0, asked["adapter"])
    from orrery_agent import OrreryAgent

    agent = OrreryAgent(Path(asked["logs"]), model_name=asked.get("model"), **asked["kwargs"])
    context = types.SimpleNamespace()
    container = Container(asked["folder"])
    try:
        await agent.setup(container)
        await agent.run(asked["instruction"], container, context)
    except (RuntimeError, FileNotFoundError) as error:
        print(json.dumps({"error": str(error)}))
        return
    print(json.dumps({"name": agent.name(), "version": agent.version(), **vars(context)}))


asyncio.run(main(json.loads(sys.stdin.read())))
