import fc from 'fast-check'
import { expect, it } from 'vitest'
import { slotsFor } from './row-slots.ts'

const ids = fc.uniqueArray(fc.nat(30), { maxLength: 20 })

it('keeps the rows of what stays, shares none, and makes no more than were ever in sight', () => {
  fc.assert(
    fc.property(fc.array(ids, { minLength: 1, maxLength: 12 }), (views) => {
      let slots: ReadonlyMap<number, number> = new Map()
      let most = 0
      for (const view of views) {
        const next = slotsFor(slots, view)
        most = Math.max(most, view.length)
        for (const id of view) if (slots.has(id)) expect(next.get(id)).toBe(slots.get(id))
        expect([...next.keys()].toSorted()).toEqual([...view].toSorted())
        expect(new Set(next.values()).size).toBe(view.length)
        expect(Math.max(-1, ...next.values())).toBeLessThan(most)
        slots = next
      }
    }),
  )
})

it('gives the row of what went to what comes', () => {
  const slots = slotsFor(new Map(), [7, 8, 9])
  expect([...slotsFor(slots, [9, 4, 7])]).toEqual([
    [9, 2],
    [7, 0],
    [4, 1],
  ])
})
