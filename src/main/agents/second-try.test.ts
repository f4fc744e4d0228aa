import { expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { say } from '#shared/sentences.ts'
import type { Child } from './child-task.ts'
import { withSecondTry } from './second-try.ts'

const hung = {
  status: 'failed',
  error: AppError.saying('limit.exceeded', say('agent.silent', { time: '16 minutes' })).toData(),
} as RunRecord
const slow = {
  status: 'failed',
  error: AppError.saying('limit.exceeded', say('agent.outOfTime', { time: '16 minutes' })).toData(),
} as RunRecord
const good = { status: 'completed' } as RunRecord

function child(run: RunRecord, stops: unknown[] = []) {
  let move = () => {}
  const moved = new Promise<void>((resolve) => {
    move = resolve
  })
  const made = { done: Promise.resolve(run), moved, tools: () => 1, stop: (why: unknown) => stops.push(why) }
  return { ...(made as unknown as Child), move: () => move() }
}

it('tries an agent that hung again, once, and waits for that', async () => {
  let tries = 0
  const again = () => {
    tries += 1
    return child(tries === 1 ? hung : good)
  }
  expect(await withSecondTry(child(hung), again).done).toBe(hung)
  expect(tries).toBe(1)
  expect(await withSecondTry(child(hung), () => child(good)).done).toBe(good)
})

it('tries nothing again that ended in another way, or that nobody wants any more', async () => {
  const never = () => {
    throw new Error('again')
  }
  expect(await withSecondTry(child(good), never).done).toBe(good)
  expect(await withSecondTry(child(slow), never).done).toBe(slow)
  expect(await withSecondTry(child(hung), () => null).done).toBe(hung)
})

it('stops and moves the one that works', async () => {
  const stops: unknown[] = []
  const second = child(good, stops)
  const both = withSecondTry(child(hung), () => second)
  await both.done
  both.stop('enough')
  second.move()
  await both.moved
  expect(stops).toEqual(['enough'])
})
