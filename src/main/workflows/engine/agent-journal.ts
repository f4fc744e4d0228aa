import type { AgentCost, MemoEntry } from '#shared/workflow/memo.ts'
import type { AgentRef } from '#shared/workflow/workflow.ts'
import type { WorkflowAgentChanged, WorkflowEvent } from '#shared/workflow/workflow-events.ts'
import { type AgentRecord, changed, resultNote } from './agent-record.ts'
import type { Ceilings } from './ceilings.ts'
import type { Clock, Hash, Journal } from './ports.ts'

type Deps = {
  readonly clock: Clock
  readonly hash: Hash
  readonly journal: Journal
  readonly ceilings: Ceilings
  readonly report: (event: WorkflowEvent) => void
  readonly committed: (event: WorkflowEvent) => void
  readonly fail: (error: unknown) => void
}

/** Announces a call that an earlier attempt answered, and returns its answer to the script. */
export function recalled(deps: Deps, record: AgentRecord, entry: MemoEntry): unknown {
  if (entry.taken) deps.ceilings.takenOver(entry.cost)
  else deps.ceilings.recalled(entry.cost)
  const state = entry.kind === 'skipped' ? 'skipped' : 'done'
  const ref = entry.ref === null ? {} : { ref: entry.ref }
  const result = entry.kind === 'skipped' ? {} : { result: resultNote(deps.hash, entry.value) }
  const tools = entry.tools === undefined ? {} : { tools: entry.tools }
  const from = entry.taken ? { taken: true as const } : {}
  const payload = changed(record, {
    state,
    memo: true,
    ...from,
    cost: entry.cost,
    ...tools,
    ...ref,
    ...result,
  })
  deps.report({ kind: 'workflow.agent', payload })
  return entry.kind === 'skipped' ? null : entry.value
}

type Result = {
  readonly kind: 'ok' | 'skipped'
  readonly value: unknown
  readonly cost: AgentCost
  readonly hadWriteTools: boolean
  readonly ref: AgentRef | null
}

/** Stores the end of a call before it is announced: a call missing in the journal runs again. */
export async function commit(deps: Deps, record: AgentRecord, end: Result): Promise<void> {
  const { key, nth, label } = record.call
  const { kind, cost, hadWriteTools, ref } = end
  const value = end.value as MemoEntry['value']
  const at = deps.clock.now()
  const { tools } = record
  const entry: MemoEntry = { key, nth, kind, value, cost, tools, hadWriteTools, label, ref, at }
  const state = kind === 'ok' ? 'done' : 'skipped'
  const result = kind === 'ok' ? { result: resultNote(deps.hash, value) } : {}
  const payload = changed(record, { state, cost, ...(ref === null ? {} : { ref }), ...result })
  const event = { kind: 'workflow.agent' as const, payload }
  try {
    await deps.journal.commit(entry, event)
  } catch (error) {
    deps.fail(error)
    throw error
  }
  deps.committed(event)
}

/** Publishes the changes of an agent. */
export function say(
  deps: Deps,
  record: AgentRecord,
  change: Omit<WorkflowAgentChanged, 'agentId' | 'attempt' | 'call'>,
) {
  deps.report({ kind: 'workflow.agent', payload: changed(record, change) })
}
