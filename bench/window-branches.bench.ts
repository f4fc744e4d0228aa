import { join } from 'node:path'
import type { Page } from 'playwright'
import type { EventId, ProjectId } from '#shared/ids.ts'
import { createNewId } from '../src/main/lib/ids.ts'
import { openBenchApp } from './bench-app.ts'
import { openBenchLog } from './bench-log.ts'
import { LONG_TITLE, opening, wholeRun } from './conversation.ts'
import { openElectron } from './electron-app.ts'
import { median } from './measure.ts'
import { startModel } from './model-process.ts'
import { atMost, type Bench, figure } from './row.ts'

const RUNS = 2_500
const ROUNDS = 9
const MOST_MS = 150

/** How fast another branch stands there, and the place one goes back to, in a chat of 10,000 messages. */
const windowBranches: Bench = async (context) => {
  const model = await startModel(context.root)
  const app = await openBenchApp(context.folder, model.baseUrl)
  await app.say('rounds 1')
  await app.close()
  addParted(join(app.home, 'data'), app.project.id)

  const { page, quit } = await openElectron(context, 'orrery', app.home)
  await page.getByRole('list', { name: 'Sessions' }).getByText(LONG_TITLE).click()
  const previous = { button: 'Previous branch', until: 'Branch 1 of 2' }
  const next = { button: 'Next branch', until: 'Branch 2 of 2' }
  await page.getByText(next.until).waitFor()
  const branches: number[] = []
  const rewinds: number[] = []
  const undone: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    branches.push(await painted(page, previous), await painted(page, next))
    rewinds.push(await painted(page, { button: 'Rewind to here', until: null }))
    undone.push(await painted(page, { button: 'Undo', until: next.until }))
  }
  await quit()
  await model.stop()
  return [
    atMost('click to another branch of 10,000 messages painted', median(branches), 'ms', MOST_MS),
    figure('  the slowest', Math.max(...branches), 'ms'),
    atMost('click to the place gone back to painted', median(rewinds), 'ms', MOST_MS),
    figure('  the slowest', Math.max(...rewinds), 'ms'),
    figure('  click on Undo to the branch painted again', median(undone), 'ms'),
  ]
}
export default windowBranches

/** A long chat whose newest question was asked in two ways. */
function addParted(folder: string, projectId: ProjectId): void {
  const newId = createNewId(Date.now)
  const log = openBenchLog({ folder, name: 'orrery', newId })
  log.db.pragma('synchronous = OFF')
  const sessionId = newId('session')
  const contextId = newId('context')
  log.bus.publish(sessionId, opening(contextId, newId, projectId))
  let parting: EventId | null = null
  for (let run = 0; run <= RUNS; run += 1) {
    if (run === RUNS - 1) parting = log.store.folds(sessionId).contexts[contextId]?.leaf ?? null
    if (run === RUNS) {
      const payload = { cause: 'rewind', contextId, to: parting } as const
      log.bus.publish(sessionId, [{ kind: 'leaf.moved', payload }])
    }
    log.bus.publish(sessionId, wholeRun(contextId, newId, run))
  }
  log.close()
}

type Click = {
  readonly button: string
  /** Words that stand in the chat afterwards; null for a place at which the chat has no branches to show. */
  readonly until: string | null
}

/** Clicks the last button of a name and answers how long it took until what follows from that had been painted. */
function painted(page: Page, click: Click): Promise<number> {
  return page.evaluate(async ({ button: name, until }) => {
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    const button = [...document.querySelectorAll<HTMLElement>('button')].findLast(
      (each) =>
        (each.getAttribute('aria-label') ?? each.textContent.trim()) === name &&
        !each.hasAttribute('disabled'),
    )
    if (button === undefined) throw new Error(`There is no button ${name}.`)
    const stands = () => {
      const words = document.querySelector('[role="log"]')?.textContent ?? ''
      return until === null ? !words.includes('Branch 2 of 2') && words !== '' : words.includes(until)
    }
    const start = performance.now()
    button.click()
    for (let frames = 0; frames < 600; frames += 1) {
      await frame()
      if (!stands()) continue
      // The frame in which it stands there has been drawn when the next one begins.
      await frame()
      return performance.now() - start
    }
    throw new Error(`Nothing came of ${name}.`)
  }, click)
}
