import { AppError } from '#shared/errors.ts'
import type { McpTrial } from '#shared/mcp/inspector.ts'
import type { ServerRequest } from '../messages.ts'

type Deps = {
  readonly now: () => number
  /** Takes secrets out of JSON-like data. */
  readonly hideIn: (value: unknown) => unknown
  /** Called when the state of a trial changes. */
  readonly changed: () => void
}

type Send = (progress: (text: string) => void, signal: AbortSignal) => Promise<unknown>

/** Limits in UTF-16 units, and of the trials that are remembered. */
const LONGEST_RESULT = 256 * 1024
const LONGEST_PROGRESS = 4_000
const MOST_TRIALS = 20

/** A request of the person to a server by hand. */
export type TriedRequest =
  | Extract<ServerRequest, { what: 'call' | 'prompt' }>
  | { readonly what: 'read'; readonly uri: string }
  | { readonly what: 'self-test' }

/** Tracks requests that the person sends by hand. No agent sees their results. */
export function createTrials({ now, hideIn, changed }: Deps) {
  const trials = new Map<number, { shown: McpTrial; readonly controller: AbortController }>()
  let count = 0

  const start = (send: Send, app: AbortSignal): number => {
    count += 1
    const id = count
    const controller = new AbortController()
    const began = now()
    const shown: McpTrial = { id, state: 'running', text: '', progress: '', tookMs: null }
    const trial = { shown, controller }
    trials.set(id, trial)
    for (const old of [...trials.keys()].slice(0, -MOST_TRIALS)) {
      trials.get(old)?.controller.abort()
      trials.delete(old)
    }
    const become = (change: Partial<McpTrial>): void => {
      trial.shown = { ...trial.shown, ...change }
      changed()
    }
    const end = (state: McpTrial['state'], text: string): void =>
      become({ state, text: text.slice(0, LONGEST_RESULT), tookMs: now() - began })
    const signal = AbortSignal.any([app, controller.signal])
    send((text) => become({ progress: (trial.shown.progress + text).slice(-LONGEST_PROGRESS) }), signal).then(
      (value) => end(isErrorResult(value) ? 'failed' : 'done', JSON.stringify(hideIn(value), null, 2) ?? ''),
      (error: unknown) => end(signal.aborted ? 'stopped' : 'failed', signal.aborted ? '' : wordsOf(error)),
    )
    return id
  }
  return {
    start,
    of: (id: number): McpTrial | null => trials.get(id)?.shown ?? null,
    stop: (id: number): void => trials.get(id)?.controller.abort(),
  }

  function wordsOf(error: unknown): string {
    const words = error instanceof AppError || error instanceof Error ? error.message : String(error)
    return String(hideIn(words))
  }
}

const isErrorResult = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'isError' in value && value.isError === true
