import { constants } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { AppErrorData } from '#shared/error-data.ts'
import { Millis, WorkflowRunId } from '#shared/ids.ts'
import { Sentence } from '#shared/sentence-data.ts'
import { AgentDefaults, USUAL_AGENTS } from '#shared/workflow/agent-defaults.ts'
import { WORKFLOW_LIMITS } from '#shared/workflow/limits.ts'
import { AgentCost, MemoEntry, PromptEdit, RunCost } from '#shared/workflow/memo.ts'
import { WorkflowPhase, WorkflowState } from '#shared/workflow/workflow.ts'
import { AgentResultNote, WorkflowAgentCall, WorkflowAgentState } from '#shared/workflow/workflow-events.ts'
import { ForkChange } from '#shared/workflow/workflow-run.ts'
import { isErrno } from '../../lib/errno.ts'

/** The most that is read of each file, and of a journal's lines. A run of this app stays far below. */
export type RunFileLimits = {
  readonly state: number
  readonly journal: number
  readonly entries: number
}

export const RUN_FILE_LIMITS: RunFileLimits = {
  state: 24 * 1_024 * 1_024,
  journal: 64 * 1_024 * 1_024,
  entries: 5_000,
}

const count = z.number().int().min(0)
const moment = Millis.min(0)
const words = z.string().max(4_000)
// Errors of other versions may be unreadable, which is no reason to drop the run.
const problem = AppErrorData.nullable().catch(null)

/** Usage is never negative: a forged file would raise a run's budget. */
const isUse = ({ usage, usd }: AgentCost): boolean =>
  Object.values({ ...usage, ...usage.cost, cost: 0, unpriced: 0 }).every((count) => count >= 0) &&
  (usd ?? 0) >= 0

const AgentInFile = z.object({
  ...WorkflowAgentCall.shape,
  label: words,
  phase: words.nullable(),
  group: words.nullable(),
  key: z.string().min(1).max(200),
  agentId: z.number().int().min(1).max(WORKFLOW_LIMITS.maxAgents),
  state: WorkflowAgentState,
  attempt: count,
  memo: z.boolean(),
  taken: z.boolean().default(false),
  result: AgentResultNote.nullable(),
  cost: AgentCost.refine(isUse).nullable(),
  tools: count.nullable().default(null),
  error: problem,
  startedAt: moment.nullable(),
  endedAt: moment.nullable(),
})

const LogInFile = z.object({
  level: z.enum(['info', 'warn']),
  text: z.string().max(WORKFLOW_LIMITS.maxLogChars),
  said: z.exactOptional(z.array(Sentence).readonly()),
  phase: words.nullable(),
  group: words.nullable(),
  at: moment.default(0),
})

const ViewInFile = z.object({
  attempt: z.number().int().min(1),
  declaredPhases: z.array(WorkflowPhase).max(100),
  phases: z.array(z.object({ title: words, group: words.nullable() })).max(WORKFLOW_LIMITS.maxPhases),
  before: RunCost.refine(isUse).nullable().default(null),
  agents: z.array(AgentInFile).max(WORKFLOW_LIMITS.maxAgents),
  logs: z.array(LogInFile).max(WORKFLOW_LIMITS.maxLogs * 2),
  startedAt: moment.nullable(),
  endedAt: moment.nullable(),
  value: z.json(),
  error: problem,
})

const RunInFile = z.object({
  id: WorkflowRunId,
  name: z.string().min(1).max(80),
  title: z.string().max(200).nullable().default(null),
  description: z.string().max(2_000),
  state: WorkflowState,
  attempt: z.number().int().min(1),
  agentsDone: count,
  agentsTotal: count,
  tokens: z.number().min(0),
  budget: z.number().positive().nullable(),
  warnAt: z.number().positive().nullable().default(null),
  budgetUsd: z.number().positive().nullable().default(null),
  warnUsd: z.number().positive().nullable().default(null),
  concurrency: z.number().int().min(1).max(WORKFLOW_LIMITS.maxConcurrency),
  usd: z.number().min(0).nullable(),
  createdAt: moment,
  updatedAt: moment,
  endedAt: moment.nullable(),
  forkOf: WorkflowRunId.nullable(),
  forkChanges: z.array(ForkChange).max(3).default([]),
  error: problem,
  script: z.string().max(WORKFLOW_LIMITS.maxScriptChars),
  args: z.json(),
  edits: z.array(PromptEdit).max(WORKFLOW_LIMITS.maxAgents).default([]),
  reuseEdits: z.boolean().default(false),
  agentDefaults: AgentDefaults.catch(USUAL_AGENTS),
  view: ViewInFile.nullable(),
})

