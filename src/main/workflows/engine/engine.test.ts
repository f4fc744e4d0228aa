import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BuiltSandbox, buildSandbox } from '../../../../test/support/script-sandbox.ts'
import {
  createTestEngine,
  memoryJournal,
  pretendAgents,
  requestOf,
  script,
} from '../../../../test/support/workflow-rig.ts'

let sandbox: BuiltSandbox
beforeAll(async () => {
  sandbox = await buildSandbox()
}, 60_000)
afterAll(() => sandbox.remove())

it('runs', async () => {
  const journal = memoryJournal()
  const t0 = performance.now()
  const engine = createTestEngine(sandbox.host())
  for (let i = 0; i < 4; i++) {
    const t = performance.now()
    const handle = await engine.start(
      requestOf(
        {
          source: script(`phase('A'); log('hi')
  const x = await parallel([() => agent('one'), () => agent('two'), () => { throw new Error('no') }])
  return { x, spent: budget.spent() }`),
        },
        journal,
      ),
      new AbortController().signal,
    )
    console.log('started', performance.now() - t)
    const end = await handle.done
    console.log('ended', performance.now() - t)
    console.log(JSON.stringify(end))
  }
  console.log(JSON.stringify(journal.events.slice(0, 14), null, 1))
})
