import { beforeAll, describe, expect, it } from 'vitest'
import { WORKFLOW_PAYLOADS } from '#shared/workflow/workflow-events.ts'
import { type BuiltSandbox, buildSandbox } from '../../../../test/support/disk/script-sandbox.ts'
import {
  createTestEngine,
  linesOf,
  memoryJournal,
  never,
  pretendAgents,
  requestOf,
  runToEnd,
  script,
  type TestRequest,
} from '../../../../test/support/rigs/workflow-rig.ts'

let sandbox: BuiltSandbox
beforeAll(async () => {
  sandbox = await buildSandbox()
}, 60_000)

const run = (request: TestRequest) => runToEnd(sandbox.host(), request)

describe('a run', () => {
  it('tells everything in order, with ids that pair up', async () => {
    const { end, events } = await run({
      concurrency: 1,
      source: script(`
        phase('Find')
        const parts = await agent('list the parts')
        log('found ' + parts)
        phase('Look')
        const seen = await parallel([() => agent('look at a'), () => agent('look at b', { phase: 'Extra' })])
        return { parts, seen, spent: budget.spent() }`),
    })
    expect(linesOf(events)).toEqual([
      'started test',
      'phase Find',
      'agent 1 running Find',
      'agent 1 done',
      'info found answer to list the parts',
      'phase Look',
      'agent 3 queued Extra',
      'agent 2 running Look',
      'agent 2 done',
      'agent 3 running',
      'agent 3 done',
      'ended done',
    ])
    expect(end).toEqual({
      state: 'done',
      spent: 30,
      value: {
        parts: 'answer to list the parts',
        seen: ['answer to look at a', 'answer to look at b'],
        spent: 30,
      },
    })
  })

  it.each(['agent', 'parallel', 'pipeline', 'phase', 'log', 'workflow'])(
    'says once that %s was called after the end',
    async (hook) => {
      const late = `const late = async () => { await null; await null; try { await ${hook}('late', []) } catch { log(1) } }`
      const { end, events, view } = await run({ source: script(`${late}; late(); return 1`) })
      expect(end).toMatchObject({ state: 'done', value: 1 })
      expect(view.logs).toMatchObject([
        {
          level: 'warn',
          text: `The run has ended, so ${hook} cannot be called any more. The script returned before that: await what it begins.`,
          said: [{ name: 'call.ended', facts: { hook } }],
        },
      ])
      expect(linesOf(events).filter((line) => line.startsWith('agent'))).toEqual([])
    },
  )

  it('writes events that fit their schemas', async () => {
    const { events } = await run({
      source: script(
        `phase('A'); log('b'); await agent('c', { schema: { type: 'string' } }); throw new Error('d')`,
      ),
    })
    expect(new Set(events.map(({ kind }) => kind)).size).toBe(5)
    for (const { kind, payload } of events)
      expect(WORKFLOW_PAYLOADS[kind].safeParse(payload).error).toBeUndefined()
  })

  it('shows in its snapshot what the events come to', async () => {
    const { view } = await run({ source: script(`phase('A'); await agent('b', { label: 'Bee' })`) })
    expect(view).toMatchObject({
      state: 'done',
      phases: [{ title: 'A', group: null }],
      agents: [{ agentId: 1, label: 'Bee', phase: 'A', state: 'done', result: { summary: 'answer to b' } }],
    })
  })

  it('stores a result before the script sees it', async () => {
    const journal = memoryJournal()
    const stored: number[] = []
    const agents = pretendAgents(({ prompt }) => {
      stored.push(journal.rows.length)
      return prompt
    })
    const request = requestOf({ agents, source: script(`for (const n of 'abc') await agent(n)`) }, journal)
    await (await createTestEngine(sandbox.host()).start(request, never)).done
    expect(stored).toEqual([0, 1, 2])
  })

  it('fails when a result cannot be kept, and starts nothing more', async () => {
    const agents = pretendAgents(({ prompt }) => prompt)
    const { end } = await run({
      agents,
      journal: { commit: () => Promise.reject(new Error('disk full')) },
      source: script(`await agent('a'); await agent('b')`),
    })
    expect(end).toMatchObject({
      state: 'failed',
      error: { message: expect.stringContaining('a result could not be kept') },
    })
    expect(agents.tasks).toHaveLength(1)
  })

  it('gives arguments as values even when they come as text', async () => {
    const { end } = await run({ args: '{"files":["a"]}', source: script('return args.files') })
    expect(end.value).toEqual(['a'])
  })

  it('checks arguments before it starts', async () => {
    const source = `export const meta = { name: 'a', description: 'b', args: { type: 'object', required: ['topic'], properties: { topic: { type: 'string' }, rounds: { type: 'integer' } } } }\nreturn args`
    const { end } = await run({ args: { topic: '{"a":1}', rounds: 2 }, source })
    expect(end.value).toEqual({ topic: '{"a":1}', rounds: 2 })
    const journal = memoryJournal()
    const wrong = createTestEngine(sandbox.host()).start(
      requestOf({ args: { rounds: 'x' }, source }, journal),
      never,
    )
    await expect(wrong).rejects.toMatchObject({
      code: 'script.invalid',
      message: expect.stringMatching(/arguments do not fit a: .*'topic'.*rounds must be integer/),
    })
    expect(journal.events).toEqual([])
  })

  it('works on at most as many agents at once as it may', async () => {
    let now = 0
    let most = 0
    const agents = pretendAgents(async ({ prompt }) => {
      now += 1
      most = Math.max(most, now)
      await new Promise((resolve) => setImmediate(resolve))
      now -= 1
      return prompt
    })
    const source = script(`await parallel(Array.from({ length: 40 }, (_, i) => () => agent('a' + i)))`)
    await run({ agents, source })
    expect(most).toBe(3)
    most = 0
    await run({ agents, source, concurrency: 99 })
    expect(most).toBe(16)
  })
})

