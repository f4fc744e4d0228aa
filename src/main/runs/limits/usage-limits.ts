import { AppError } from '#shared/errors.ts'
import { type Sentence, type SentenceName, say } from '#shared/sentences.ts'
import type { ChatLimits } from '#shared/session/chat-limits.ts'
import { told } from '../run/notices.ts'
import type { RunHandle } from '../run/run-handle.ts'
import { type Allowance, dollars } from './allowance.ts'

/** Whose work is watched. */
export type Worker = Pick<RunHandle, 'sessionId'>

/** Total usage of several runs. `cost` is null for unknown prices. */
export type Use = { readonly cost: number | null; readonly tokens: number; readonly minutes: number }

/** A sentence with a name, used to show it once. */
export type Said = Sentence & { readonly name: SentenceName }

/** A warning and a pause threshold; null for none. */
type Line = { readonly warn: number | null; readonly stop: number | null }

/** One thing that is used: how much, its lines, and what is said at them. */
type Watched = Line & {
  /** Null where it is not known. */
  readonly used: number | null
  readonly near: (used: string, line: string) => Said
  readonly reached: (used: string, line: string) => Said
  readonly unknown?: (line: string) => Said
  readonly words: (amount: number) => string
}

/** The checked limits of a run with the id of their owner. */
export type Watch = { readonly of: string; readonly all: () => readonly Watched[] }

/**
 * Checks the total usage of many runs. Each warning appears once; beyond the pause limit every run pauses
 * before its next request.
 */
export function createUsageLimits(watchesOf: (worker: Worker) => readonly Watch[]) {
  const warned = new Set<string>()

  const warn = (run: RunHandle, of: string, line: number, sentence: Said): void => {
    const key = `${of} ${sentence.name} ${line}`
    if (warned.has(key)) return
    warned.add(key)
    run.publish([told([sentence])])
  }

  const check = (run: RunHandle, of: string, watched: readonly Watched[]): void => {
    for (const { used, warn: near, stop, unknown, words } of watched) {
      const line = stop ?? near
      if (used === null && line !== null && unknown !== undefined) warn(run, of, line, unknown(words(line)))
    }
    const over = reachedOf(watched)
    if (over !== null) throw AppError.saying('limit.exceeded', over)
    for (const { used, warn: line, near, words } of watched) {
      if (used === null || line === null || used < line) continue
      warn(run, of, line, near(words(used), words(line)))
    }
  }

  return {
    /** Returns the sentence of the exceeded pause limit of a session, before any action; null for none. */
    reachedBy: (worker: Worker): Said | null => {
      for (const { all } of watchesOf(worker)) {
        const over = reachedOf(all())
        if (over !== null) return over
      }
      return null
    },
    /** Returns the limit check of a run; null without limits. */
    of: (run: RunHandle): Allowance | null => {
      if (watchesOf(run).length === 0) return null
      return {
        check: () => {
          for (const { of, all } of watchesOf(run)) check(run, of, all())
        },
      }
    },
  }
}

/** Returns the sentence of the first exceeded pause limit. */
function reachedOf(watched: readonly Watched[]): Said | null {
  for (const { used, stop, reached, words } of watched) {
    if (used !== null && stop !== null && used >= stop) return reached(words(used), words(stop))
  }
  return null
}

/** The sentence per limit: `used` and the limit as formatted text. */
export type Sayings = Readonly<
  Record<
    'costNear' | 'costReached' | 'tokensNear' | 'tokensReached' | 'timeNear' | 'timeReached',
    (used: string, line: string) => Said
  >
>

/** Returns the usage checked against these limits. */
export function watchedBy(limits: ChatLimits, { cost, tokens, minutes }: Use, said: Sayings): Watched[] {
  const { warnMinutes = null, stopMinutes = null } = limits
  return [
    {
      used: cost,
      warn: limits.warnCost,
      stop: limits.stopCost,
      words: LINE_WORDS.cost,
      near: said.costNear,
      reached: said.costReached,
      unknown: (limit) => say('run.costUnknown', { limit }),
    },
    {
      used: tokens,
      warn: limits.warnTokens,
      stop: limits.stopTokens,
      words: LINE_WORDS.tokens,
      near: said.tokensNear,
      reached: said.tokensReached,
    },
    {
      used: minutes,
      warn: warnMinutes,
      stop: stopMinutes,
      words: LINE_WORDS.minutes,
      near: said.timeNear,
      reached: said.timeReached,
    },
  ]
}

/** Formatters of money, tokens and minutes. */
const LINE_WORDS = {
  cost: dollars,
  tokens: (amount: number): string => amount.toLocaleString('en-US'),
  minutes: (amount: number): string => String(Math.floor(amount * 10) / 10),
} as const
