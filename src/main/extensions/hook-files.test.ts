import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openTempFolder } from '../../../test/support/disk/temp-folder.ts'
import type { HookScene } from '../hooks/hook.ts'
import { commandHooks, type HookJob } from './command-hooks.ts'
import { parseHook, readHookFolder } from './hook-files.ts'

it('reads each file of a folder, and says of those that cannot be used why', async () => {
  const { path, write } = await openTempFolder('hooks')
  const folder = join(path, 'hooks')
  const file = (name: string, text: string) => write(join('hooks', name), text)
  await file('no-push.toml', 'on = "tool.before"\ncommand = "node x.mjs"\ntools = ["bash"]\n')
  await file('typo.toml', 'on = "tool.before"\ncommand = "x"\ntimeout = 3\n')
  await file('nowhere.toml', 'on = "tool.befor"\ncommand = "x"\n')
  await file('empty.toml', 'on = "run.stop"\n')
  await file('misplaced.toml', 'on = "run.stop"\ncommand = "x"\ntools = ["bash"]\n')
  await file('notes.md', 'no hook')
  const { items, problems } = await readHookFolder({ source: 'user', path: folder, within: null })
  expect(items).toEqual([
    {
      id: 'no-push',
      source: 'user',
      file: join(folder, 'no-push.toml'),
      hook: { on: 'tool.before', command: 'node x.mjs', tools: ['bash'] },
    },
  ])
  expect(problems.map(({ message }) => message)).toEqual([
    'command (empty.toml): is missing.',
    'tools (misplaced.toml, line 3): is only for tool.before and tool.after.',
    expect.stringMatching(
      /^on \(nowhere\.toml, line 1\): must be one of: "session\.start", .*, "teammate\.idle"\.$/,
    ),
    'Unsupported hook key: timeout (typo.toml, line 3). Remove it or correct its spelling.',
  ])
})

it('says where a file is no TOML', async () => {
  await expect(parseHook('a', 'on = "run.stop"\ncommand = x y\n')).rejects.toThrow(/^a\.toml, line 2: /)
})

const scene: HookScene = {
  sessionId: 'ses_00000001' as never,
  runId: null,
  agentId: 'build',
  projectId: null,
  cwd: '/work',
}
const entry = (hook: object) => ({ id: 'h', source: 'project', file: '/p/h.toml', hook }) as never

it('runs the command of a hook with what happens, and only for its tools', async () => {
  const jobs: HookJob[] = []
  const run = async (job: HookJob) => {
    jobs.push(job)
    return { exitCode: 2, out: '', err: 'no' }
  }
  const hooks = [entry({ on: 'tool.before', command: 'guard', tools: ['memory_*', 'bash'] })]
  const [hook] = commandHooks({ run, mayRun: async () => true }, hooks).intercept
  if (hook?.point !== 'tool.before') throw new Error('no hook')
  const input = { callId: 'c1', name: 'bash', args: { command: 'ls' }, agentId: 'build' }
  expect(['bash', 'memory_save', 'edit', 'bash2'].map((name) => hook.isFor({ ...input, name }))).toEqual([
    ...[true, true, false, false],
  ])
  expect(await hook.run(input, scene, new AbortController().signal)).toEqual({
    decision: 'deny',
    reason: 'no',
  })
  const [{ input: told = '', ...job } = {}] = jobs
  expect(job).toEqual({ command: 'guard', event: 'tool.before', timeoutMs: 30_000, scene, source: 'project' })
  expect(JSON.parse(told)).toEqual({
    event: 'tool.before',
    sessionId: 'ses_00000001',
    runId: null,
    agentId: 'build',
    projectId: null,
    cwd: '/work',
    input,
  })
})

it('runs nothing that is off or not trusted any more', async () => {
  const run = () => Promise.reject(new Error('It ran.'))
  const hooks = [entry({ on: 'run.start', command: 'x' }), entry({ on: 'task.created', command: 'x' })]
  const set = commandHooks({ run, mayRun: async () => false }, hooks)
  const [hook] = set.intercept
  const [observer] = set.observe
  if (hook?.point !== 'run.start' || observer === undefined) throw new Error('no hooks')
  const { signal } = new AbortController()
  expect(await hook.run({} as never, scene, signal)).toEqual({})
  await observer.hear({ name: 'task.created', data: null }, scene, signal)
})
