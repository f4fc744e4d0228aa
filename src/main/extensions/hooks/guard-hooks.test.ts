import { execFileSync } from 'node:child_process'
import { afterEach, describe, expect, it } from 'vitest'
import { type CallId, RunId, SessionId } from '#shared/ids.ts'
import { openTempFolder } from '../../../../test/support/disk/temp-folder.ts'
import type { HookScene } from '../../hooks/hook.ts'
import { runChain } from '../../hooks/run-chain.ts'
import { systemClock } from '../../lib/clock.ts'
import { childEnvironment } from '../../lib/programs/child-environment.ts'
import { createProcessTree } from '../../lib/programs/process-tree.ts'
import { commandHooks } from '../command-hooks.ts'
import { createHookCommand } from './run-hook-command.ts'

const { platform } = process
const SECONDS = 81_000 + (process.pid % 1_000)
const left = () =>
  execFileSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.trim().endsWith(`sleep ${SECONDS}`))
    .map((line) => Number.parseInt(line, 10))
afterEach(() => {
  for (const pid of left()) process.kill(pid, 'SIGKILL')
})

const environment = { inherited: process.env, platform, secret: new Set<string>() }
const run = createHookCommand({
  clock: systemClock,
  processes: createProcessTree({ platform, clock: systemClock }),
  watchProgram: () => () => {},
  keep: () => () => {},
  env: process.env,
  commandEnvironment: async () => childEnvironment(environment),
  enterSandbox: async () => null,
  hide: (text) => text,
})

/** Asks a hook that guards calls whether a command may run. */
async function guard(command: string, timeoutMs = 10_000) {
  const { path } = await openTempFolder('guard')
  const hook = { on: 'tool.before' as const, command, timeoutMs }
  const entry = { id: 'guard', source: 'user' as const, file: 'guard.toml', hook }
  const { intercept } = commandHooks({ run, mayRun: async () => true }, [entry])
  const scene: HookScene = {
    sessionId: SessionId.parse('ses_00000001'),
    runId: RunId.parse('run_00000001'),
    agentId: 'build',
    projectId: null,
    cwd: path,
  }
  const call = { callId: 'c1' as CallId, name: 'bash', args: { command: 'touch x' }, agentId: 'build' }
  const chain = intercept.filter((each) => each.point === 'tool.before')
  const deps = { clock: systemClock, note: () => {} }
  return await runChain(deps, chain, call, scene, new AbortController().signal)
}

describe.skipIf(platform === 'win32')('a hook that guards calls', () => {
  it.each([
    ['is not there', '/no/such/guard.sh', /127|not found|No such/],
    ['has a space in its path and no quotes', '/no/such folder/guard.sh', /127|not found|No such/],
    ['ends with 1', 'echo no >&2; exit 1', /no/],
    ['is killed', 'kill -9 $$', /./],
    ['prints what is no JSON', 'echo fine', /JSON/],
    ['prints JSON of another kind', `echo '{"decision":"maybe"}'`, /decision/],
    ['prints a key that does not exist', `echo '{"allow":true}'`, /allow/],
  ])('lets nothing through and says so when it %s', async (_name, command, words) => {
    const failure = await guard(command).then(
      () => null,
      (error: Error) => error.message,
    )
    expect(failure).toMatch(/guard/)
    expect(failure).toMatch(words)
  })

  it('lets nothing through when it takes too long, and is ended', async () => {
    await expect(guard(`sleep ${SECONDS}`, 300)).rejects.toThrow(/0\.3/)
    await expect.poll(left).toEqual([])
  })

  it.each([
    ['in the background', `(sleep ${SECONDS}; echo late) & echo "{}"`],
    ...(platform === 'linux'
      ? [['without its environment and session', `env -i setsid -f sleep ${SECONDS}; echo "{}"`]]
      : []),
  ])('does not wait for what it leaves %s, and ends that', async (_name, command) => {
    expect((await guard(command ?? '')).out).toEqual({})
    expect(left()).toEqual([])
  })
})
