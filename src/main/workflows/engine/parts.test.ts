import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MemoEntry } from '#shared/workflow/memo.ts'
import { createBudget } from './budget.ts'
import { canonicalJson } from './canonical.ts'
import { createMemo } from './memo.ts'
import { normalArgs } from './normal-args.ts'
import { createSemaphore } from './semaphore.ts'

const never = () => new AbortController().signal
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('a budget', () => {
  it('is overspent by at most what the agents at work had put aside', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 100_000 }),
        fc.array(fc.record({ uses: fc.nat(20_000), turns: fc.nat(4) }), { minLength: 16, maxLength: 64 }),
        async (total, agents) => {
          const budget = createBudget(total, 0)
          const slots = createSemaphore(16)
          let aside = 0
          let mostAside = 0
          await Promise.allSettled(
            agents.map(async ({ uses, turns }) => {
              const giveBack = await slots.take(never())
              try {
                const hold = await budget.hold(never())
                aside += hold.reserved()
                mostAside = Math.max(mostAside, aside)
                const before = hold.reserved()
                let used = 0
                for (let turn = 0; turn <= turns; turn += 1) {
                  used = Math.ceil((uses * (turn + 1)) / (turns + 1))
                  // A stopped agent has used no more than it was told it may.
                  if (!hold.grows(used)) {
                    used = hold.reserved() * 2
                    break
                  }
                  await nextTurn()
                }
                aside -= before
                hold.settle(used)
              } finally {
                giveBack()
              }
            }),
          )
          expect(mostAside).toBeLessThanOrEqual(total)
          expect(budget.spent()).toBeLessThanOrEqual(2 * total)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('of 100,000 tokens is not overspent by 16 agents that use what they put aside', async () => {
    const budget = createBudget(100_000, 0)
    const slots = createSemaphore(16)
    const ended = await Promise.allSettled(
      Array.from({ length: 200 }, async () => {
        const giveBack = await slots.take(never())
        try {
          const hold = await budget.hold(never())
          await nextTurn()
          hold.settle(Math.min(hold.reserved(), 3_000))
        } finally {
          giveBack()
        }
      }),
    )
    expect(budget.spent()).toBe(100_000)
    const thrown = ended.find(({ status }) => status === 'rejected')
    expect(thrown).toMatchObject({ reason: { code: 'limit.exceeded' } })
  })

  it('starts nobody on a guess that has proved too low', async () => {
    const budget = createBudget(100_000, 0)
    const slots = createSemaphore(16)
    await Promise.allSettled(
      Array.from({ length: 40 }, async () => {
        const giveBack = await slots.take(never())
        try {
          const hold = await budget.hold(never())
          await nextTurn()
          hold.settle(9_000)
        } finally {
          giveBack()
        }
      }),
    )
    // Sixteen ran before any usage was known.
    expect(budget.spent()).toBe(16 * 9_000)
  })

  it('is not overspent by requests that keep to the room they are given', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 20_000, max: 200_000 }),
        fc.array(fc.array(fc.nat(9_000), { minLength: 1, maxLength: 5 }), { minLength: 8, maxLength: 40 }),
        async (total, agents) => {
          const budget = createBudget(total, 0)
          const slots = createSemaphore(4)
          await Promise.allSettled(
            agents.map(async (requests) => {
              const giveBack = await slots.take(never())
              try {
                const hold = await budget.hold(never())
                let used = 0
                for (const wanted of requests) {
                  const room = hold.answerRoom(wanted)
                  expect(room).toBeLessThanOrEqual(wanted)
                  await nextTurn()
                  used += room
                  if (!hold.grows(used)) break
                }
                hold.settle(used)
              } finally {
                giveBack()
              }
            }),
          )
          // With nothing left a request still gets the useful minimum: 200 tokens, for five requests of four
          // agents.
          expect(budget.spent()).toBeLessThanOrEqual(total + 4 * 5 * 200)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('gives a request what was put aside for its agent, and a share of what is free', async () => {
    const budget = createBudget(10_000, 0)
    const hold = await budget.hold(never())
    // 4,000 reserved and half of the 6,000 unreserved.
    expect([hold.answerRoom(2_000), hold.answerRoom(9_000)]).toEqual([2_000, 7_000])
    const other = await budget.hold(never())
    expect(other.reserved()).toBe(3_000)
    hold.grows(7_000)
    hold.settle(7_000)
    other.grows(3_000)
    expect(other.answerRoom(9_000)).toBe(200)
  })

  it('knows from the memo how much agents use', async () => {
    const budget = createBudget(100_000, 0)
    budget.recalled(0)
    budget.recalled(7_000)
    budget.takenOver(9_000)
    expect((await budget.hold(never())).reserved()).toBe(8_000)
  })

  it('counts what earlier attempts used once, and what another run paid for not at all', async () => {
    const budget = createBudget(10_000, 6_000)
    budget.recalled(4_000)
    budget.takenOver(50_000)
    expect(budget.spent()).toBe(6_000)
    expect((await budget.hold(never())).reserved()).toBe(4_000)
  })

  it('tells a script that replays what it was told before, and all of it from its first new call on', () => {
    const budget = createBudget(10_000, 6_000)
    expect(budget.told()).toBe(0)
    budget.recalled(4_000)
    expect(budget.told()).toBe(4_000)
    budget.asksNew()
    expect(budget.told()).toBe(6_000)
  })

  it('without a ceiling never waits', async () => {
    const budget = createBudget(null, 0)
    const hold = await budget.hold(never())
    expect(hold.grows(1e9)).toBe(true)
    hold.settle(1e9)
    expect(budget.spent()).toBe(1e9)
    await budget.hold(never())
  })
})

