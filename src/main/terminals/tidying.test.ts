import { expect, it } from 'vitest'
import { createTidying } from './tidying.ts'

function rig() {
  const due: (() => void)[] = []
  let collected = 0
  const wasted = createTidying({
    after: (_ms, act) => void due.push(act),
    collect: () => {
      collected += 1
    },
  })
  const pass = () => {
    for (const act of due.splice(0)) act()
  }
  return { wasted, pass, due, collected: () => collected }
}

it('gives memory back once after much output, when nothing comes any more', () => {
  const { wasted, pass, due, collected } = rig()
  wasted(600_000)
  wasted(10)
  // It looks again while output came since.
  pass()
  expect(collected()).toBe(0)
  pass()
  expect(collected()).toBe(1)
  expect(due).toEqual([])
})

it('sets no timer for little output, and one for much', () => {
  const { wasted, due } = rig()
  for (let count = 0; count < 100; count += 1) wasted(1_000)
  expect(due).toEqual([])
  for (let count = 0; count < 1_000; count += 1) wasted(1_000)
  expect(due).toHaveLength(1)
})
