import { beforeAll, expect, it } from 'vitest'
import { type BuiltSandbox, buildSandbox } from '../../../../test/support/disk/script-sandbox.ts'
import {
  createTestEngine,
  linesOf,
  memoryJournal,
  never,
  type Pretended,
  type PretendedEnd,
  pretendAgents,
  requestOf,
  script,
  type TestRequest,
} from '../../../../test/support/rigs/workflow-rig.ts'

let sandbox: BuiltSandbox
beforeAll(async () => {
  sandbox = await buildSandbox()
}, 60_000)

/** A run whose agents answer when the test says so. */
async function begin(request: TestRequest) {
  const answers: ((end: PretendedEnd) => void)[] = []
  let arrived = () => {}
  const act: Pretended = (_task, _watch, signal) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve({ error: 'cut', tokens: 1 }))
      answers.push(resolve)
      arrived()
    })
  const journal = memoryJournal()
  const agents = pretendAgents(act)
  const handle = await createTestEngine(sandbox.host()).start(
    requestOf({ ...request, agents }, journal),
    never,
  )
  const atWork = async (count: number) => {
    while (answers.length < count) {
      await new Promise<void>((resolve) => {
        arrived = resolve
      })
    }
  }
  const answer = (at: number, end: PretendedEnd) => answers[at]?.(end)
  return { handle, journal, agents, atWork, answer }
}

const THREE = script(`return await parallel(['a', 'b', 'c'].map((x) => () => agent(x)))`)

it('lets who is at work finish, starts nobody else, and goes on from there', async () => {
  const first = await begin({ source: THREE, concurrency: 2 })
  await first.atWork(2)
  first.handle.pause()
  first.answer(0, 'A')
  first.answer(1, 'B')
  expect(await first.handle.done).toEqual({ state: 'paused', spent: 20 })
  expect(first.journal.rows.map(({ value }) => value)).toEqual(['A', 'B'])
  expect(first.agents.tasks.map(({ prompt }) => prompt)).toEqual(['a', 'b'])
  expect(linesOf(first.journal.events).slice(-2)).toEqual(['agent 3 queued', 'ended paused'])
  expect(first.handle.snapshot().agents[2]).toMatchObject({ state: 'queued', waits: null, startedAt: null })

  const second = await begin({ source: THREE, attempt: 2, memo: first.journal.rows })
  await second.atWork(1)
  second.answer(0, 'C')
  expect(await second.handle.done).toMatchObject({ state: 'done', value: ['A', 'B', 'C'] })
})

it('takes two wishes to pause for one', async () => {
  const { handle, atWork, answer } = await begin({ source: THREE, concurrency: 1 })
  await atWork(1)
  handle.pause()
  handle.pause()
  answer(0, 'A')
  expect(await handle.done).toMatchObject({ state: 'paused' })
})

it('is done when the script needed nobody else', async () => {
  const { handle, atWork, answer } = await begin({ source: script(`return await agent('a')`) })
  await atWork(1)
  handle.pause()
  answer(0, 'A')
  expect(await handle.done).toMatchObject({ state: 'done', value: 'A' })
})

it('can be stopped while who is at work finishes', async () => {
  const { handle, atWork } = await begin({ source: THREE, concurrency: 1 })
  await atWork(1)
  handle.pause()
  expect(await handle.stop('stopped')).toMatchObject({ state: 'stopped' })
})

it('starts who is started again while it pauses', async () => {
  const { handle, atWork, answer } = await begin({ source: THREE, concurrency: 1 })
  await atWork(1)
  handle.pause()
  answer(0, { error: 'It went wrong.' })
  await atWork(2)
  answer(1, 'A')
  expect(await handle.done).toMatchObject({ state: 'paused' })
})

it('fails at any other limit than the budget', async () => {
  const source = script(`return await parallel(Array.from({ length: 5000 }, () => () => agent('a')))`)
  const { handle } = await begin({ source, budget: 10_000 })
  expect(await handle.done).toMatchObject({ state: 'failed', error: { code: 'limit.exceeded' } })
})