describe('slots', () => {
  it('are given in the order they were asked for, and who gives up leaves the line', async () => {
    const slots = createSemaphore(1)
    const order: string[] = []
    const ask = async (name: string, signal: AbortSignal) => {
      const giveBack = await slots.take(signal)
      order.push(name)
      return giveBack
    }
    const first = await ask('a', never())
    const gone = new AbortController()
    const second = ask('b', gone.signal).catch(() => order.push('b left'))
    const third = ask('c', never())
    gone.abort()
    await second
    first()
    first()
    ;(await third)()
    expect(order).toEqual(['a', 'b left', 'c'])
    expect(slots.hasFree()).toBe(true)
  })
})

describe('the memo', () => {
  const entry = (key: string, nth: number): MemoEntry => ({
    key,
    nth,
    kind: 'ok',
    value: `${key}${nth}`,
    cost: { usage: { input: 0, output: 1 }, usd: null },
    hadWriteTools: false,
    label: key,
    ref: null,
    at: 0,
  })

  it('gives every result exactly once, whatever rows are there and in whatever order', () => {
    const calls = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 })
    const rows = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(12)), { selector: String })
    fc.assert(
      fc.property(calls, rows, (keys, known) => {
        const memo = createMemo(
          known.map(([key, nth]) => entry(key, nth)),
          true,
        )
        const recalled = keys.map((key) => ({ key, ...memo.recall(key) }))
        // No two calls have the same number, so no row is written over another one's.
        const numbers = recalled.map(({ key, nth }) => `${key}${nth}`)
        expect(new Set(numbers).size).toBe(numbers.length)
        for (const key of ['a', 'b', 'c']) {
          const asked = keys.filter((each) => each === key).length
          const there = known.filter(([each]) => each === key).length
          const found = recalled.filter((each) => each.key === key && each.entry !== null).length
          expect(found).toBe(Math.min(asked, there))
        }
      }),
    )
  })
})

describe('canonical JSON', () => {
  it('is the same for the same value, in whatever order its keys stand', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const turned = Object.fromEntries(Object.entries(value).reverse())
        expect(canonicalJson(turned)).toBe(canonicalJson(value))
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})

describe('arguments', () => {
  it.each([
    ['an object', { a: 1 }, undefined, { a: 1 }],
    ['nothing', undefined, undefined, {}],
    ['JSON in a text', '{"a":1}', undefined, { a: 1 }],
    ['JSON in JSON in a text', '"{\\"a\\":1}"', undefined, { a: 1 }],
    ['a list in a text', ' [1, 2] ', undefined, [1, 2]],
    ['a text', 'hello', undefined, 'hello'],
    ['a number in a text', '12', undefined, '12'],
    ['broken JSON', '{"a":', undefined, '{"a":'],
    ['JSON that is wanted as text', '{"a":1}', { type: 'string' }, '{"a":1}'],
    [
      'a field that is wanted as a list',
      { files: '["a"]' },
      { properties: { files: { type: 'array' } } },
      { files: ['a'] },
    ],
    [
      'a field that is wanted as text',
      { note: '["a"]' },
      { properties: { note: { type: ['string', 'null'] } } },
      { note: '["a"]' },
    ],
    ['a field that the schema does not know', { other: '["a"]' }, { properties: {} }, { other: '["a"]' }],
  ])('%s', (_what, given, schema, seen) => {
    expect(normalArgs(given, schema as Record<string, unknown> | undefined)).toEqual(seen)
  })
})
