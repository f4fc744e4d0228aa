import { type AttemptSet, EMPTY_SET, foldAttempts } from '../attempts/fold-attempts.ts'
import type { ContextId, RequestId, RunId } from '../ids.ts'
import { never } from '../never.ts'
import type { Plan } from '../plan/plan.ts'
import type { JobRecord } from '../process/job.ts'
import type { RunRecord } from '../run/run.ts'
import type { Interaction } from '../session/interactions/interaction.ts'
import type { SessionNote } from '../session/notes/note.ts'
import type { QueueItem } from '../session/queue/queue.ts'
import type { ContextRecord, SessionRecord } from '../session/session.ts'
import { EMPTY_WORKFLOW, foldWorkflow, type WorkflowView } from '../workflow/fold-workflow.ts'
import type { DurableEvent } from './event.ts'
import { foldContexts } from './fold-contexts.ts'
import { foldInteractions } from './fold-interactions.ts'
import { foldJobs } from './fold-jobs.ts'
import { foldNotes } from './fold-notes.ts'
import { foldPlans } from './fold-plans.ts'
import { foldQueue } from './fold-queue.ts'
import { foldRuns } from './fold-runs.ts'
import { chargeSession, foldSession } from './fold-session.ts'
import { foldSideQueryAnswers } from './fold-side-query-answers.ts'
import { GOVERNANCE } from './governance.ts'

/** Everything main and a window know about one session besides its messages. */
export type SessionFolds = {
  readonly lastSeq: number
  readonly session: SessionRecord | null
  readonly contexts: Readonly<Record<ContextId, ContextRecord>>
  /** Unfinished runs and the newest finished ones; the table has them all. */
  readonly runs: Readonly<Record<RunId, RunRecord>>
  readonly plans: Readonly<Record<string, Plan>>
  readonly queue: readonly QueueItem[]
  /** By their keys. */
  readonly notes: readonly SessionNote[]
  /** Running background programs and the newest ended ones, oldest first. */
  readonly jobs: readonly JobRecord[]
  readonly interactions: Readonly<Record<RequestId, Interaction>>
  /** The newest attempt of the workflow run this session belongs to; null for a chat. */
  readonly workflow: WorkflowView | null
  /** The set of attempts this session is the log of; null for any other session. */
  readonly attempts: AttemptSet | null
}

export const EMPTY_FOLDS: SessionFolds = {
  lastSeq: 0,
  session: null,
  contexts: {},
  runs: {},
  plans: {},
  queue: [],
  notes: [],
  jobs: [],
  interactions: {},
  workflow: null,
  attempts: null,
}

/** Event kinds that do not reorder the chat list. Renaming a chat, for example, is not activity in it. */
const STILL: ReadonlySet<DurableEvent['kind']> = new Set(['session.meta', 'side.answered'])

/**
 * The one fold: main computes its tables with it and windows their stores. It is total and pure, ignores an
 * event it has seen, and leaves every part it does not touch the same object.
 */
export function fold(folds: SessionFolds, event: DurableEvent): SessionFolds {
  if (event.seq <= folds.lastSeq) return folds
  const next = apply(folds, event)
  const lastSeq = event.seq
  const { session } = next
  if (session === null) return { ...next, lastSeq }
  const updatedAt = STILL.has(event.kind) ? session.updatedAt : Math.max(session.updatedAt, event.ts)
  return { ...next, session: { ...session, lastSeq, updatedAt }, lastSeq }
}

function apply(folds: SessionFolds, event: DurableEvent): SessionFolds {
  const advanced = GOVERNANCE[event.kind].leaf === 'advance' || event.kind === 'leaf.moved'
  const base = advanced ? { ...folds, contexts: foldContexts(folds.contexts, event) } : folds
  switch (event.kind) {
    case 'session.created':
    case 'session.meta':
      return { ...base, session: foldSession(base.session, event) }
    case 'context.status':
      return { ...base, contexts: foldContexts(base.contexts, event) }
    case 'run.status':
      return { ...base, runs: foldRuns(base.runs, event) }
    case 'turn.ended': {
      const { runId, usage, model } = event.payload
      const session = chargeSession(base.session, model ?? base.runs[runId]?.model, usage)
      return { ...base, session, runs: foldRuns(base.runs, event) }
    }
    case 'plan.created':
    case 'plan.changed':
    case 'plan.step':
      return { ...base, plans: foldPlans(base.plans, event) }
    case 'queue.changed':
      return { ...base, queue: foldQueue(base.queue, event.payload) }
    case 'note.changed':
      return { ...base, notes: foldNotes(base.notes, event) }
    case 'side.answered':
      return { ...base, contexts: foldSideQueryAnswers(base.contexts, event) }
    case 'job.changed':
      return { ...base, jobs: foldJobs(base.jobs, event.payload) }
    case 'interaction.requested':
    case 'interaction.resolved':
      return { ...base, interactions: foldInteractions(base.interactions, event) }
    case 'workflow.started':
    case 'workflow.phase':
    case 'workflow.agent':
    case 'workflow.log':
    case 'workflow.ended':
      return { ...base, workflow: foldWorkflow(base.workflow ?? EMPTY_WORKFLOW, event, event.ts) }
    case 'attempts.started':
    case 'attempts.added':
    case 'attempts.checked':
    case 'attempts.picked':
    case 'attempts.applied':
    case 'attempts.removed':
    case 'attempts.limited':
      return { ...base, attempts: foldAttempts(base.attempts ?? EMPTY_SET, event) }
    case 'message':
    case 'harness.item':
    case 'compact':
    case 'exchange.snipped':
    case 'exchange.restored':
    case 'leaf.moved':
    case 'restore.begun':
    case 'restore.ended':
    case 'instructions.snapshot':
    case 'ext.data':
    case 'audit':
      return base
    default:
      return never(event)
  }
}
