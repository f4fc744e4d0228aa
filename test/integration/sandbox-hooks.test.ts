import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { HookJob } from '../../src/main/extensions/command-hooks.ts'
import { createHookCommand } from '../../src/main/extensions/hooks/run-hook-command.ts'
import { systemClock } from '../../src/main/lib/clock.ts'
import { createProcessTree } from '../../src/main/lib/programs/process-tree.ts'
import { openSandboxRig, supportHere } from '../support/rigs/sandbox-rig.ts'

const support = await supportHere()
const hasSandbox = support.available && support.kind === 'bubblewrap'
const never = new AbortController().signal

/** A project with hooks and a home folder with a secret. Hooks run as in the app. */
async function openHooks() {
  const rig = await openSandboxRig()
  await rig.outside('mkdir -p ~/.ssh; echo SECRET > ~/.ssh/id')
  const run = createHookCommand({
    clock: systemClock,
    processes: createProcessTree({ platform: process.platform, clock: systemClock }),
    watchProgram: () => () => {},
    keep: () => () => {},
    env: rig.environment,
    commandEnvironment: async () => rig.environment,
    enterSandbox: (job) =>
      rig.sandbox.enter({
        ...job,
        settings: {},
        standing: [{ rules: [], grants: [] }],
        once: [],
        named: [],
        opensGitSettings: false,
      }),
    hide: (text) => text,
  })
  const hook = async (source: HookJob['source'], command: string) =>
    await run(
      {
        source,
        command,
        event: 'run.start',
        input: '{}\n',
        timeoutMs: 20_000,
        scene: {
          sessionId: 'ses_00000001' as never,
          runId: null,
          agentId: 'build',
          projectId: null,
          cwd: rig.root,
        },
      },
      never,
    )
  return { rig, hook }
}

describe.runIf(hasSandbox)('a hook', () => {
  it('of a project runs in the sandbox: it reads its input, writes the project and sees no secret', async () => {
    const { rig, hook } = await openHooks()
    const ran = await hook('project', 'cat; cat ~/.ssh/id 2>&1; touch ~/out; echo in > made; exit 2')
    expect([ran.exitCode, ran.out.startsWith('{}\n')]).toEqual([2, true])
    expect(ran.out).not.toContain('SECRET')
    expect(await readFile(join(rig.root, 'made'), 'utf8')).toBe('in\n')
    expect(existsSync(join(rig.home, 'out'))).toBe(false)
  })

  it('of a project cannot leave a steering file behind', async () => {
    const { rig, hook } = await openHooks()
    await hook('project', 'mkdir sub; echo {} > sub/.mcp.json')
    expect(existsSync(join(rig.root, 'sub/.mcp.json'))).toBe(false)
    expect(existsSync(join(rig.root, 'sub/.mcp.json.blocked'))).toBe(true)
  })

  it('of the person runs outside', async () => {
    const { hook } = await openHooks()
    expect((await hook('user', 'cat ~/.ssh/id')).out).toBe('SECRET\n')
  })
})

describe.runIf(hasSandbox)('a command in a work tree in the folder of the app', () => {
  it('commits, and reaches neither the data of the app nor the hooks of the repository', async () => {
    const tree = 'home/.orrery/worktrees/one'
    const rig = await openSandboxRig({ root: tree })
    await writeFile(rig.at('home/.orrery/data'), 'SECRET\n')
    const repository = rig.at('outside')
    const made = await rig.outside(
      `cd ${repository} && git init -q -b main . && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m one && rmdir ${rig.root} && git worktree add -q ${rig.root} -b work`,
    )
    expect(made).toMatchObject({ exitCode: 0 })
    const ran = await rig.inside(
      `echo new > file && git add file && git -c user.name=a -c user.email=a@b commit -qm two && git log --format=%s; echo x > ${repository}/.git/hooks/pre-commit; cat ~/.orrery/data`,
    )
    expect(ran.output).toMatch(/^two\none\n/)
    expect(ran.output).not.toContain('SECRET')
    expect(existsSync(join(repository, '.git/hooks/pre-commit'))).toBe(false)
    const log = await rig.outside(`git -C ${repository} log --format=%s work`)
    expect(log.output).toBe('two\none\n')
  })
})

it.runIf(process.platform === 'linux')('has bubblewrap and socat here, which the lists need', () => {
  expect(support).toEqual({ available: true, kind: 'bubblewrap', proxy: true })
})
