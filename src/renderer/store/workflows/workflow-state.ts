import type { AppErrorData } from '#shared/errors.ts'
import type { AttachReply } from '#shared/events/delivery.ts'
import type { SessionEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import { EMPTY_WORKFLOW, foldWorkflow, type WorkflowView } from '#shared/workflow/fold-workflow.ts'
import type { EventBatch } from '../attach-gate.ts'

/** One workflow run as this window follows it, through the hidden session that holds its events. */
export type WorkflowState = {
  /** The session of the run that is shown, or null for none. */
  readonly sessionId: SessionId | null
  /** The one that was asked for and has not answered yet; what was shown stays until then. */
  readonly opening: SessionId | null
  readonly problem: AppErrorData | null
  readonly epoch: string
  readonly seq: number
  /** Null until the run has begun its first attempt. */
  readonly view: WorkflowView | null
}

export const NO_WORKFLOW: WorkflowState = {
  sessionId: null,
  opening: null,
  problem: null,
  epoch: '',
  seq: 0,
  view: null,
}

/** The state an attach answers with. */
export function attachedRun(sessionId: SessionId, reply: AttachReply): WorkflowState {
  const { epoch, folds, cursor } = reply
  return { sessionId, opening: null, problem: null, epoch, seq: cursor.seq, view: folds.workflow }
}

/** Applies batches in a row. `joins` is false when a piece is missing; what came before it is in the state. */
export function followedRuns(
  before: WorkflowState,
  batches: readonly EventBatch[],
): { readonly state: WorkflowState; readonly joins: boolean } {
  let state = before
  for (const batch of batches) {
    if (batch.sessionId !== state.sessionId) continue
    if (batch.epoch !== state.epoch || batch.prevSeq > state.seq) return { state, joins: false }
    state = followed(state, batch)
  }
  return { state, joins: true }
}

function followed(state: WorkflowState, batch: EventBatch): WorkflowState {
  let { seq, view } = state
  for (const event of batch.events) {
    if (event.seq <= seq) continue
    seq = event.seq
    view = withEvent(view, event)
  }
  return seq === state.seq ? state : { ...state, seq, view }
}

function withEvent(view: WorkflowView | null, event: SessionEvent): WorkflowView | null {
  switch (event.kind) {
    case 'workflow.started':
    case 'workflow.phase':
    case 'workflow.agent':
    case 'workflow.log':
    case 'workflow.ended':
      return foldWorkflow(view ?? EMPTY_WORKFLOW, event, event.ts)
    default:
      return view
  }
}
