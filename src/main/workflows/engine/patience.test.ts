import { beforeAll, describe, expect, it } from 'vitest'
import { type BuiltSandbox, buildSandbox } from '../../../../test/support/disk/script-sandbox.ts'
import { beginWatched } from '../../../../test/support/rigs/watched-agents.ts'
import { script } from '../../../../test/support/rigs/workflow-rig.ts'

let sandbox: BuiltSandbox
beforeAll(async () => {
  sandbox = await buildSandbox()
}, 60_000)

const begin = (source: string, more: Parameters<typeof beginWatched>[2] = {}) =>
  beginWatched(sandbox.host(), source, more)

describe('time limits', () => {
  it('stop an agent of which nothing is heard, and try again', async () => {
    const { handle, started, pass, agents } = await begin(
      script(`return await agent('a', { idleTimeoutMs: 60000 })`),
    )
    const first = await started(1)
    await pass(50_000)
    first.watch.alive()
    await pass(50_000)
    expect(first.signal.aborted).toBe(false)
    await pass(10_000)
    expect(first.signal.aborted).toBe(true)
    ;(await started(2)).answer('late but there')
    expect((await handle.done).value).toBe('late but there')
    expect(agents.tasks.map(({ attempt }) => attempt)).toEqual([1, 2])
  })

  it('end an agent that takes too long, however lively it is', async () => {
    const { handle, started, pass } = await begin(
      script(`return await agent('a', { timeoutMs: 120000, retries: 0 })`),
    )
    const { watch } = await started(1)
    for (let minute = 0; minute < 4; minute += 1) {
      watch.alive()
      await pass(30_000)
    }
    expect((await handle.done).value).toBeNull()
    expect(handle.snapshot().agents[0]).toMatchObject({
      state: 'dead',
      error: { message: 'The agent was stopped because it had not finished after 2 min.' },
    })
  })

  it('are those of the run where a call says nothing, and those of the call where it does', async () => {
    const agentDefaults = { timeoutMs: 240_000, idleMs: 30_000, retries: 0 }
    const { handle, started, pass } = await begin(
      script(`return await parallel([
        () => agent('usual'),
        () => agent('own', { idleTimeoutMs: 90000, retries: 1 }),
      ])`),
      { agentDefaults },
    )
    const [usual, own] = [await started(1), await started(2)]
    await pass(30_000)
    expect([usual.signal.aborted, own.signal.aborted]).toEqual([true, false])
    await pass(60_000)
    ;(await started(3)).answer('there')
    expect((await handle.done).value).toEqual([null, 'there'])
    expect(handle.snapshot().agents.map(({ timeoutMs, idleMs }) => [timeoutMs, idleMs])).toEqual([
      [240_000, 30_000],
      [240_000, 90_000],
    ])
  })

  it('let a person know early that nothing is heard of an agent', async () => {
    const { handle, started, pass } = await begin(script(`return await agent('a', { idleTimeoutMs: 60000 })`))
    const quiet = () => handle.snapshot().agents[0]?.quietSince ?? null
    const { watch, answer } = await started(1)
    await pass(11_000)
    expect(quiet()).toBeNull()
    await pass(1_000)
    expect(quiet()).not.toBeNull()
    watch.alive()
    expect(quiet()).toBeNull()
    answer('there')
    expect((await handle.done).value).toBe('there')
  })

  it('stand still while an agent waits for a person', async () => {
    const { handle, started, pass } = await begin(
      script(`return await agent('a', { timeoutMs: 60000, idleTimeoutMs: 60000 })`),
    )
    const { watch, signal, answer } = await started(1)
    await pass(30_000)
    watch.waitsForPerson(true)
    expect(handle.snapshot().agents[0]).toMatchObject({ state: 'running', waits: 'person' })
    await pass(10_000_000)
    watch.waitsForPerson(false)
    await pass(29_000)
    expect(signal.aborted).toBe(false)
    answer('allowed')
    expect((await handle.done).value).toBe('allowed')
  })

  it('let a run go on without an agent that does not stop', async () => {
    const { handle, started, pass } = await begin(
      script(`return await agent('a', { timeoutMs: 1000, retries: 0 })`),
      { stubborn: true },
    )
    await started(1)
    await pass(1_000)
    await pass(10_000)
    expect((await handle.done).value).toBeNull()
  })
})
