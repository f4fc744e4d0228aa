import type { RunRecord } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import type { Usage } from '#shared/session/message.ts'
import { addUsage, NO_USAGE } from '#shared/session/usage.ts'
import { EXIT_CODES, type Outcome } from '../exit-codes.ts'
import type { Denial, RunResult } from '../run-output.ts'
import type { FollowedChat } from './follow-chat.ts'

type Facts = {
  readonly chat: FollowedChat
  readonly schema: Readonly<Record<string, unknown>> | null
  readonly denials: readonly Denial[]
  readonly isInterrupted: boolean
  readonly durationMs: number
}

/** Returns the result of a run that has ended: its outcome, its last text and what it cost. */
export function resultOf({ chat, schema, denials, isInterrupted, durationMs }: Facts): RunResult {
  const runs = chat.runs()
  const last = runs.at(-1)
  const outcome = outcomeOf(last, { denials, isInterrupted })
  const usage = runs.reduce<Usage>(
    (sum, run) => addUsage(sum, addUsage(run.usage, run.childrenUsage)),
    NO_USAGE,
  )
  const { session } = chat.folds()
  return {
    type: 'result',
    version: 1,
    outcome,
    exitCode: EXIT_CODES[outcome],
    sessionId: session?.id ?? null,
    runId: last?.runId ?? null,
    text: chat.text(),
    answer: schema === null ? null : (answerOf(chat.answer(), schema) ?? null),
    model: last?.model ?? session?.meta.model ?? null,
    turns: runs.reduce((sum, { turns }) => sum + turns, 0),
    usage: {
      input: usage.input,
      output: usage.output,
      cacheRead: usage.cacheRead ?? 0,
      cacheWrite: usage.cacheWrite ?? 0,
    },
    costUsd: costOf(usage),
    durationMs,
    denials: [...denials],
    error: errorOf(last),
  }
}

function outcomeOf(
  run: RunRecord | undefined,
  { denials, isInterrupted }: Pick<Facts, 'denials' | 'isInterrupted'>,
): Outcome {
  if (isInterrupted) return 'interrupted'
  if (run?.status === 'paused' || run?.error?.code === 'limit.exceeded') return 'limit'
  if (run?.status === 'cancelled') return 'interrupted'
  if (run?.status === 'failed') return 'failed'
  return denials.length > 0 || (run !== undefined && !isTerminal(run.status)) ? 'denied' : 'done'
}

/** An answer of another form than an object is one of the fields of the tool's arguments. */
function answerOf(given: unknown, schema: Readonly<Record<string, unknown>>): unknown {
  if (schema['type'] === 'object' || given === undefined) return given
  return (given as { readonly value?: unknown } | null)?.value
}

function costOf({ cost, input, output }: Usage): number | null {
  if (cost === undefined) return input + output === 0 ? 0 : null
  return cost.unpriced === undefined ? (cost.billed ?? 0) + (cost.estimated ?? 0) : null
}

function errorOf(run: RunRecord | undefined): RunResult['error'] {
  const error = run?.error
  return error === undefined ? null : { code: error.code, message: error.message }
}

/** Returns the result of a command that failed before a chat was begun. */
export function failedBefore(
  error: { readonly code: string; readonly message: string },
  outcome: Outcome,
): RunResult {
  return {
    type: 'result',
    version: 1,
    outcome,
    exitCode: EXIT_CODES[outcome],
    sessionId: null,
    runId: null,
    text: '',
    answer: null,
    model: null,
    turns: 0,
    usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    costUsd: 0,
    durationMs: 0,
    denials: [],
    error,
  }
}