const StateFile = z.object({ schemaVersion: z.literal(1), run: RunInFile })

/** A run as its folder holds it: of any origin, so nothing in it names anything of this machine. */
export type RunInFile = z.infer<typeof RunInFile>
export type ViewInFile = z.infer<typeof ViewInFile>

/** The contents of a run folder. `none`: it holds no run. `badLines` counts skipped lines of the journal. */
export type RunFolder =
  | { readonly kind: 'run'; readonly run: RunInFile; readonly memo: MemoEntry[]; readonly badLines: number }
  | { readonly kind: 'none' }
  | { readonly kind: 'damaged'; readonly reason: string }

/** Reads a folder written by `exportRun`. The contents are untrusted. */
export async function readRunFolder(
  folder: string,
  id: WorkflowRunId,
  limits: RunFileLimits,
): Promise<RunFolder> {
  const state = await readPlain(join(folder, 'state.json'), limits.state)
  if (state.kind === 'none') return { kind: 'none' }
  if (state.kind === 'refused') return { kind: 'damaged', reason: `state.json ${state.reason}` }
  const run = parseState(state.text, id)
  if (typeof run === 'string') return { kind: 'damaged', reason: `state.json ${run}` }
  const journal = await readPlain(join(folder, 'journal.jsonl'), limits.journal)
  if (journal.kind === 'refused') return { kind: 'damaged', reason: `journal.jsonl ${journal.reason}` }
  return { kind: 'run', run, ...parseJournal(journal.kind === 'none' ? '' : journal.text, limits.entries) }
}

function parseState(text: string, id: WorkflowRunId): RunInFile | string {
  const parsed = parsedAs(StateFile, text)
  if (typeof parsed === 'string') return parsed
  return parsed.run.id === id ? parsed.run : 'belongs to a run of another name'
}

function parseJournal(text: string, most: number): { memo: MemoEntry[]; badLines: number } {
  const lines = text.split('\n').filter((line) => line !== '')
  const memo: MemoEntry[] = []
  for (const line of lines.slice(0, most)) {
    const entry = parsedAs(MemoEntry, line)
    // A transcript is named by ids of the machine it was made on; here they could name anything.
    if (typeof entry !== 'string') memo.push({ ...entry, ref: null })
  }
  return { memo, badLines: lines.length - memo.length }
}

/** The value, or why it is none. Text that is nested so deep that it cannot be walked is damaged like any other. */
function parsedAs<T extends z.ZodType>(schema: T, text: string): z.infer<T> | string {
  try {
    const parsed = schema.safeParse(JSON.parse(text))
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    const place =
      issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.').slice(0, 100)}`
    return `is not a run of this version${place}`
  } catch (error) {
    if (error instanceof SyntaxError) return 'is no valid JSON'
    if (error instanceof RangeError) return 'is nested too deep'
    throw error
  }
}

type Plain =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly reason: string }

/** Reads a file that is a file: no link, no pipe, no device, and not larger than `most` bytes. */
async function readPlain(path: string, most: number): Promise<Plain> {
  try {
    if (!(await lstat(path)).isFile()) return { kind: 'refused', reason: 'is no ordinary file' }
    const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants
    const file = await open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
    try {
      const { size } = await file.stat()
      if (size > most)
        return { kind: 'refused', reason: `is larger than ${Math.round(most / 1_048_576)} MiB` }
      return { kind: 'text', text: await file.readFile('utf8') }
    } finally {
      await file.close()
    }
  } catch (error) {
    if (!isErrno(error)) throw error
    return error.code === 'ENOENT'
      ? { kind: 'none' }
      : { kind: 'refused', reason: `cannot be read (${error.code})` }
  }
}
