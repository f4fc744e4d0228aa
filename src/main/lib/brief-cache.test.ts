import { expect, it } from 'vitest'
import { createBriefCache } from './brief-cache.ts'

function asking(answer: (about: string, times: number) => Promise<string>) {
  let at = 1_000
  const asked: string[] = []
  const { readNow, readRecent } = createBriefCache({
    now: () => at,
    holdsMs: 500,
    ask: (about) => answer(about, asked.push(about)),
  })
  const pass = (ms: number) => {
    at += ms
  }
  return { readNow, readRecent, asked, pass }
}

it('asks once for all who come within a moment, and again for who insists or comes later', async () => {
  const { readNow, readRecent, asked, pass } = asking(async (about, times) => `${about} ${times}`)
  expect(await Promise.all([readRecent('a'), readRecent('a'), readRecent('b')])).toEqual([
    'a 1',
    'a 1',
    'b 2',
  ])
  pass(499)
  expect(await readRecent('a')).toBe('a 1')
  expect(await readNow('a')).toBe('a 3')
  pass(499)
  expect(await readRecent('a')).toBe('a 3')
  pass(1)
  expect(await readRecent('a')).toBe('a 4')
  expect(asked).toEqual(['a', 'b', 'a', 'a'])
})

it('asks again when the clock was set back', async () => {
  const { readRecent, pass } = asking(async (about, times) => `${about} ${times}`)
  expect(await readRecent('a')).toBe('a 1')
  pass(-60_000)
  expect(await readRecent('a')).toBe('a 2')
})

it('keeps no failure', async () => {
  const { readRecent } = asking(async (_about, times) => {
    if (times === 1) throw new Error('busy')
    return 'there'
  })
  await expect(readRecent('a')).rejects.toThrow('busy')
  expect(await readRecent('a')).toBe('there')
})

it('asks twice for all who insist at once: the second answer begins after the last of them has asked', async () => {
  const gates: (() => void)[] = []
  const { readNow, asked } = asking(async (about, times) => {
    await new Promise<void>((resolve) => void gates.push(resolve))
    return `${about} ${times}`
  })
  const first = readNow('a')
  const others = Array.from({ length: 15 }, () => readNow('a'))
  expect(asked).toHaveLength(1)
  gates[0]?.()
  expect(await first).toBe('a 1')
  await expect.poll(() => asked.length).toBe(2)
  // This one comes after the second question was put, so it needs a third.
  const late = readNow('a')
  gates[1]?.()
  expect(new Set(await Promise.all(others))).toEqual(new Set(['a 2']))
  await expect.poll(() => asked.length).toBe(3)
  gates[2]?.()
  expect(await late).toBe('a 3')
})

it('asks again for those who waited for an answer that failed', async () => {
  const { readNow } = asking(async (_about, times) => {
    if (times === 1) throw new Error('busy')
    return 'there'
  })
  const [first, second] = await Promise.allSettled([readNow('a'), readNow('a')])
  expect([first.status, second]).toEqual(['rejected', { status: 'fulfilled', value: 'there' }])
})

it('gives an answer that began after a moment, and none from before it', async () => {
  let asked = 0
  const { readNow, since, moment } = createBriefCache({
    now: () => 0,
    holdsMs: 1_000,
    ask: async () => ++asked,
  })
  await readNow('a')
  const start = moment()
  expect(await since('a', start)).toBe(2)
  expect(await since('a', start)).toBe(2)
  expect(await since('a', moment())).toBe(3)
  const [running, later] = [readNow('a'), moment()]
  expect(await Promise.all([running, since('a', later)])).toEqual([4, 5])
})
