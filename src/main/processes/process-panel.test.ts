import { describe, expect, it } from 'vitest'
import type { RunId, SessionId } from '#shared/ids.ts'
import { createProcessPanel } from './process-panel.ts'
import type { Seen } from './processes.ts'
import { createProcessRegistry } from './registry.ts'
import { createThreadRegistry } from './threads.ts'

const owner = { sessionId: 'ses_00000001' as SessionId, runId: 'run_00000001' as RunId, agentId: 'build' }
const seen = (pid: number, parent: number, more: Partial<Seen> = {}): Seen => ({
  pid,
  parent,
  group: pid,
  cpuMs: 0,
  memory: 1_000,
  ageMs: 5_000,
  command: `p${pid}`,
  ...more,
})

function open(first: readonly Seen[]) {
  const registry = createProcessRegistry(() => () => {})
  const threads = createThreadRegistry(() => 990_000)
  const ended: number[] = []
  let now = first
  let looks = 0
  let time = 0
  const panel = createProcessPanel({
    read: async () => {
      looks += 1
      return now
    },
    registry,
    threads,
    tree: { end: async ({ pid }) => void ended.push(pid) },
    self: 100,
    titleOf: () => 'Fix rounding',
    clock: { now: () => 1_000_000 + time, elapsed: () => time },
    signal: new AbortController().signal,
  })
  return {
    panel,
    registry,
    threads,
    ended,
    looks: () => looks,
    pass: (ms: number, next: readonly Seen[] = now) => {
      time += ms
      now = next
    },
  }
}

describe('the process panel', () => {
  const machine = [
    seen(1, 0),
    seen(100, 1, { command: 'orrery' }),
    seen(101, 100, { command: 'orrery --type=renderer' }),
    seen(102, 100, { command: 'orrery --type=gpu-process' }),
    seen(103, 100, { command: '/x/rg --json' }),
    seen(200, 100, { command: 'bash -c npm test' }),
    seen(201, 200, { cpuMs: 300 }),
    seen(202, 1, { group: 200 }),
    seen(900, 1, { command: 'somebody else' }),
  ]
  const program = { kind: 'command', pid: 200, mark: null, command: 'npm test', owner } as const

  it('shows a program with all it has started as one line, and the processes of the app one by one', async () => {
    const { panel, registry } = open(machine)
    registry.add(program)
    const lines = await panel.list()
    expect(lines.map(({ id, kind, count, memory }) => [id, kind, count, memory])).toEqual([
      ['prog_1', 'command', 3, 3_000],
      ['pid_100', 'app', 1, 1_000],
      ['pid_101', 'window', 1, 1_000],
      ['pid_102', 'graphics', 1, 1_000],
      ['pid_103', 'search', 1, 1_000],
    ])
    expect(lines[0]).toMatchObject({
      command: 'npm test',
      canStop: true,
      cpu: null,
      startedAt: 995_000,
      owner: { ...owner, title: 'Fix rounding' },
    })
  })

  it('names the processes of the app for what they are', async () => {
    const started = (pid: number, command: string) => seen(pid, 100, { command: `orrery ${command}` })
    const { panel } = open([
      ...machine.slice(0, 2),
      started(102, '--type=zygote --no-sandbox'),
      started(103, '--type=utility --utility-sub-type=network.mojom.NetworkService --lang=en'),
      started(104, '--type=utility --utility-sub-type=node.mojom.NodeService --lang=en'),
      started(105, '--type=utility --utility-sub-type=audio.mojom.AudioService'),
      started(106, '--something'),
      seen(107, 100, { command: '/bin/sh -c eval "$KEEPER" orrery-keeper ORRERY_OWNER=x.y /proc' }),
    ])
    expect((await panel.list()).map(({ kind }) => kind)).toEqual([
      ...['app', 'starter', 'network', 'keychain', 'service', 'other', 'keeper'],
    ])
  })

  it('tells the process that holds the terminals from other utility processes', async () => {
    const utility = { command: 'orrery --type=utility --utility-sub-type=node.mojom.NodeService' }
    const { panel, registry } = open([
      seen(100, 1),
      seen(101, 100, utility),
      seen(102, 101),
      seen(103, 100, utility),
    ])
    registry.add({ pid: 102, mark: null, command: 'zsh', kind: 'terminal', owner: null })
    expect((await panel.list()).map(({ kind, owner, canStop }) => [kind, owner, canStop])).toEqual([
      ['terminal', null, true],
      ['app', null, false],
      ['terminals', null, false],
      ['keychain', null, false],
    ])
  })

  it('shows the threads that run, what each works at, and the share of time it did', async () => {
    const { panel, threads, pass } = open(machine)
    let active = 400
    let task: string | null = null
    const over = threads.watch('script')(
      { performance: { eventLoopUtilization: () => ({ active }) } },
      () => task,
    )
    const line = async () => (await panel.list()).find(({ id }) => id === 'thread_1')
    expect(await line()).toMatchObject({
      kind: 'script',
      command: '',
      pid: null,
      memory: null,
      cpu: null,
      startedAt: 990_000,
      canStop: false,
    })
    active = 900
    task = 'review.js'
    pass(1_000)
    expect(await line()).toMatchObject({ cpu: 0.5, command: 'review.js' })
    over()
    pass(1_000)
    expect(await line()).toBeUndefined()
  })

  it('shows a command of a process in which tools work as a line of its own, and counts it once', async () => {
    const { panel, registry } = open([...machine, seen(150, 100), seen(151, 150), seen(152, 151)])
    registry.add({ ...program, kind: 'tools', pid: 150, command: 'orrery tools' })
    registry.add({ ...program, pid: 151 })
    const lines = (await panel.list()).slice(0, 2)
    expect(lines.map(({ id, kind, count }) => [id, kind, count])).toEqual([
      ['prog_1', 'tools', 1],
      ['prog_2', 'command', 2],
    ])
  })

  it('knows the share of a processor from the second look on', async () => {
    const { panel, registry, pass } = open(machine)
    registry.add(program)
    await panel.list()
    pass(
      1_000,
      machine.map((each) => (each.pid === 201 ? { ...each, cpuMs: 800 } : each)),
    )
    expect((await panel.list()).map(({ cpu }) => cpu)).toEqual([0.5, 0, 0, 0, 0])
  })

  it('looks once for those who ask at the same time, and not at all while nobody asks', async () => {
    const { panel, looks, pass } = open(machine)
    await Promise.all([panel.list(), panel.list()])
    expect(looks()).toBe(1)
    pass(600)
    expect(looks()).toBe(1)
    await panel.list()
    expect(looks()).toBe(2)
  })

  it('ends a program, and nothing that is not one', async () => {
    const { panel, registry, ended } = open(machine)
    const gone = registry.add(program)
    await panel.stop('pid_100')
    await panel.stop('prog_7')
    await panel.stop('prog_1')
    gone()
    await panel.stop('prog_1')
    expect(ended).toEqual([200])
    expect((await panel.list()).some(({ id }) => id === 'prog_1')).toBe(false)
  })
})
