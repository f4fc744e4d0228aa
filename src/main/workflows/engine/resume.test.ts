import { beforeAll, describe, expect, it } from 'vitest'
import type { MemoEntry } from '#shared/workflow/memo.ts'
import { type BuiltSandbox, buildSandbox } from '../../../../test/support/disk/script-sandbox.ts'
import {
  linesOf,
  pretendAgents,
  runToEnd,
  script,
  type TestRequest,
} from '../../../../test/support/rigs/workflow-rig.ts'

let sandbox: BuiltSandbox
beforeAll(async () => {
  sandbox = await buildSandbox()
}, 60_000)

const run = (request: TestRequest) => runToEnd(sandbox.host(), request)

describe('a resume', () => {
  const source = script(`
    const parts = await agent('parts')
    const seen = await parallel([1, 2, 2, 3].map((n) => () => agent('look ' + n)))
    return [parts, ...seen]`)

  it('of a run that is all in the memo runs no agent', async () => {
    const first = await run({ source })
    const agents = pretendAgents(() => 'never')
    const again = await run({ source, agents, attempt: 2, memo: first.journal.rows })
    expect(again.end).toEqual(first.end)
    expect(agents.tasks).toEqual([])
    expect(linesOf(again.events).filter((line) => line.includes('agent'))).toEqual(
      [1, 2, 3, 4, 5].map((id) => `agent ${id} done memo`),
    )
  })

  it('does not mind the order in which results were stored', async () => {
    const first = await run({ source })
    const agents = pretendAgents(() => 'never')
    const again = await run({ source, agents, memo: first.journal.rows.toReversed() })
    expect(again.end).toEqual(first.end)
    expect(agents.tasks).toEqual([])
  })

  it('ignores what only a person sees', async () => {
    const first = await run({
      source: script(`await agent('a', { label: 'x', phase: 'y', retries: 2, timeoutMs: 5000 })`),
    })
    const agents = pretendAgents(() => 'never')
    await run({ agents, memo: first.journal.rows, source: script(`await agent('a', { label: 'z' })`) })
    expect(agents.tasks).toEqual([])
  })

  it('tries dead agents again and keeps skipped ones skipped', async () => {
    const entry = (prompt: string): MemoEntry => {
      const found = rows.find(({ label }) => label === prompt)
      if (found === undefined) throw new Error(`no row for ${prompt}`)
      return found
    }
    const { rows } = (await run({ source: script(`await agent('dead'); await agent('skipped')`) })).journal
    const memo: MemoEntry[] = [{ ...entry('skipped'), kind: 'skipped', value: null }]
    const again = await run({ memo, source: script(`return [await agent('dead'), await agent('skipped')]`) })
    expect(again.end.value).toEqual(['answer to dead', null])
  })
})

describe('a fork', () => {
  const taken = (rows: readonly MemoEntry[]) => rows.map((row) => ({ ...row, taken: true as const }))

  const twelve = script(`
    const found = await parallel(Array.from({ length: 12 }, (_, n) => () => agent('look ' + n)))
    const fourth = await agent('think about ' + found[4])
    const fifth = await agent('think about ' + found[5])
    return [fourth, fifth]`)

  it('with one prompt edited runs it and what depends on it, and nothing else', async () => {
    const first = await run({ source: twelve })
    const row = first.journal.rows.find(({ label }) => label === 'look 4')
    const agents = pretendAgents(({ prompt }) => `new ${prompt}`)
    const fork = await run({
      agents,
      source: twelve,
      reuseEdits: false,
      memo: first.journal.rows,
      edits: [{ key: row?.key ?? '', nth: row?.nth ?? 0, prompt: 'look closely at 4' }],
    })
    expect(agents.tasks.map(({ prompt }) => prompt)).toEqual([
      'look closely at 4',
      'think about new look closely at 4',
    ])
    expect(fork.end.value).toEqual([
      'new think about new look closely at 4',
      'answer to think about answer to look 5',
    ])
  })

  it('runs agents that changed things again after the first new call, unless told otherwise', async () => {
    const body = (first: string) =>
      script(`await agent('${first}'); await agent('write'); await agent('read')`)
    const writing = () => pretendAgents(({ prompt }) => ({ value: prompt, writes: prompt === 'write' }))
    const first = await run({ source: body('start'), agents: writing() })
    const prompts = async (start: string, reuseEdits: boolean) => {
      const agents = writing()
      await run({ source: body(start), agents, reuseEdits, memo: taken(first.journal.rows) })
      return agents.tasks.map(({ prompt }) => prompt)
    }
    expect(await prompts('start', false)).toEqual([])
    expect(await prompts('changed', false)).toEqual(['changed', 'write'])
    expect(await prompts('changed', true)).toEqual(['changed'])
  })

  it('that is resumed serves no more of its parent than it did, and all it did itself', async () => {
    const body = (first: string) =>
      script(`await agent('${first}'); await agent('write'); await agent('also write'); await agent('read')`)
    const writing = () => pretendAgents(({ prompt }) => ({ value: prompt, writes: prompt.endsWith('write') }))
    const parent = await run({ source: body('start'), agents: writing() })
    const fork = await run({
      source: body('changed'),
      agents: writing(),
      reuseEdits: false,
      memo: taken(parent.journal.rows),
    })
    const [start, write] = fork.journal.rows
    if (start === undefined || write === undefined) throw new Error('the fork did nothing')
    // The fork was cut off after its second agent.
    const left = [...taken(parent.journal.rows).filter(({ label }) => label !== 'write'), start, write]
    const agents = writing()
    await run({ source: body('changed'), agents, reuseEdits: false, attempt: 2, memo: left })
    expect(agents.tasks.map(({ prompt }) => prompt)).toEqual(['also write'])
    const reusing = writing()
    await run({ source: body('changed'), agents: reusing, reuseEdits: true, attempt: 2, memo: left })
    expect(reusing.tasks).toEqual([])
  })
})
