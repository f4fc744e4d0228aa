import { expect, it } from 'vitest'
import { afterPaint } from './after-paint.ts'

function open(isPainting = true) {
  const waits: { readonly ms: number; readonly act: () => void }[] = []
  const stopped: number[] = []
  const clock = {
    schedule: (ms: number, act: () => void) => {
      waits.push({ ms, act })
      return () => void stopped.push(ms)
    },
  }
  let paint = () => {}
  const painted = new Promise<void>((resolve) => {
    paint = resolve
  })
  let acted = 0
  const act = () => {
    acted += 1
  }
  const stop = afterPaint({ clock, painted: isPainting ? painted : undefined, ms: 1_000 }, act)
  return { waits, stopped, paint: () => paint(), stop, acted: () => acted }
}

const rest = () => new Promise<void>((resolve) => setImmediate(resolve))

it('begins to wait with the paint', async () => {
  const { waits, paint, acted } = open()
  await rest()
  expect(waits).toEqual([])
  paint()
  await rest()
  expect(waits.map(({ ms }) => ms)).toEqual([1_000])
  for (const { act } of waits) act()
  expect(acted()).toBe(1)
})

it('waits at once where no window paints', () => {
  expect(open(false).waits).toHaveLength(1)
})

it('does nothing once it was stopped, before the paint and after it', async () => {
  const early = open()
  early.stop()
  early.paint()
  await rest()
  expect(early.waits).toEqual([])
  const late = open()
  late.paint()
  await rest()
  late.stop()
  expect(late.stopped).toEqual([1_000])
})
