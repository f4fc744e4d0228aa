import { expect, it } from 'vitest'
import type { RunRecord } from '#shared/run/run.ts'
import type { Child } from '../records/child-task.ts'
import { retriedAgent } from './retried-agent.ts'

const hung = { status: 'failed' } as RunRecord
const good = { status: 'completed' } as RunRecord

function child(run: RunRecord, stops: unknown[] = []) {
  let move = () => {}
  const moved = new Promise<void>((resolve) => {
    move = resolve
  })
  const made = { done: Promise.resolve(run), moved, tools: () => 1, stop: (why: unknown) => stops.push(why) }
  return { ...(made as unknown as Child), move: () => move() }
}

it('is waited for until no other run follows', async () => {
  const heard: RunRecord[] = []
  const following = [child(hung), child(good)]
  const next = (run: RunRecord) => {
    heard.push(run)
    return following.shift() ?? null
  }
  expect(await retriedAgent(child(hung), next).done).toBe(good)
  expect(heard).toEqual([hung, hung, good])
})

it('stops and moves the one that works', async () => {
  const stops: unknown[] = []
  const second = child(good, stops)
  const both = retriedAgent(child(hung), (run) => (run === hung ? second : null))
  await both.done
  both.stop('enough')
  second.move()
  await both.moved
  expect(stops).toEqual(['enough'])
})
