import { type AgentDefaults, USUAL_AGENTS } from '#shared/workflow/agent-defaults.ts'
import { WORKFLOW_LIMITS } from '#shared/workflow/limits.ts'
import type { AskedCall } from '#shared/workflow/memo.ts'
import type { WorkflowAgentCall, WorkflowAgentChanged } from '#shared/workflow/workflow-events.ts'
import type { AgentCallInput } from './agent-options.ts'
import type { Hash } from './ports.ts'

/** The position of a call in the run. */
export type CallPlace = { readonly phase: string | null; readonly group: string | null }

/** Total time limit, silence limit and retries of an agent. */
export type AgentPatience = Pick<AgentDefaults, 'timeoutMs' | 'idleMs' | 'retries'>

/** One `agent()` call on its way. */
export type AgentRecord = {
  readonly agentId: number
  readonly input: AgentCallInput
  readonly call: WorkflowAgentCall
  readonly patience: AgentPatience
  /** Ends everything this call does. */
  readonly ends: AbortController
  /** A person pressed Skip. */
  skipped: boolean
  /** A person pressed Stop: it is not tried again in this attempt. */
  stopped: boolean
  /** A person pressed Retry: the try that is going on is cut and another begins. */
  again: boolean
  /** Cuts the try that is going on; null while none is. */
  cut: AbortController | null
  announced: boolean
  /** Number of tool calls in all tries. */
  tools: number
  attempt: number
}

const LABEL_SHOWN = 60

export function newRecord(
  agentId: number,
  input: AgentCallInput,
  place: CallPlace,
  memo: AskedCall & { readonly asked: AskedCall },
  usual: AgentPatience,
): AgentRecord {
  const { prompt, options } = input
  const { key, nth, asked } = memo
  const patience: AgentPatience = {
    timeoutMs: options.timeoutMs ?? usual.timeoutMs,
    idleMs: options.idleTimeoutMs ?? usual.idleMs,
    retries: options.retries ?? usual.retries,
  }
  const call: WorkflowAgentCall = {
    label: options.label ?? labelFrom(prompt),
    phase: options.phase ?? place.phase,
    group: place.group,
    key,
    nth,
    ...(asked.key === key && asked.nth === nth ? {} : { asked }),
    prompt: prompt.slice(0, WORKFLOW_LIMITS.shownPromptChars),
    model: options.model ?? null,
    agentType: options.agentType ?? null,
    isolation: options.isolation ?? null,
    ...(patience.timeoutMs === USUAL_AGENTS.timeoutMs ? {} : { timeoutMs: patience.timeoutMs }),
    ...(patience.idleMs === USUAL_AGENTS.idleMs ? {} : { idleMs: patience.idleMs }),
    ...(patience.retries === USUAL_AGENTS.retries ? {} : { retries: patience.retries }),
  }
  return {
    agentId,
    input,
    call,
    patience,
    ends: new AbortController(),
    skipped: false,
    stopped: false,
    again: false,
    cut: null,
    announced: false,
    tools: 0,
    attempt: 0,
  }
}

type Change = Omit<WorkflowAgentChanged, 'agentId' | 'attempt' | 'call'>

/** The event that says so. What does not change is said with the first only. */
export function changed(record: AgentRecord, change: Change): WorkflowAgentChanged {
  const { agentId, attempt, announced, call } = record
  record.announced = true
  return { agentId, attempt, ...(announced ? {} : { call }), ...change }
}

const SUMMARY = 300
const DIGEST = 16

/** Returns the summary of a result for a list. */
export function resultNote(hash: Hash, value: unknown): NonNullable<WorkflowAgentChanged['result']> {
  const kind = typeof value === 'string' ? 'text' : 'object'
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null')
  const digest = text.length > SUMMARY ? { digest: hash(text).slice(0, DIGEST) } : {}
  return { kind, summary: text.slice(0, SUMMARY), ...digest }
}

/** Returns the first words of the prompt as a default label. */
function labelFrom(prompt: string): string {
  const line = prompt.trim().split('\n')[0] ?? ''
  return line.length > LABEL_SHOWN ? `${line.slice(0, LABEL_SHOWN - 1)}…` : line
}
