import { expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { type HolderAnswer, openWhenFree } from './open-when-free.ts'

const heldBy = (pid: number) =>
  AppError.saying('db.unavailable', say('home.inUseByRun', { process: String(pid) }))

/** An app whose home is used for so many tries, and a person who gives this answer. */
function scene(tries: readonly (AppError | null)[], answer: HolderAnswer | Promise<never>) {
  const events: string[] = []
  let at = 0
  const opening = openWhenFree({
    open: async () => {
      const problem = tries[Math.min(at, tries.length - 1)] ?? null
      at += 1
      if (problem !== null) throw problem
      return 'opened'
    },
    ask: async (problem, signal) => {
      events.push(problem.message)
      signal.addEventListener('abort', () => events.push('closed'))
      return answer
    },
    stop: (pid) => void events.push(`stop ${pid}`),
    pause: async () => {},
  })
  return { events, opening }
}

it('waits for a command line that uses the home, asks once, and closes the question', async () => {
  const { events, opening } = scene([heldBy(123), heldBy(123), heldBy(123), null], 'wait')
  expect(await opening).toBe('opened')
  expect(events).toEqual(['In use by orrery run (process 123).', 'closed'])
})

it('stops the process when asked to, and opens', async () => {
  const { events, opening } = scene([heldBy(7), heldBy(7), null], 'stop')
  await opening
  expect(events).toEqual(['In use by orrery run (process 7).', 'stop 7', 'closed'])
})

it('asks again about another process', async () => {
  const { events, opening } = scene([heldBy(1), heldBy(2), null], 'wait')
  await opening
  expect(events.filter((event) => event.startsWith('In use'))).toHaveLength(2)
})

it('ends with the problem when the person quits', async () => {
  await expect(scene([heldBy(1)], 'quit').opening).rejects.toThrow('process 1')
})

it('throws any other problem at once', async () => {
  const other = AppError.saying('db.damaged', say('db.broken', { place: '/x' }))
  const { events, opening } = scene([other], 'wait')
  await expect(opening).rejects.toThrow('/x')
  expect(events).toEqual([])
})
