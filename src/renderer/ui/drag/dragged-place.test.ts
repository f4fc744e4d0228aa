import { expect, it } from 'vitest'
import { carriesPlace, carryPlace, type DraggedPlace, droppedPlace } from './dragged-place.ts'

function transfer() {
  const data = new Map<string, string>()
  return {
    setData: (type: string, value: string) => void data.set(type, value),
    getData: (type: string) => data.get(type) ?? '',
    get types() {
      return [...data.keys()]
    },
  }
}

it.each<DraggedPlace>([
  { path: 'src/潮汐 tide.ts', lines: null },
  { path: 'a.ts', lines: { text: 'one\ntwo', name: 'a.ts:3-4' } },
])('carries a file or lines of it', (place) => {
  const drag = transfer()
  expect(carriesPlace(drag)).toBe(false)
  carryPlace(drag, place)
  expect(carriesPlace(drag)).toBe(true)
  expect(droppedPlace(drag)).toEqual(place)
})

it.each([
  '',
  'no JSON',
  'null',
  '7',
  '{}',
  '{"path":7,"lines":null}',
  '{"path":"a\\nb","lines":null}',
  '{"path":"a","lines":{"text":1}}',
])('takes nothing of another program that is not a place: %s', (data) => {
  const drag = transfer()
  drag.setData('application/x-orrery-place', data)
  expect(droppedPlace(drag)).toBeNull()
})

it('carries no text that is too long', () => {
  const drag = transfer()
  carryPlace(drag, { path: 'a', lines: { text: 'x'.repeat(1_000_001), name: 'a:1' } })
  expect(droppedPlace(drag)).toBeNull()
})
