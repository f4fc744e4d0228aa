import type { Page } from 'playwright'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { ContextId, EventId, ProjectId, SessionId } from '#shared/ids.ts'
import { createNewId } from '../src/main/lib/ids.ts'
import { openBenchLog } from './bench-log.ts'
import { opening, wholeRun } from './conversation.ts'

/** Each of them is four messages. */
export const LONG_RUNS = 2_500

type LongChat = {
  /** The number of runs, four messages each. */
  readonly runs?: number
  /** Whether all but the newest runs are summarized. */
  readonly isCompacted?: boolean
  /** Returns the events of one run. */
  readonly runOf?: typeof wholeRun
}

/** Runs after the newest compaction of a compacted chat. */
const RUNS_AFTER = 20

/** Adds a long chat to a home: 10,000 messages unless given. Returns its session. */
export function addLongChat(
  folder: string,
  projectId: ProjectId,
  { runs = LONG_RUNS, isCompacted = false, runOf = wholeRun }: LongChat = {},
): SessionId {
  const newId = createNewId(Date.now)
  const log = openBenchLog({ folder, name: 'orrery', newId })
  log.db.pragma('synchronous = OFF')
  const sessionId: SessionId = newId('session')
  const contextId = newId('context')
  log.bus.publish(sessionId, opening(contextId, newId, projectId))
  for (let run = 0; run < runs; run += 1) {
    const stored = log.bus.publish(sessionId, runOf(contextId, newId, run))
    const last = stored.findLast(({ kind }) => kind === 'message')
    if (!isCompacted || run !== runs - RUNS_AFTER || last === undefined) continue
    log.bus.publish(sessionId, [summaryThrough(contextId, last.id)])
  }
  log.close()
  return sessionId
}

const FACTS = { trigger: 'auto' as const, facts: { agents: false, bigJob: false } }

function summaryThrough(contextId: ContextId, compactedThrough: EventId): NewDurableEvent {
  const sizes = { tokensBefore: 600_000, tokensAfter: 20_000 }
  const summary = 'The log was built, read and measured.'
  return { kind: 'compact', contextId, payload: { summary, compactedThrough, ...sizes, ...FACTS } }
}

/** A chat by its name in the list, and words of its newest message. */
export type ChatRow = { readonly title: string; readonly newest: string }

/** Clicks a chat in the list and answers how long it took until its newest message had been painted. */
export function openChat(page: Page, chat: ChatRow): Promise<number> {
  return page.evaluate(async ({ title, newest }) => {
    const list = document.querySelector('ul[aria-label="Sessions"]')
    const row = [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].find((each) =>
      each.textContent.includes(title),
    )
    if (row === undefined) throw new Error(`There is no chat named ${title}.`)
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    const stands = () => {
      const last = [...document.querySelectorAll('[role="log"] article')].at(-1)
      const box = last?.getBoundingClientRect()
      return last?.textContent.includes(newest) === true && box !== undefined && box.top < innerHeight
    }
    const start = performance.now()
    row.click()
    for (let frames = 0; frames < 600; frames += 1) {
      await frame()
      if (!stands()) continue
      // The frame in which it stands there has been drawn when the next one begins.
      await frame()
      return performance.now() - start
    }
    throw new Error(`${title} was not shown.`)
  }, chat)
}
