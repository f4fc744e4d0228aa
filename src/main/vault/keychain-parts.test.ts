import { expect, it } from 'vitest'
import { inParts, mostBytesOn } from './keychain-parts.ts'

/** A keychain that refuses long values, as Windows does, and may fail at one of its calls. */
function keychain(most = 2_560) {
  const values = new Map<string, string>()
  const failing = { at: Number.POSITIVE_INFINITY }
  const entries = inParts(
    {
      get: async (name) => values.get(name) ?? null,
      set: async (name, value) => {
        failing.at -= 1
        if (failing.at === 0) throw new Error('The computer went off.')
        if (Buffer.byteLength(value) > most) throw new Error('The stub received bad data.')
        values.set(name, value)
      },
      delete: async (name) => values.delete(name),
    },
    most,
  )
  return { entries, values, failing }
}

const LONG = JSON.stringify({ access: 'ä'.repeat(3_000), refresh: '😀'.repeat(1_000) })

it('knows the limit of Windows, and of no other system', () => {
  expect([mostBytesOn('win32'), mostBytesOn('darwin'), mostBytesOn('linux')]).toEqual([2_560, null, null])
})

it.each([
  ['a short value', 'sk-1', 1],
  ['the longest in one piece', 'x'.repeat(2_560), 1],
  ['one byte more', 'x'.repeat(2_561), 3],
  ['letters of several bytes', LONG, 7],
  ['the longest that the vault takes', 'y'.repeat(65_536), 36],
  ['a value that looks like a list of parts', 'orrery-parts:00000000:3', 2],
])('gives back %s', async (_name, value, entriesUsed) => {
  const { entries, values } = keychain()
  await entries.set('plan', value)
  expect(values.size).toBe(entriesUsed)
  expect(await entries.get('plan')).toBe(value)
})

it('leaves nothing of a value that was replaced or deleted', async () => {
  const { entries, values } = keychain()
  await entries.set('plan', LONG)
  await entries.set('plan', `${LONG}${LONG}`)
  expect(await entries.get('plan')).toBe(`${LONG}${LONG}`)
  await entries.set('plan', 'short')
  expect([...values]).toEqual([['plan', 'short']])
  await entries.set('plan', LONG)
  expect(await entries.delete('plan')).toBe(true)
  expect(values.size).toBe(0)
  expect(await entries.delete('plan')).toBe(false)
})

it('keeps the value before when a new one is not written to its end', async () => {
  for (let at = 1; at <= 7; at += 1) {
    const { entries, failing } = keychain()
    await entries.set('plan', LONG)
    failing.at = at
    await expect(entries.set('plan', LONG.toUpperCase())).rejects.toThrow('went off')
    expect(await entries.get('plan')).toBe(LONG)
  }
})

it('has no value where a part is missing', async () => {
  const { entries, values } = keychain()
  await entries.set('plan', LONG)
  values.delete([...values.keys()].find((name) => name.endsWith(' 1')) ?? '')
  expect(await entries.get('plan')).toBeNull()
})
