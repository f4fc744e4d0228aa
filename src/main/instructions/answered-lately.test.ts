import { expect, it } from 'vitest'
import { createAnsweredLately } from './answered-lately.ts'

function asking(answer: (about: string, times: number) => Promise<string>) {
  let at = 1_000
  const asked: string[] = []
  const { anew, lately } = createAnsweredLately({
    now: () => at,
    holdsMs: 500,
    ask: (about) => answer(about, asked.push(about)),
  })
  const pass = (ms: number) => {
    at += ms
  }
  return { anew, lately, asked, pass }
}

it('asks once for all who come within a moment, and anew for who insists or comes later', async () => {
  const { anew, lately, asked, pass } = asking(async (about, times) => `${about} ${times}`)
  expect(await Promise.all([lately('a'), lately('a'), lately('b')])).toEqual(['a 1', 'a 1', 'b 2'])
  pass(499)
  expect(await lately('a')).toBe('a 1')
  expect(await anew('a')).toBe('a 3')
  pass(499)
  expect(await lately('a')).toBe('a 3')
  pass(1)
  expect(await lately('a')).toBe('a 4')
  expect(asked).toEqual(['a', 'b', 'a', 'a'])
})

it('asks anew when the clock was set back', async () => {
  const { lately, pass } = asking(async (about, times) => `${about} ${times}`)
  expect(await lately('a')).toBe('a 1')
  pass(-60_000)
  expect(await lately('a')).toBe('a 2')
})

it('keeps no failure', async () => {
  const { lately } = asking(async (_about, times) => {
    if (times === 1) throw new Error('busy')
    return 'there'
  })
  await expect(lately('a')).rejects.toThrow('busy')
  expect(await lately('a')).toBe('there')
})
