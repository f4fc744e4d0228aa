import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type EffortStop, effortAct, effortStops, firstStop } from './effort-stops.ts'

const thinks = { reasoning: true } as const
const few = { reasoning: true, efforts: ['low', 'high', 'max'] } as const
const press = (key: string, more = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...more })

it('offers the efforts of the model from the least up, and a workflow as the last where workflows may run', () => {
  expect(effortStops(few, true)).toEqual(['low', 'high', 'max', 'ultracode'])
  expect(effortStops(few, false)).toEqual(['low', 'high', 'max'])
  expect(effortStops(thinks, false)).toContain('xhigh')
})

it('offers nothing for a model that does not think, or knows no effort', () => {
  expect(effortStops({ reasoning: false }, true)).toEqual([])
  expect(effortStops({ reasoning: true, efforts: [] }, true)).toEqual([])
})

it('begins at the effort that the environment fixes, else at the one that is sent, else at high', () => {
  const stops: readonly EffortStop[] = ['low', 'high', 'max', 'ultracode']
  expect(firstStop(stops, { ...thinks, fixedEffort: 'max' }, 'low')).toBe(2)
  expect(firstStop(stops, thinks, 'low')).toBe(0)
  expect(firstStop(stops, thinks, null)).toBe(1)
  // A fixed effort that the model does not have is passed over.
  expect(firstStop(stops, { ...thinks, fixedEffort: 'minimal' }, 'max')).toBe(2)
  expect(firstStop(['low', 'medium', 'max'], thinks, null)).toBe(1)
  expect(firstStop(['max'], thinks, null)).toBe(0)
})

it('moves by arrows and letters, confirms and cancels', () => {
  for (const key of ['h', 'ArrowLeft']) expect(effortAct(press(key), 2, 4)).toEqual({ to: 1 })
  for (const key of ['l', 'ArrowRight']) expect(effortAct(press(key), 2, 4)).toEqual({ to: 3 })
  expect(effortAct(press('Home'), 2, 4)).toEqual({ to: 0 })
  expect(effortAct(press('End'), 2, 4)).toEqual({ to: 3 })
  expect(effortAct(press('Enter'), 2, 4)).toBe('confirm')
  for (const key of ['Escape', 'q']) expect(effortAct(press(key), 2, 4)).toBe('cancel')
  expect(effortAct(press('c', { ctrlKey: true }), 2, 4)).toBe('cancel')
  for (const other of [
    press('c'),
    press('Tab'),
    press('q', { metaKey: true }),
    press('Enter', { ctrlKey: true }),
  ])
    expect(effortAct(other, 2, 4)).toBeNull()
})

it('never leaves the stops', () => {
  const keys = fc.array(fc.constantFrom('h', 'l', 'ArrowLeft', 'ArrowRight', 'Home', 'End'))
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), keys, (count, pressed) => {
      let at = 0
      for (const key of pressed) {
        const act = effortAct(press(key), at, count)
        if (act !== null && typeof act === 'object') at = act.to
        expect(at).toBeGreaterThanOrEqual(0)
        expect(at).toBeLessThan(count)
      }
    }),
  )
})
