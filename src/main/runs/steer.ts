import { AppError } from '#shared/errors.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import { say } from '#shared/sentences.ts'
import type { Message } from '#shared/session/message.ts'
import type { QueueItem } from '#shared/session/queue.ts'
import { partsOf } from './chat-start.ts'
import { told } from './notices.ts'
import type { RunHandle } from './run-handle.ts'
import type { HooksOfRun } from './run-hooks.ts'
import type { RunLog } from './run-log.ts'

/**
 * Lets the words that wait in the steer lane join the run. Each becomes an item of the branch in the same
 * transaction that takes it off the queue, between turns, so it can neither be lost nor fall off the branch.
 * True when there were some.
 */
export function takeSteers(log: RunLog, run: RunHandle): boolean {
  return join(run, steersOf(log, run))
}

/** Whose conversation it is: a run, or an agent that is about to go on. */
type Hearer = Pick<RunHandle, 'sessionId' | 'signal' | 'publish'>

/** The same where hooks look at everything the person says. What they refuse stays in the queue, held. */
export async function submitSteers(log: RunLog, run: Hearer, hooks: HooksOfRun): Promise<boolean> {
  let hasJoined = false
  for (const { itemId } of steersOf(log, run)) {
    // It may have been edited or taken back while another one was looked at.
    const item = steersOf(log, run).find((each) => each.itemId === itemId)
    if (item === undefined) continue
    const text = await submitted(run, hooks, item)
    const now = steersOf(log, run).find((each) => each.itemId === itemId)
    if (text !== null && now?.text === item.text) hasJoined = join(run, [{ ...now, text }]) || hasJoined
  }
  return hasJoined
}

/** True when words of the person wait to join the run. */
export function hasSteers(log: Pick<RunLog, 'folds'>, run: Pick<RunHandle, 'sessionId'>): boolean {
  return steersOf(log, run).length > 0
}

function join(run: Pick<RunHandle, 'publish'>, waiting: readonly QueueItem[]): boolean {
  if (waiting.length === 0) return false
  const stored = run.publish(
    waiting.flatMap((item): NewDurableEvent[] => [
      { kind: 'queue.changed', payload: { lane: item.lane, op: 'consume', itemId: item.itemId } },
      joining(item),
    ]),
  )
  return stored.length > 0
}

/** Words alone are side information for what goes on; with pictures they are a message of their own. */
function joining({ itemId, text, files = [], by }: QueueItem): NewDurableEvent {
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
      ...(by === undefined ? {} : { data: { by } }),
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