describe('parallel and pipeline', () => {
  it('make null of what throws, and say so', async () => {
    const { end, events } = await run({
      source: script(`return await parallel([() => 1, () => { throw new TypeError('no') }, async () => 3])`),
    })
    expect(end.value).toEqual([1, null, 3])
    expect(linesOf(events)).toContain('warn parallel: item 1 became null: TypeError: no (line 2)')
  })

  it('gives each stage the result before it, the item and its place, and skips the rest after a failure', async () => {
    const { end } = await run({
      source: script(`
        const seen = []
        const out = await pipeline(['a', 'b'],
          (value, item, at) => { if (item === 'b') throw new Error('no'); return value + at },
          (value, item, at) => { seen.push([value, item, at]); return value + '!' })
        return { out, seen }`),
    })
    expect(end.value).toEqual({ out: ['a0!', null], seen: [['a0', 'a', 0]] })
  })

  it('does not hold a fast item up for a slow one', async () => {
    const order: string[] = []
    let free = () => {}
    const slow = new Promise<void>((resolve) => {
      free = resolve
    })
    const agents = pretendAgents(async ({ prompt }) => {
      if (prompt === 'slow 1') await slow
      order.push(prompt)
      if (prompt === 'fast 2') free()
      return prompt
    })
    await run({
      agents,
      source: script(`await pipeline(['slow', 'fast'], (x) => agent(x + ' 1'), (_, x) => agent(x + ' 2'))`),
    })
    expect(order).toEqual(['fast 1', 'fast 2', 'slow 1', 'slow 2'])
  })

  it('hand on the limits of the run instead of making null of them', async () => {
    const { end } = await run({
      budget: 15,
      concurrency: 1,
      source: script(`return await parallel(['a', 'b', 'c', 'd'].map((x) => () => agent(x)))`),
    })
    expect(end).toMatchObject({ state: 'paused', error: { code: 'limit.exceeded' } })
  })
})

describe('a nested workflow', () => {
  const library = {
    find: async () => ({
      fileName: 'child.js',
      source: `export const meta = { name: 'child', description: 'c' }
        phase('In'); const x = await agent('inner ' + args.n)
        if (args.deeper) await workflow('child', args)
        if (args.fails) throw new Error('child broke')
        return x`,
    }),
  }

  it('runs inline, under its own name, with the same budget', async () => {
    const { end, events } = await run({
      library,
      source: script(
        `const a = await workflow('child', { n: 1 }); const b = await agent('outer'); return [a, b, budget.spent()]`,
      ),
    })
    expect(end.value).toEqual(['answer to inner 1', 'answer to outer', 20])
    const calls = events.flatMap((event) => (event.kind === 'workflow.agent' ? [event.payload.call] : []))
    expect(calls.filter((call) => call !== undefined).map(({ group, phase }) => [group, phase])).toEqual([
      ['child', 'In'],
      [null, null],
    ])
  })

  it('cannot start another one', async () => {
    const { end } = await run({
      library,
      source: script(`return await workflow('child', { n: 1, deeper: true })`),
    })
    expect(end.error?.message).toContain('only one level is possible')
  })

  it('fails where its parent can catch it, with its own lines', async () => {
    const source = script(
      `try { await workflow('child', { n: 1, fails: true }) } catch (e) { return e.message }`,
    )
    expect((await run({ library, source })).end.value).toBe('child broke')
    const { end } = await run({
      library,
      source: script(`await workflow({ scriptPath: 'x.js' }, { fails: true })`),
    })
    expect(end.error?.message).toMatch(/child broke \(child\.js, line 4/)
  })

  it('says what is wrong with a script that is not there or not right', async () => {
    const { end } = await run({ source: script(`await workflow('nobody')`) })
    expect(end.error?.message).toContain('There is no such workflow.')
    const broken = { find: async () => ({ fileName: 'b.js', source: 'export const meta = {' }) }
    const again = await run({ library: broken, source: script(`await workflow('b')`) })
    expect(again.end.error?.message).toContain('b.js, line 1')
  })
})
