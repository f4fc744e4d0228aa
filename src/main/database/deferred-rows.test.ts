import { expect, it } from 'vitest'
import { createDeferredRows } from './deferred-rows.ts'

function open(isFull = false) {
  const timers: (() => void)[] = []
  const written: string[] = []
  const errors: unknown[] = []
  let transactions = 0
  const late = createDeferredRows({
    schedule: (_ms, act) => {
      timers.push(act)
      return () => void timers.splice(timers.indexOf(act), 1)
    },
    inOne: (act) => {
      transactions += 1
      if (isFull) throw new Error('full')
      act()
    },
    report: (error) => void errors.push(error),
  })
  const put = (key: string, value: string) => late.put(key, () => void written.push(`${key}=${value}`))
  return { late, put, timers, written, errors, transactions: () => transactions }
}

it('writes the newest row of each key, in one transaction', () => {
  const { put, timers, written, transactions } = open()
  for (let at = 0; at < 20; at += 1) put('last', String(at))
  put('other', 'x')
  expect([written, timers.length]).toEqual([[], 1])
  timers[0]?.()
  expect([written, transactions()]).toEqual([['last=19', 'other=x'], 1])
})

it('writes what waits at the end, once', () => {
  const { late, put, timers, written, transactions } = open()
  put('last', 'a')
  late.flush()
  late.flush()
  expect([written, timers.length, transactions()]).toEqual([['last=a'], 0, 1])
  put('last', 'b')
  expect(timers).toHaveLength(1)
})

it('reports a full disk, and takes the next row', () => {
  const { late, put, timers, errors } = open(true)
  put('last', 'a')
  timers[0]?.()
  expect(errors).toHaveLength(1)
  put('last', 'b')
  late.flush()
  expect(errors).toHaveLength(2)
})
