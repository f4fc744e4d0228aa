import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { AppEvent } from '#shared/events/delivery.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { Api } from '../api.ts'
import { createData } from './data.ts'
import { keyOf } from './query-store.ts'

const HERE = 'prj_here' as ProjectId
const THERE = 'prj_there' as ProjectId
const SECRETS = keyOf('vault.list', {})

/** Calls that the test answers, in the order in which they were made. */
function openData() {
  const calls: {
    name: string
    request: unknown
    answer: (value: unknown) => Promise<void>
    fail: (code?: string) => Promise<void>
  }[] = []
  const call = (name: string, request: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      calls.push({
        name,
        request,
        answer: async (value) => {
          resolve(value)
          await settled()
        },
        fail: async () => {
          reject(AppError.quoting('other', 'It failed.'))
          await settled()
        },
      })
    })
  const { data, received } = createData({ call: call as Api['call'], onEvent: () => () => undefined })
  return { calls, data, queries: data.queries, received }
}

/** Resolves after all promises that are settled now have run their callbacks. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
}

const nothing = () => undefined

describe('query store', () => {
  it('loads a query for its first user and shares the call with the second', async () => {
    const { calls, queries } = openData()
    const changes: string[] = []
    queries.watch(SECRETS, () => changes.push('first'))
    queries.watch(SECRETS, () => changes.push('second'))
    expect(queries.stateOf(SECRETS).state).toBe('loading')
    expect(calls.length).toBe(1)
    await calls[0]?.answer(['a'])
    expect(queries.stateOf(SECRETS)).toEqual({ state: 'loaded', data: ['a'], failure: null })
    expect(changes).toEqual(['first', 'second'])
    queries.watch(SECRETS, nothing)
    expect(calls.length).toBe(1)
  })

  it('uses one key for requests with the same fields in any order', () => {
    const one = keyOf('memory.notes', { text: 'a', limit: 1, offset: 0 })
    expect(keyOf('memory.notes', { offset: 0, limit: 1, text: 'a' })).toBe(one)
    expect(keyOf('memory.notes', { offset: 1, limit: 1, text: 'a' })).not.toBe(one)
  })

  it('cancels a query when its last user leaves, and drops the late answer', async () => {
    const { calls, queries } = openData()
    const leave = [queries.watch(SECRETS, nothing), queries.watch(SECRETS, nothing)]
    leave[0]?.()
    expect(queries.inUse()).toEqual([SECRETS])
    leave[1]?.()
    expect(queries.inUse()).toEqual([])
    queries.watch(SECRETS, nothing)
    await calls[0]?.answer(['old'])
    expect(queries.stateOf(SECRETS).state).toBe('loading')
    await calls[1]?.answer(['new'])
    expect(queries.stateOf(SECRETS).data).toEqual(['new'])
  })

  it('keeps the data while newer data is on its way', async () => {
    const { calls, queries } = openData()
    queries.watch(SECRETS, nothing)
    await calls[0]?.answer(['a'])
    queries.reload(SECRETS)
    expect(queries.stateOf(SECRETS)).toEqual({ state: 'stale', data: ['a'], failure: null })
    await calls[1]?.answer(['b'])
    expect(queries.stateOf(SECRETS)).toEqual({ state: 'loaded', data: ['b'], failure: null })
  })

  it('asks once more after a call during which the data changed', async () => {
    const { calls, queries } = openData()
    queries.watch(SECRETS, nothing)
    queries.reload(SECRETS)
    queries.reload(SECRETS)
    expect(calls.length).toBe(1)
    await calls[0]?.answer(['a'])
    expect(queries.stateOf(SECRETS)).toEqual({ state: 'stale', data: ['a'], failure: null })
    expect(calls.length).toBe(2)
    await calls[1]?.answer(['b'])
    expect(queries.stateOf(SECRETS).state).toBe('loaded')
    expect(calls.length).toBe(2)
  })

  it('reports a failed call, keeps older data and recovers after a retry', async () => {
    const { calls, queries } = openData()
    queries.watch(SECRETS, nothing)
    await calls[0]?.fail()
    expect(queries.stateOf(SECRETS)).toMatchObject({
      state: 'failed',
      data: null,
      failure: { code: 'other' },
    })
    queries.reload(SECRETS)
    await calls[1]?.answer(['a'])
    expect(queries.stateOf(SECRETS)).toEqual({ state: 'loaded', data: ['a'], failure: null })
    queries.reload(SECRETS)
    await calls[2]?.fail()
    expect(queries.stateOf(SECRETS)).toMatchObject({ state: 'failed', data: ['a'] })
  })

  it('ends in the newest answer, whatever the order of users, changes and answers', async () => {
    const act = fc.constantFrom('watch' as const, 'leave' as const, 'change' as const, 'answer' as const)
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
        const { calls, queries, received } = openData()
        const users: (() => void)[] = []
        let version = 0
        const seenAt = new Map<number, number>()
        const answered = new Set<number>()
        const answerNext = async () => {
          const next = calls.findIndex((_, index) => !answered.has(index))
          if (next < 0) return
          answered.add(next)
          await calls[next]?.answer(seenAt.get(next))
        }
        const noteCalls = () => {
          for (let index = 0; index < calls.length; index += 1)
            if (!seenAt.has(index)) seenAt.set(index, version)
        }
        for (const each of acts) {
          if (each === 'watch') users.push(queries.watch(SECRETS, nothing))
          if (each === 'leave') users.pop()?.()
          if (each === 'change') {
            version += 1
            received({ kind: 'vault.changed' })
          }
          noteCalls()
          if (each === 'answer') await answerNext()
          noteCalls()
        }
        while (answered.size < calls.length) {
          await answerNext()
          noteCalls()
        }
        if (users.length === 0) expect(queries.inUse()).toEqual([])
        else expect(queries.stateOf(SECRETS)).toEqual({ state: 'loaded', data: version, failure: null })
      }),
    )
  })
})

describe('events', () => {
  it('makes the queries of the table stale, and no others', async () => {
    const { calls, queries, received } = openData()
    const facets = keyOf('memory.facets', {})
    queries.watch(SECRETS, nothing)
    queries.watch(facets, nothing)
    await calls[0]?.answer(['a'])
    await calls[1]?.answer({})
    received({ kind: 'vault.changed' })
    expect([queries.stateOf(SECRETS).state, queries.stateOf(facets).state]).toEqual(['stale', 'loaded'])
    expect(calls.map(({ name }) => name)).toEqual(['vault.list', 'memory.facets', 'vault.list'])
  })

  it('leaves queries of another project alone', async () => {
    const { calls, queries, received } = openData()
    const [here, there] = [
      keyOf('agents.list', { projectId: HERE }),
      keyOf('agents.list', { projectId: THERE }),
    ]
    queries.watch(here, nothing)
    queries.watch(there, nothing)
    for (const each of [...calls]) await each.answer([])
    const changed = (projectId: ProjectId | null): AppEvent => ({ kind: 'agents.changed', projectId })
    received(changed(HERE))
    expect([queries.stateOf(here).state, queries.stateOf(there).state]).toEqual(['stale', 'loaded'])
    received(changed(null))
    expect(queries.stateOf(there).state).toBe('stale')
  })

  it('asks nothing for a query that is not in use', () => {
    const { calls, received } = openData()
    received({ kind: 'vault.changed' })
    expect(calls).toEqual([])
  })
})
