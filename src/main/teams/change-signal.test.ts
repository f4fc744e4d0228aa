import { expect, it } from 'vitest'
import type { TeamId } from '#shared/ids.ts'
import { createChangeSignal } from './change-signal.ts'

const team = (name: string) => name as TeamId

/** Time that passes when the test says so. */
function open() {
  const due = new Set<() => void>()
  const changes = createChangeSignal({
    schedule: (_ms, act) => {
      due.add(act)
      return () => void due.delete(act)
    },
  })
  return { ...changes, due }
}

it('wakes everybody who waits for a team, once, and nobody else', async () => {
  const { emit, next, due } = open()
  const { signal } = new AbortController()
  const woken: string[] = []
  const wait = (of: string, name: string) => next(team(of), 1_000, signal).then(() => woken.push(name))
  const both = [wait('docs', 'first'), wait('docs', 'second')]
  const other = wait('export', 'other')
  emit(team('docs'))
  await Promise.all(both)
  emit(team('docs'))
  expect([woken, due.size]).toEqual([['first', 'second'], 1])
  emit(team('export'))
  await other
  expect(due.size).toBe(0)
})

it('ends with its time, and with the wish that it ends', async () => {
  const { next, due } = open()
  const wish = new AbortController()
  const late = next(team('docs'), 1_000, wish.signal)
  for (const act of [...due]) act()
  await late
  const ended = next(team('docs'), 1_000, wish.signal)
  wish.abort(new Error('Enough.'))
  await expect(ended).rejects.toThrow('Enough.')
  expect(due.size).toBe(0)
  await expect(next(team('docs'), 1_000, wish.signal)).rejects.toThrow('Enough.')
})
