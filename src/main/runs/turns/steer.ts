import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { QueueItemId } from '#shared/ids.ts'
import { effortOfMessage } from '#shared/run/effort-directive.ts'
import { say } from '#shared/sentences.ts'
import type { Message } from '#shared/session/message.ts'
import type { QueueItem } from '#shared/session/queue/queue.ts'
import { told } from '../run/notices.ts'
import type { RunHandle } from '../run/run-handle.ts'
import type { HooksOfRun } from '../run/run-hooks.ts'
import type { RunLog } from '../run/run-log.ts'
import { partsOf } from './chat-start.ts'

/**
 * Lets the words that wait in the steer lane join the run. Each becomes an item of the branch in the same
 * transaction that takes it off the queue, between turns, so it can neither be lost nor fall off the branch.
 * True when there were some.
 */
export function takeSteers(log: RunLog, run: RunHandle): boolean {
  const joined = joining(steersOf(log, run))
  return joined.length > 0 && run.publish(joined).length > 0
}

/** The same where hooks look at everything the person says. What they refuse stays in the queue, held. */
export async function submitSteers(log: RunLog, run: Hearer, hooks: HooksOfRun): Promise<boolean> {
  const joined = await lookedAt(log, run, hooks)
  return joined.length > 0 && run.publish(joined).length > 0
}

/** The recipient: a run, or an agent about to resume. */
type Hearer = Pick<RunHandle, 'sessionId' | 'signal' | 'publish'>

/**
 * Returns the events for pending messages once hooks have checked them all; until then they stay queued.
 * Denied messages are held at once.
 */
export async function lookedAt(
  log: RunLog,
  run: Hearer,
  hooks: HooksOfRun,
): Promise<readonly NewDurableEvent[]> {
  const passed = new Map<QueueItemId, { readonly was: string; readonly text: string }>()
  for (const { itemId } of steersOf(log, run)) {
    const item = steersOf(log, run).find((each) => each.itemId === itemId)
    if (item === undefined) continue
    const text = await submitted(run, hooks, item)
    if (text !== null) passed.set(itemId, { was: item.text, text })
  }
  // It may have been edited or taken back while it or another one was looked at.
  return joining(
    steersOf(log, run).flatMap((item) => {
      const seen = passed.get(item.itemId)
      return seen?.was === item.text ? [{ ...item, text: seen.text }] : []
    }),
  )
}

/** Whether steering messages are pending for the run. */
export function hasSteers(log: Pick<RunLog, 'folds'>, run: Pick<RunHandle, 'sessionId'>): boolean {
  return steersOf(log, run).length > 0
}

/** Each leaves the queue and joins in one step. */
function joining(waiting: readonly QueueItem[]): NewDurableEvent[] {
  return waiting.flatMap((item) => [
    { kind: 'queue.changed', payload: { lane: item.lane, op: 'consume', itemId: item.itemId } },
    asEvent(item),
  ])
}

/** Returns a message as an item; with images it becomes a message of its own. */
function asEvent({ itemId, text: written, files = [], by, call }: QueueItem): NewDurableEvent {
  // The effort of an active run stays as it is.
  const { words: text } = effortOfMessage(written)
  if (files.length > 0) {
    const message: Message = { role: 'user', parts: [...partsOf(text, files)] }
    return { kind: 'message', payload: { message, queueItemId: itemId } }
  }
  return {
    kind: 'harness.item',
    payload: {
      kind: 'steer',
      origin: 'user',
      content: text,
      visibility: 'display',
      lifetime: 'session',
      placement: 'in-place',
      ...(by === undefined ? {} : { data: { by, ...(call === undefined ? {} : { call }) } }),
    },
  }
}

/** The words as hooks leave them; null when they may not be sent. */
async function submitted(run: Hearer, hooks: HooksOfRun, item: QueueItem): Promise<string | null> {
  try {
    const { input, out } = await hooks.ask('prompt.submit', { text: item.text }, run.signal)
    hooks.add('prompt.submit', out.inject)
    return input.text
  } catch (error) {
    if (!(error instanceof AppError) || !error.code.startsWith('hook.')) throw error
    const { itemId, lane } = item
    run.publish([
      { kind: 'queue.changed', payload: { lane, op: 'hold', itemId } },
      told([...(error.said ?? []), say('hook.held')]),
    ])
    return null
  }
}

function steersOf(log: Pick<RunLog, 'folds'>, { sessionId }: Pick<RunHandle, 'sessionId'>) {
  return log.folds(sessionId).queue.filter((item) => item.lane === 'steer' && !item.held)
}
