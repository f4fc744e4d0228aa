import { systemClock } from '../../../src/main/lib/clock.ts'
import { silentLogger } from '../../../src/main/lib/logger.ts'
import { createEngine, type Engine } from '../../../src/main/workflows/engine/engine.ts'
import type {
  AgentEnd,
  AgentRunner,
  AgentTask,
  AgentWatch,
  Clock,
  Journal,
  ScriptHost,
} from '../../../src/main/workflows/engine/ports.ts'
import type { WorkflowRequest } from '../../../src/main/workflows/engine/workflow-request.ts'
import { AppError, type AppErrorData } from '../../../src/shared/errors.ts'
import { RunId, SessionId } from '../../../src/shared/ids.ts'
import { never as neverCase } from '../../../src/shared/never.ts'
import { addCost, NO_COST } from '../../../src/shared/workflow/add-cost.ts'
import type { AgentCost, MemoEntry } from '../../../src/shared/workflow/memo.ts'
import type { WorkflowEvent } from '../../../src/shared/workflow/workflow-events.ts'
import { sha256 } from '../disk/script-sandbox.ts'

/** What a pretended agent does. A string is its answer; `tokens` are counted as output. */
export type Pretended = (
  task: AgentTask,
  watch: AgentWatch,
  signal: AbortSignal,
) => Promise<PretendedEnd> | PretendedEnd
export type PretendedEnd =
  | string
  | { readonly value: unknown; readonly tokens?: number; readonly writes?: boolean }
  | { readonly error: string; readonly tokens?: number }

export const costOf = (output: number): AgentCost => ({ usage: { input: 0, output }, usd: null })

/** An agent runner over a function, which remembers what it was asked. */
export function pretendAgents(act: Pretended): AgentRunner & { readonly tasks: readonly AgentTask[] } {
  const tasks: AgentTask[] = []
  return {
    tasks,
    start: async (task, watch, signal) => {
      tasks.push(task)
      const sessionId = SessionId.parse(`ses_pretend${String(task.agentId).padStart(4, '0')}`)
      const ref = { sessionId, runId: RunId.parse(`run_pretend${String(tasks.length).padStart(4, '0')}`) }
      return { ref, model: null, end: Promise.resolve(act(task, watch, signal)).then(endOf) }
    },
  }
}

function endOf(end: PretendedEnd): AgentEnd {
  if (typeof end === 'string') return { kind: 'ok', value: end, cost: costOf(10), hadWriteTools: false }
  const cost = costOf(end.tokens ?? 10)
  if ('error' in end) return { kind: 'failed', error: failure(end.error), cost }
  return { kind: 'ok', value: end.value, cost, hadWriteTools: end.writes ?? false }
}

const failure = (message: string): AppErrorData => AppError.quoting('llm.other', message).toData()

/** A journal in memory. */
export function memoryJournal(): Journal & { readonly rows: MemoEntry[]; readonly events: WorkflowEvent[] } {
  const rows: MemoEntry[] = []
  const events: WorkflowEvent[] = []
  return {
    rows,
    events,
    commit: async (entry, event) => {
      // Through JSON, as a database would keep it.
      rows.push(JSON.parse(JSON.stringify(entry)))
      events.push(event)
    },
  }
}

export function createTestEngine(scripts: ScriptHost, clock: Clock = systemClock): Engine {
  return createEngine({ clock, hash: sha256, scripts, logger: silentLogger })
}

export type TestRequest = Partial<WorkflowRequest> & { readonly source: string }

/** A request with everything a test does not care about. Events and rows end up in `journal.events`. */
export function requestOf(
  { source, ...more }: TestRequest,
  journal: ReturnType<typeof memoryJournal>,
): WorkflowRequest {
  return {
    script: { source, fileName: 'test.js' },
    args: {},
    attempt: 1,
    concurrency: null,
    budget: null,
    memo: [],
    before: spentOn(more.memo ?? []),
    reuseEdits: true,
    edits: [],
    agents: pretendAgents((task) => `answer to ${task.prompt}`),
    journal,
    progress: { report: (event) => void journal.events.push(event) },
    library: {
      find: () => Promise.reject(AppError.quoting('script.invalid', 'There is no such workflow.')),
    },
    ...more,
  }
}

/** What earlier attempts used, where nothing of them was lost. */
const spentOn = (memo: readonly MemoEntry[]): AgentCost =>
  memo.reduce((sum, { taken, cost }) => (taken ? sum : addCost(sum, cost)), NO_COST)

/** A script with the least meta. */
export const script = (body: string): string =>
  `export const meta = { name: 'test', description: 'For a test' }\n${body}`

/** A signal that says nothing. */
export const never: AbortSignal = new AbortController().signal

/** Runs a script to its end. */
export async function runToEnd(scripts: ScriptHost, request: TestRequest, clock: Clock = systemClock) {
  const journal = memoryJournal()
  const handle = await createTestEngine(scripts, clock).start(requestOf(request, journal), never)
  const end = await handle.done
  return { end, journal, events: journal.events, view: handle.snapshot() }
}

/** The events as short lines: what an order is compared by. */
export const linesOf = (events: readonly WorkflowEvent[]): string[] => events.map(lineOf)

function lineOf(event: WorkflowEvent): string {
  switch (event.kind) {
    case 'workflow.agent': {
      const { agentId, state, memo, call, error } = event.payload
      const words = [
        `agent ${agentId} ${state}`,
        memo ? 'memo' : null,
        call?.phase ?? null,
        error?.code ?? null,
      ]
      return words.filter((word) => word !== null).join(' ')
    }
    case 'workflow.phase':
      return `phase ${event.payload.title}`
    case 'workflow.log':
      return `${event.payload.level} ${event.payload.text}`
    case 'workflow.started':
      return `started ${event.payload.name}`
    case 'workflow.ended':
      return `ended ${event.payload.state}`
    default:
      return neverCase(event)
  }
}
