import { AppError } from '#shared/errors.ts'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { Message } from '#shared/session/message.ts'
import { textOf } from '#shared/session/message-words.ts'
import { leafMoved } from '../run/leaf-moved.ts'
import { told } from '../run/notices.ts'
import type { RunHandle } from '../run/run-handle.ts'
import type { HooksOfRun, RunHooksOf } from '../run/run-hooks.ts'
import type { RunLog } from '../run/run-log.ts'
import type { Work } from '../run/supervisor.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly pathOf: (run: RunHandle) => readonly DurableEvent[]
  readonly hooksOf: RunHooksOf
}

type Prompt = Extract<DurableEvent, { kind: 'message' }>

/**
 * Lets hooks have a look at a chat that is begun or taken up, and at every message before it is answered. A message
 * that is refused leaves the branch, so that no later request carries it along; it stays in the log as a way of its
 * own that can be gone back to. One that is put in other words stays in the same manner.
 */
export function createHookedStart({ log, pathOf, hooksOf }: Deps) {
  /** Chats that hooks were told of since the app was started. */
  const begun = new Set<SessionId>()

  const begin = async (run: RunHandle, hooks: HooksOfRun): Promise<void> => {
    const { sessionId, signal } = run
    if (begun.has(sessionId)) return
    begun.add(sessionId)
    const resumed = Object.keys(log.folds(sessionId).runs).length > 1
    const { out } = await hooks.ask('session.start', { sessionId, resumed }, signal)
    hooks.add('session.start', out.inject)
  }

  const submit = async (run: RunHandle, hooks: HooksOfRun): Promise<void> => {
    const prompt = hooks.has('prompt.submit') ? promptOf(run, pathOf(run)) : null
    if (prompt === null) return
    const text = textOf(prompt.payload.message)
    const back = leafMoved(run.contextId, prompt.parentId, 'rewind')
    try {
      const { input, out } = await hooks.ask('prompt.submit', { text }, run.signal)
      if (input.text !== text) run.publish([back, inOtherWords(prompt, input.text)])
      hooks.add('prompt.submit', out.inject)
    } catch (error) {
      if (error instanceof AppError && error.code.startsWith('hook.')) {
        run.publish([back, told([...(error.said ?? []), say('hook.notSent')], prompt.id)])
      }
      throw error
    }
  }

  return (work: Work): Work =>
    async (run) => {
      const hooks = await hooksOf(run)
      await begin(run, hooks)
      await submit(run, hooks)
      await work(run)
    }
}

/** Asks hooks whether a run may begin. Throws `hook.blocked` when one does not let it. */
export async function askToStart(hooks: HooksOfRun, run: RunHandle): Promise<void> {
  if (!hooks.has('run.start')) return
  const { runId, kind, agentId } = run.record()
  await hooks.ask('run.start', { runId, kind, agentId }, run.signal)
}

/** The message a run is about to answer; null for one that was begun without, or has got further. */
function promptOf(run: RunHandle, path: readonly DurableEvent[]): Prompt | null {
  const { inputEventId } = run.record()
  const at = path.findLastIndex(({ id }) => id === inputEventId)
  const prompt = path[at]
  if (prompt?.kind !== 'message' || path.slice(at + 1).some(({ kind }) => kind === 'message')) return null
  return prompt
}

function inOtherWords({ payload }: Prompt, text: string): NewDurableEvent {
  const files = payload.message.parts.filter(({ t }) => t === 'file')
  const message: Message = { ...payload.message, parts: [{ t: 'text', text }, ...files] }
  return { kind: 'message', payload: { message } }
}
