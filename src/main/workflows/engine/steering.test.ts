import { beforeAll, describe, expect, it } from 'vitest'
import { type BuiltSandbox, buildSandbox } from '../../../../test/support/disk/script-sandbox.ts'
import { beginWatched, settled } from '../../../../test/support/rigs/watched-agents.ts'
import {
  costOf,
  createTestEngine,
  memoryJournal,
  requestOf,
  script,
} from '../../../../test/support/rigs/workflow-rig.ts'

let sandbox: BuiltSandbox
beforeAll(async () => {
  sandbox = await buildSandbox()
}, 60_000)

const begin = (source: string, more: Parameters<typeof beginWatched>[2] = {}) =>
  beginWatched(sandbox.host(), source, more)

describe('a person', () => {
  it('skips an agent: its call is null, and stays so on a resume', async () => {
    const { handle, started, journal } = await begin(script(`return [await agent('a'), await agent('b')]`))
    const first = await started(1)
    expect(handle.skip(1)).toBe(true)
    expect(first.signal.aborted).toBe(true)
    ;(await started(2)).answer('b')
    expect((await handle.done).value).toEqual([null, 'b'])
    expect(journal.rows.map(({ kind }) => kind)).toEqual(['skipped', 'ok'])
    expect(handle.skip(1)).toBe(false)
  })

  it('skips an agent that still waits for its turn', async () => {
    const { handle, started, agents } = await begin(
      script(`return await parallel([() => agent('a'), () => agent('b')])`),
      { concurrency: 1 },
    )
    const first = await started(1)
    expect(handle.skip(2)).toBe(true)
    expect(handle.retry(2)).toBe(false)
    first.answer('a')
    expect((await handle.done).value).toEqual(['a', null])
    expect(agents.tasks).toHaveLength(1)
  })

  it('starts an agent again without using up a retry', async () => {
    const { handle, started } = await begin(script(`return await agent('a', { retries: 0 })`))
    await started(1)
    expect(handle.retry(1)).toBe(true)
    await started(2)
    expect(handle.retry(1)).toBe(true)
    ;(await started(3)).answer('third')
    expect((await handle.done).value).toBe('third')
    expect(handle.retry(1)).toBe(false)
  })
})

describe('an agent that a person stops', () => {
  it('is dead at once, is not tried again by itself, and is tried again on a resume', async () => {
    const { handle, started, journal, agents, lines } = await begin(
      script(`return [await agent('a', { retries: 3 }), await agent('b')]`),
    )
    const first = await started(1)
    expect(handle.stopAgent(1)).toBe(true)
    expect(first.signal.reason).toMatchObject({ message: 'Stopped by you.' })
    ;(await started(2)).answer('b')
    expect((await handle.done).value).toEqual([null, 'b'])
    expect(agents.tasks.map(({ prompt }) => prompt)).toEqual(['a', 'b'])
    expect(lines()).toContain('agent 1 dead cancelled')
    expect(journal.rows.map(({ value }) => value)).toEqual(['b'])
    expect(handle.stopAgent(1)).toBe(false)
  })
})

describe('a run that is stopped', () => {
  it('stops its agents and says how it ended', async () => {
    const { handle, started, lines } = await begin(
      script(`await parallel(['a', 'b'].map((x) => () => agent(x)))`),
      { concurrency: 1 },
    )
    const first = await started(1)
    expect(await handle.stop('paused')).toEqual({ state: 'paused', spent: 1 })
    expect(first.signal.aborted).toBe(true)
    expect(lines().slice(-3)).toEqual(['agent 2 queued', 'agent 1 stopped cancelled', 'ended paused'])
  })

  it('keeps what its agents finish while they come to rest', async () => {
    const { handle, started, journal } = await begin(
      script(`await parallel(['a', 'b'].map((x) => () => agent(x)))`),
      { stubborn: true },
    )
    await started(2)
    const [first, second] = [await started(1), await started(2)]
    const stopped = handle.stop('stopped')
    first.answer('in time')
    second.answer({ error: 'cut' })
    expect((await stopped).state).toBe('stopped')
    expect(journal.rows.map(({ value }) => value)).toEqual(['in time'])
  })

  it('is interrupted when the app goes', async () => {
    const { handle, started, stop } = await begin(script(`await agent('a')`))
    await started(1)
    stop.abort()
    expect((await handle.done).state).toBe('interrupted')
  })

  it('does not start in an app that is going', async () => {
    const engine = createTestEngine(sandbox.host())
    const start = engine.start(
      requestOf({ source: script('return 1') }, memoryJournal()),
      AbortSignal.abort(),
    )
    await expect(start).rejects.toThrow()
  })
})

describe('an agent at work', () => {
  it('shows what it has used so far over all of its tries, and still waits while its tools end', async () => {
    const { handle, started } = await begin(script(`return await agent('a', { retries: 1 })`))
    const first = await started(1)
    first.watch.used({ cost: costOf(30), tools: 2 })
    first.answer({ error: 'broke off', tokens: 40 })
    const second = await started(2)
    second.watch.waitsForPerson(true)
    second.watch.used({ cost: costOf(5), tools: 1 })
    expect(handle.snapshot().agents[0]).toMatchObject({
      state: 'running',
      attempt: 2,
      waits: 'person',
      cost: costOf(45),
      tools: 3,
      error: { message: 'broke off' },
    })
    second.answer({ value: 'done', tokens: 10 })
    await handle.done
    expect(handle.snapshot().agents[0]).toMatchObject({ state: 'done', cost: costOf(50), tools: 3 })
  })
})

describe('a budget', () => {
  it('makes an agent wait while everything is put aside, and says so', async () => {
    const { handle, started } = await begin(
      script(`return await parallel(['a', 'b'].map((x) => () => agent(x)))`),
      { budget: 1_000 },
    )
    const first = await started(1)
    await settled()
    expect(first.task.answerRoom?.({ wanted: 5_000, asking: 0, perToken: 0 })).toBe(1_000)
    expect(handle.snapshot().agents[1]).toMatchObject({ state: 'queued', waits: 'budget' })
    first.answer({ value: 'a', tokens: 100 })
    const second = await started(2)
    // Its reservation plus half of the 700 unreserved.
    expect(second.task.answerRoom?.({ wanted: 5_000, asking: 0, perToken: 0 })).toBe(200 + 350)
    second.answer('b')
    expect(await handle.done).toMatchObject({ state: 'done', spent: 110 })
  })

  it('ends an agent that used twice what was put aside when nothing more is left', async () => {
    const { handle, started } = await begin(script(`return await agent('a')`), { budget: 1_000 })
    const { watch, signal } = await started(1)
    watch.used({ cost: costOf(1_999), tools: 0 })
    expect(signal.aborted).toBe(false)
    watch.used({ cost: costOf(2_001), tools: 0 })
    expect(signal.aborted).toBe(true)
    expect(await handle.done).toMatchObject({ state: 'paused', error: { code: 'limit.exceeded' } })
  })

  it('throws where a script can catch it', async () => {
    const { handle, started } = await begin(
      script(
        `await agent('a'); try { await agent('b') } catch (e) { return [e.code, budget.spent(), budget.remaining()] }`,
      ),
      { budget: 100 },
    )
    ;(await started(1)).answer({ value: 'a', tokens: 120 })
    expect((await handle.done).value).toEqual(['limit.exceeded', 120, 0])
  })
})
