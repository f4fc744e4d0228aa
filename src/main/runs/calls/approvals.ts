import { AppError } from '#shared/errors.ts'
import type { DurablePayload, NewDurableEvent } from '#shared/events/event.ts'
import type { InteractionOutcome } from '#shared/events/run-events.ts'
import type { RequestId, SessionId } from '#shared/ids.ts'
import type { Remember } from '#shared/permission/rule.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { say } from '#shared/sentences.ts'
import type { Interaction } from '#shared/session/interactions/interaction.ts'
import type { NewId } from '../../lib/ids.ts'
import type { RunHandle } from '../run/run-handle.ts'
import type { RunLog } from '../run/run-log.ts'

/** The person's answer. `value` is the answer to a question, or the reason of a denial. */
export type Resolution = { readonly outcome: InteractionOutcome; readonly value?: string }

type Deps = { readonly log: RunLog; readonly newId: NewId }

/**
 * Waits for the person. A request is an event before anybody waits for it, so it is still there after a reload
 * or a restart.
 */
export function createApprovals({ log, newId }: Deps) {
  const waiting = new Map<RequestId, (resolution: Resolution) => void>()

  const withdraw = (run: RunHandle, requestId: RequestId): void => {
    const expired: NewDurableEvent = {
      kind: 'interaction.resolved',
      payload: { requestId, outcome: 'expired' },
    }
    const goesOn = isLastOf(log, run.record(), requestId)
    run.publish(goesOn ? [expired, statusEvent(run.record(), 'running')] : [expired])
  }

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
          // When the whole run stops, its end closes all requests. Otherwise only this one is obsolete.
          if (!run.signal.aborted) withdraw(run, requestId)
          reject(signal.reason)
        }
        signal.addEventListener('abort', stop, { once: true })
        waiting.set(requestId, (resolution) => {
          signal.removeEventListener('abort', stop)
          resolve(resolution)
        })
      })
    },
    /** Whether a run waits for the answer. */
    isWaiting: (requestId: RequestId): boolean => waiting.has(requestId),
    /**
     * Stores the answer and resumes the run. Returns the request and whether a live run was waiting;
     * otherwise the run must be taken up again.
     */
    resolve: (
      sessionId: SessionId,
      requestId: RequestId,
      resolution: Resolution,
      remember: Remember,
    ): { ask: Interaction; waited: boolean } => {
      const ask = log.folds(sessionId).interactions[requestId]
      if (ask === undefined) throw AppError.saying('queue.gone', say('chat.answered'))
      const { outcome, value } = resolution
      // Windows lock their buttons for a truncated diff, but the rule must hold for every caller: unseen
      // content cannot be approved.
      const isCut = ask.preview?.kind === 'diff' && ask.preview.diff.cut
      if (outcome === 'approved' && isCut) throw AppError.saying('ipc.refused', say('chat.cutNotAllowed'))
      const payload: DurablePayload<'interaction.resolved'> = {
        requestId,
        outcome,
        remember,
        ...(value === undefined ? {} : { value }),
      }
      const run = ask.runId === undefined ? undefined : log.folds(sessionId).runs[ask.runId]
      const common = run === undefined ? {} : { runId: run.runId, contextId: run.contextId }
      const resolved: NewDurableEvent = { kind: 'interaction.resolved', ...common, payload }
      const goesOn = run !== undefined && isLastOf(log, run, requestId)
      log.publish(sessionId, goesOn ? [resolved, { ...common, ...statusEvent(run, 'running') }] : [resolved])
      const waiter = waiting.get(requestId)
      waiting.delete(requestId)
      waiter?.(resolution)
      return { ask, waited: waiter !== undefined }
    },
  }
}

export type Approvals = ReturnType<typeof createApprovals>

/** Whether this is the only request the run waits for. */
function isLastOf(log: RunLog, run: RunRecord, requestId: RequestId): boolean {
  if (run.status !== 'awaiting_user') return false
  const open = Object.values<Interaction>(log.folds(run.sessionId).interactions)
  return !open.some((ask) => ask.runId === run.runId && ask.requestId !== requestId)
}

function statusEvent(run: RunRecord, to: RunRecord['status']): NewDurableEvent {
  return { kind: 'run.status', payload: { runId: run.runId, from: run.status, to } }
}
