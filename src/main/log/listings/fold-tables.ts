import { ATTEMPT_PAYLOADS, type AttemptEventKind } from '#shared/attempts/attempt-events.ts'
import { type AttemptSet, EMPTY_SET, foldAttempts } from '#shared/attempts/fold-attempts.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import type { SessionFolds } from '#shared/events/fold.ts'
import { PlanId, RequestId, type SessionId } from '#shared/ids.ts'
import { Plan } from '#shared/plan/plan.ts'
import { JobRecord } from '#shared/process/job.ts'
import { jobNumber } from '#shared/process/job-address.ts'
import { RunRecord } from '#shared/run/run.ts'
import { Interaction } from '#shared/session/interactions/interaction.ts'
import { SessionNote } from '#shared/session/notes/note.ts'
import { QueueItem } from '#shared/session/queue/queue.ts'
import { ContextRecord, SessionRecord } from '#shared/session/session.ts'
import { EMPTY_WORKFLOW, foldWorkflow, type WorkflowView } from '#shared/workflow/fold-workflow.ts'
import { WORKFLOW_PAYLOADS, type WorkflowEventKind } from '#shared/workflow/workflow-events.ts'
import { eventOf } from '../event-row.ts'
import { type LogRows, sessionValues } from '../rows.ts'

/** The folds of a session before and after a change. */
export type FoldsChange = {
  readonly before: SessionFolds
  readonly after: SessionFolds
  /** Runs that have ended and were let go of in between, as they were last. */
  readonly left: readonly RunRecord[]
}

/** Writes the rows of what differs. Belongs in the append's transaction. */
export function writeFolds(rows: LogRows, { before, after, left }: FoldsChange): void {
  const session = after.session
  if (session === null) return
  if (session !== before.session) rows.putSession.run(...sessionValues(session))
  for (const context of changed(before.contexts, after.contexts)) {
    rows.putContext.run(context.id, session.id, JSON.stringify(context))
  }
  for (const run of [...left, ...changed(before.runs, after.runs)]) {
    const parent = run.parentRunId ?? null
    rows.putRun.run(run.runId, session.id, run.status, parent, run.createdAt, JSON.stringify(run))
  }
  for (const id of Object.keys(before.plans)) {
    if (after.plans[id] === undefined) rows.dropPlan.run(id)
  }
  for (const plan of changed(before.plans, after.plans)) {
    rows.putPlan.run(plan.id, session.id, JSON.stringify(plan))
  }
  if (before.queue !== after.queue) {
    rows.clearQueue.run(session.id)
    for (const [index, item] of after.queue.entries()) {
      rows.putQueueItem.run(item.itemId, session.id, index, JSON.stringify(item))
    }
  }
  if (before.notes !== after.notes) {
    rows.clearNotes.run(session.id)
    for (const note of after.notes) rows.putNote.run(session.id, note.key, JSON.stringify(note))
  }
  if (before.jobs !== after.jobs) {
    rows.clearJobs.run(session.id)
    for (const job of after.jobs) {
      rows.putJob.run(session.id, job.id, job.state === 'running' ? 1 : 0, JSON.stringify(job))
    }
  }
  if (before.interactions !== after.interactions) {
    rows.clearInteractions.run(session.id)
    for (const open of Object.values<Interaction>(after.interactions)) {
      rows.putInteraction.run(open.requestId, session.id, JSON.stringify(open))
    }
  }
}

/** Reads a session's folds from the tables, or null when there is no such session. */
export function readFolds(rows: LogRows, sessionId: SessionId): SessionFolds | null {
  const row = rows.session.get(sessionId)
  if (row === undefined) return null
  const session = SessionRecord.parse(JSON.parse(row.record))
  const parsed = <T>(records: readonly { record: string }[], parse: (json: unknown) => T) =>
    records.map(({ record }) => parse(JSON.parse(record)))
  const contexts = parsed(rows.contexts.all(sessionId), ContextRecord.parse)
  const runs = parsed(rows.newestRuns.all({ session: sessionId }), RunRecord.parse).reverse()
  const plans = parsed(rows.plans.all(sessionId), Plan.parse)
  const interactions = parsed(rows.interactions.all(sessionId), Interaction.parse)
  // Without a spread of empty folds, so that a new field does not compile until its table is read here.
  return {
    lastSeq: session.lastSeq,
    session,
    contexts: Object.fromEntries(contexts.map((context) => [context.id, context])),
    runs: Object.fromEntries(runs.map((run) => [run.runId, run])),
    plans: Object.fromEntries(plans.map((plan) => [PlanId.parse(plan.id), plan])),
    queue: parsed(rows.queue.all(sessionId), QueueItem.parse),
    notes: parsed(rows.notes.all(sessionId), SessionNote.parse).sort(byKey),
    jobs: parsed(rows.jobs.all(sessionId), JobRecord.parse).sort(byNumber),
    interactions: Object.fromEntries(interactions.map((open) => [RequestId.parse(open.requestId), open])),
    workflow: session.kind === 'workflow' ? readWorkflow(rows, sessionId) : null,
    attempts: session.kind === 'attempts' ? readAttempts(rows, sessionId) : null,
  }
}

/** As the fold has them; SQLite sorts by bytes, which is another order for some scripts. */
const byKey = (left: SessionNote, right: SessionNote): number => (left.key < right.key ? -1 : 1)

const byNumber = (left: JobRecord, right: JobRecord): number => jobNumber(left.id) - jobNumber(right.id)

/** Folded on demand, because a run with a thousand agents is too large to rewrite with every event. */
function readWorkflow(rows: LogRows, sessionId: SessionId): WorkflowView | null {
  let view: WorkflowView | null = null
  for (const row of rows.workflowEvents.all(sessionId)) {
    const event = eventOf(row)
    if (event !== null && isWorkflowEvent(event)) view = foldWorkflow(view ?? EMPTY_WORKFLOW, event, event.ts)
  }
  return view
}

/** Folded on demand: a set has few events. */
function readAttempts(rows: LogRows, sessionId: SessionId): AttemptSet | null {
  let set: AttemptSet | null = null
  for (const row of rows.attemptEvents.all(sessionId)) {
    const event = eventOf(row)
    if (event !== null && isAttemptEvent(event)) set = foldAttempts(set ?? EMPTY_SET, event)
  }
  return set
}

function isAttemptEvent(event: DurableEvent): event is DurableEvent & { kind: AttemptEventKind } {
  return Object.hasOwn(ATTEMPT_PAYLOADS, event.kind)
}

function isWorkflowEvent(event: DurableEvent): event is DurableEvent & { kind: WorkflowEventKind } {
  return Object.hasOwn(WORKFLOW_PAYLOADS, event.kind)
}

function changed<T>(before: Readonly<Record<string, T>>, after: Readonly<Record<string, T>>): T[] {
  if (before === after) return []
  const values: T[] = []
  for (const id in after) if (before[id] !== after[id]) values.push(after[id] as T)
  return values
}
