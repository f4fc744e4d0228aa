import fc from 'fast-check'
import { expect, it } from 'vitest'
import { call, createHistory, eventId, runId, SESSION } from '../../../../test/support/data/history.ts'
import { createTokenCounter } from '../../context/budget/count-tokens.ts'
import type { RoomNeed } from '../../runs/compaction/compaction.ts'
import type { RunHandle } from '../../runs/run/run-handle.ts'
import { createRoom } from './make-room.ts'
import type { OriginalRequest } from './request-builder.ts'

const FIXED = { instructions: 1_000, memory: 0, tools: 4_000, made: 0 }

type Sizes = { readonly total: number; readonly usable: number }

function open(
  size: Sizes,
  more: Partial<OriginalRequest> = {},
  {
    auto = true,
    before = null,
    isLong = false,
  }: { auto?: boolean; before?: number | null; isLong?: boolean } = {},
) {
  const given: number[] = []
  const history = createHistory()
  history.user('Go')
  for (const id of ['a', 'b', 'c']) {
    history.answer('', call(id))
    history.result(id, 'word '.repeat(800))
  }
  const needs: RoomNeed[] = []
  let builds = 0
  let inTurns = 0
  let leaf = eventId(1)
  const run = {
    sessionId: SESSION,
    contextId: 'ctx_00000001',
    runId: runId(1),
    signal: new AbortController().signal,
  } as RunHandle
  const build = () => {
    builds += 1
    return {
      size: { result: 10_000, ...size, threshold: 0.8 * size.usable, estimate: size.total, factor: 1 },
      fixed: FIXED,
      needsCompaction: false,
      overflow: false,
      ...more,
    } as OriginalRequest
  }
  const room = createRoom(
    {
      compaction: {
        makeRoom: async (_run, _scene, need) => {
          needs.push(need)
          return true
        },
      },
      scenes: { of: async () => ({}) as never },
      requests: { count: createTokenCounter() },
    },
    {
      run,
      model: 'test/scripted',
      auto,
      answerRoom: null,
      build: Object.assign(build, {
        isLong: () => isLong,
        inTurns: async () => {
          inTurns += 1
          await Promise.resolve()
          return build()
        },
      }),
      leaf: () => leaf,
      path: () => history.path,
      again: {
        mayForget: () => false,
        owesPlan: () => false,
        tellPlan: () => undefined,
        forget: async () => undefined,
        owedSince: () => before,
        give: async (_run, tokens) => void given.push(tokens),
      },
    },
  )
  const moveTo = (number: number) => {
    leaf = eventId(number)
  }
  return { room, run, needs, given, moveTo, built: () => builds, inTurns: () => inTurns }
}

it('answers at once when there is room, and builds a branch that has not changed once', () => {
  const { room, run, moveTo, built } = open({ total: 5_000, usable: 90_000 })
  expect(room.makeRoom(run, 'full')).toBe(false)
  room.built([])
  expect(built()).toBe(1)
  moveTo(2)
  room.built([])
  expect(built()).toBe(2)
})

it('builds the request of a long branch in turns, once, and looks at that one', async () => {
  const long = open({ total: 5_000, usable: 90_000 }, {}, { isLong: true })
  expect(await long.room.makeRoom(long.run, 'full')).toBe(false)
  long.room.built([])
  expect(long.room.makeRoom(long.run, 'full')).toBe(false)
  expect([long.built(), long.inTurns()]).toEqual([1, 1])
  long.moveTo(2)
  await long.room.makeRoom(long.run, 'full')
  expect([long.built(), long.inTurns()]).toEqual([2, 2])
})

it('compacts ahead when what the next turn is likely to bring would not fit', async () => {
  const { room, run, needs } = open({ total: 89_500, usable: 90_000 })
  expect(await room.makeRoom(run, 'full')).toBe(true)
  expect(needs).toEqual(['full'])
})

it('says how great the need is', async () => {
  const over = open({ total: 95_000, usable: 90_000 }, { needsCompaction: true, overflow: true })
  await over.room.makeRoom(over.run, 'full')
  await over.room.makeRoom(over.run, 'refused')
  expect(over.needs).toEqual(['over', 'refused'])
})

it('asks nobody for a summary where what every request holds does not fit by itself', () => {
  const small = open({ total: 5_100, usable: 4_000 }, { needsCompaction: true, overflow: true })
  expect(small.room.makeRoom(small.run, 'full')).toBe(false)
  expect(small.needs).toEqual([])
})

it('leaves a branch as it is when only the person asks for summaries', () => {
  const { room, run, needs } = open(
    { total: 95_000, usable: 90_000 },
    { needsCompaction: true },
    { auto: false },
  )
  expect(room.makeRoom(run, 'full')).toBe(false)
  expect(room.makeRoom(run, 'refused')).toBe(false)
  expect(room.isTight(room.built([]))).toBe(false)
  expect(needs).toEqual([])
})

it('gives again what is owed, also where only the person asks for summaries', async () => {
  const { room, run, given } = open({ total: 30_000, usable: 90_000 }, {}, { auto: false, before: 70_000 })
  expect(await room.makeRoom(run, 'full')).toBe(false)
  expect(given).toEqual([18_000])
  const refused = open({ total: 30_000, usable: 90_000 }, {}, { before: 70_000 })
  expect(await refused.room.makeRoom(refused.run, 'refused')).toBe(true)
  expect(refused.given).toEqual([10_000])
})

it('never gives so much again that the chat would have to be compacted once more', async () => {
  const tokens = fc.nat({ max: 200_000 })
  await fc.assert(
    fc.asyncProperty(tokens, tokens, tokens, fc.boolean(), async (total, usable, before, refused) => {
      const { room, run, given } = open({ total, usable }, {}, { auto: refused, before })
      await room.makeRoom(run, refused ? 'refused' : 'full')
      const [most = -1] = given
      expect(given).toHaveLength(1)
      expect(most).toBeGreaterThanOrEqual(0)
      if (most > 0) expect(total + most).toBeLessThanOrEqual(Math.min(0.8 * usable, before))
    }),
  )
})
