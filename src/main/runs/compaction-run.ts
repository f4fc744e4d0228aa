import { AppError } from '#shared/errors.ts'
import type { EventId, ModelRef, RunId } from '#shared/ids.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { say } from '#shared/sentences.ts'
import { textOf } from '#shared/session/message.ts'
import type { Clock } from '../lib/clock.ts'
import type { Model, ModelRequest } from '../models/model.ts'
import { createAnswer } from './answer.ts'
import type { RunHandle } from './run-handle.ts'
import { unwinding } from './unwind.ts'

/** Who sums up: the app's own hidden agent. */
export const COMPACTION_AGENT = 'compaction'

/** A model that sums up, and what it is told about itself. */
export type Summariser = {
  readonly info: ModelInfo
  readonly stream: Model['stream']
  readonly persona: string
}

type Asking = {
  readonly summariser: Summariser
  readonly prompt: string
  /** The most tokens the answer may take. */
  readonly reserveOutput: number
  readonly clock: Clock
}

/** No summary is worth a longer wait. */
const LIMIT_MS = 5 * 60_000
const UNWIND_MS = 250

/** Asks a model for a summary. What it cost is stored with the run, also when nothing came of it. */
export async function askForSummary(run: RunHandle, asking: Asking): Promise<string> {
  const { clock, summariser } = asking
  const answer = createAnswer(run.runId as string as EventId)
  const began = clock.elapsed()
  // Whoever watches the session hears that somebody is at work in it.
  run.live({ kind: 'turn.started', turnIndex: 0, payload: { runId: run.runId, turnIndex: 0 } })
  const end = (stop: 'stop' | 'cancelled' | 'error') => {
    const durationMs = Math.round(clock.elapsed() - began)
    const payload = { runId: run.runId, turnIndex: 0, stop, usage: answer.usage(), durationMs }
    run.publish([{ kind: 'turn.ended', turnIndex: 0, payload: { ...payload, llmMs: durationMs, toolMs: 0 } }])
  }
  const signal = AbortSignal.any([run.signal, AbortSignal.timeout(LIMIT_MS)])
  const listen = async (): Promise<void> => {
    for await (const chunk of summariser.stream(requestOf(asking), signal)) {
      answer.push(chunk)
      if (signal.aborted) return
    }
  }
  try {
    await unwinding(listen(), { signal, graceMs: UNWIND_MS, clock })
    signal.throwIfAborted()
    const text = textOf({ role: 'assistant', parts: answer.parts().partial }).trim()
    if (text === '')
      throw AppError.saying('llm.stream', say('run.saidNothing', { model: summariser.info.label }))
    end('stop')
    return text
  } catch (error) {
    end(run.signal.aborted ? 'cancelled' : 'error')
    if (signal.aborted && !run.signal.aborted) {
      throw AppError.saying('llm.timeout', say('compact.tooSlow', { model: summariser.info.label }))
    }
    throw error
  }
}

function requestOf({ summariser, prompt, reserveOutput }: Asking): ModelRequest {
  return {
    model: summariser.info,
    system: summariser.persona,
    messages: [{ role: 'user', parts: [{ t: 'text', text: prompt }] }],
    tools: [],
    reserveOutput,
    readFile: async () => {
      throw new AppError('other', 'A summary is asked for without files.')
    },
  }
}

/** After so many failures in a row no model is asked for a while. */
const MOST_FAILURES = 3
const FORGIVEN_AFTER_MS = 30 * 60_000

/** True when this model has failed to sum up this chat so often, and so lately, that asking it is a waste. */
export function isTripped(runs: Readonly<Record<RunId, RunRecord>>, model: ModelRef, now: number): boolean {
  const tried = Object.values<RunRecord>(runs)
    .filter((run) => run.kind === 'system' && run.agentId === COMPACTION_AGENT && run.model === model)
    // A run that asked nobody says nothing about the model; neither does one that was stopped.
    .filter((run) => run.turns > 0 && (run.status === 'completed' || isFailure(run)))
    .sort((left, right) => left.createdAt - right.createdAt)
  const newest = tried.slice(-MOST_FAILURES)
  return (
    newest.length === MOST_FAILURES &&
    newest.every((run) => isFailure(run) && now - (run.endedAt ?? run.createdAt) < FORGIVEN_AFTER_MS)
  )
}

function isFailure({ status, error }: RunRecord): boolean {
  return status === 'failed' && error?.code.startsWith('llm.') === true
}
