import { expect, it } from 'vitest'
import { createFirstPaint } from './first-paint.ts'

function open() {
  const waits: { readonly ms: number; readonly act: () => void }[] = []
  let ended = 0
  const paint = createFirstPaint({
    schedule: (ms, act) => {
      waits.push({ ms, act })
      return () => {
        ended += 1
      }
    },
  })
  const seen: string[] = []
  void paint.painted.then(() => seen.push('painted'))
  return { paint, waits, seen, ended: () => ended }
}

const rest = () => new Promise<void>((resolve) => setImmediate(resolve))

it('resolves with the first paint, and ends its limit', async () => {
  const { paint, seen, ended } = open()
  await rest()
  expect(seen).toEqual([])
  paint.came()
  await rest()
  expect([seen, ended()]).toEqual([['painted'], 1])
})

it('resolves at its limit when no window paints', async () => {
  const { waits, seen } = open()
  expect(waits.map(({ ms }) => ms)).toEqual([10_000])
  for (const { act } of waits) act()
  await rest()
  expect(seen).toEqual(['painted'])
})
