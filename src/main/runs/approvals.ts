import { AppError } from '#shared/errors.ts'
import type { DurablePayload, NewDurableEvent } from '#shared/events/event.ts'
import type { InteractionOutcome } from '#shared/events/run-events.ts'
import type { RequestId, SessionId } from '#shared/ids.ts'
import type { Remember } from '#shared/permission/rule.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { Interaction } from '#shared/session/interaction.ts'
import type { NewId } from '../lib/ids.ts'
import type { RunHandle } from './run-handle.ts'
import type { RunLog } from './supervisor.ts'

/** What the person said. `value` is the answer to a question, or the reason of a refusal. */
export type Resolution = { readonly outcome: InteractionOutcome; readonly value?: string }

type Deps = { readonly log: RunLog; readonly newId: NewId }

/**
 * Waits for the person. A request is an event before anybody waits for it, so it is still there after a reload
 * or a restart.
 */
export function createApprovals({ log, newId }: Deps) {
  const waiting = new Map<RequestId, (resolution: Resolution) => void>()

  return {
    /** Asks and waits, for as long as it takes. Rejects with the signal's reason. */
    request: async (
      run: RunHandle,
      ask: Omit<Interaction, 'requestId'>,
      signal: AbortSignal,
    ): Promise<Resolution> => {
      signal.throwIfAborted()
      const requestId = newId('request')
      const asked: NewDurableEvent = { kind: 'interaction.requested', payload: { ...ask, requestId } }
      run.publish(
        run.record().status === 'running' ? [asked, statusEvent(run.record(), 'awaiting_user')] : [asked],
      )
      return new Promise((resolve, reject) => {
        const stop = () => {
          waiting.delete(requestId)
          reject(signal.reason)
        }
        signal.addEventListener('abort', stop, { once: true })
        waiting.set(requestId, (resolution) => {
          signal.removeEventListener('abort', stop)
          resolve(resolution)
        })
      })
    },
    /**
     * Stores the answer and lets the run go on. Answers with the request, and whether a run of this start was
     * waiting for it; if not, the run has to be taken up again.
     */
    resolve: (
      sessionId: SessionId,
      requestId: RequestId,
      resolution: Resolution,
      remember: Remember,
    ): { ask: Interaction; waited: boolean } => {
      const ask = log.folds(sessionId).interactions[requestId]
      if (ask === undefined) throw new AppError('queue.gone', 'This request has already been answered.')
      const { outcome, value } = resolution
      const payload: DurablePayload<'interaction.resolved'> = {
        requestId,
        outcome,
        remember,
        ...(value === undefined ? {} : { value }),
      }
      const run = ask.runId === undefined ? undefined : log.folds(sessionId).runs[ask.runId]
      const common = run === undefined ? {} : { runId: run.runId, contextId: run.contextId }
      const resolved: NewDurableEvent = { kind: 'interaction.resolved', ...common, payload }
      const others = Object.values(log.folds(sessionId).interactions).some(
        (open) => open.runId === ask.runId && open.requestId !== requestId,
      )
      const goesOn = run?.status === 'awaiting_user' && !others
      log.publish(sessionId, goesOn ? [resolved, { ...common, ...statusEvent(run, 'running') }] : [resolved])
      const waiter = waiting.get(requestId)
      waiting.delete(requestId)
      waiter?.(resolution)
      return { ask, waited: waiter !== undefined }
    },
  }
}

export type Approvals = ReturnType<typeof createApprovals>

function statusEvent(run: RunRecord, to: RunRecord['status']): NewDurableEvent {
  return { kind: 'run.status', payload: { runId: run.runId, from: run.status, to } }
}
