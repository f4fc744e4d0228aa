import { AppError } from '#shared/errors.ts'
import { type Sentence, say } from '#shared/sentences.ts'
import { told } from '../run/notices.ts'
import type { RunHandle } from '../run/run-handle.ts'

/** The limits of one run. Null: no limit. */
export type Limits = {
  /** US dollars. */
  readonly maxCost: number | null
  readonly maxMinutes: number | null
  /** The share of a limit at which the person gets a warning. */
  readonly warnAt: number
}

type Deps = {
  readonly limits: Limits
  /** Returns the cost of the run in US dollars, or null for unknown prices. */
  readonly costOf: (run: RunHandle) => number | null
  readonly now: () => number
}

/** Watches what a run uses, between its turns: nothing under way is cut off. */
export type Allowance = {
  /** Warns near a limit. Throws `limit.exceeded` at a limit: the run pauses until the person resumes it. */
  readonly check: (run: RunHandle) => void
}

/** Null when nothing is limited. */
export function createAllowance({ limits, costOf, now }: Deps): Allowance | null {
  const { maxCost, maxMinutes, warnAt } = limits
  if (maxCost === null && maxMinutes === null) return null
  const warned = new Set<string>()
  const warn = (run: RunHandle, what: string, sentence: Sentence): void => {
    if (warned.has(what)) return
    warned.add(what)
    run.publish([told([sentence])])
  }

  const checkCost = (run: RunHandle, most: number): void => {
    const cost = costOf(run)
    const facts = { cost: dollars(cost ?? 0), limit: dollars(most) }
    if (cost === null) warn(run, 'price', say('run.costUnknown', { limit: facts.limit }))
    else if (cost >= most) throw AppError.saying('limit.exceeded', say('run.costReached', facts))
    else if (cost >= most * warnAt) warn(run, 'cost', say('run.costNear', facts))
  }

  const checkTime = (run: RunHandle, most: number): void => {
    const minutes = workedMs(run, now()) / 60_000
    const facts = { minutes: String(Math.floor(minutes)), limit: String(most) }
    if (minutes >= most) throw AppError.saying('limit.exceeded', say('run.timeReached', facts))
    if (minutes >= most * warnAt) warn(run, 'time', say('run.timeNear', facts))
  }

  return {
    check: (run) => {
      if (maxCost !== null) checkCost(run, maxCost)
      if (maxMinutes !== null) checkTime(run, maxMinutes)
    },
  }
}

/** Returns the working time of a run without time spent waiting for the person. */
function workedMs(run: RunHandle, now: number): number {
  const { startedAt, createdAt, waitedMs = 0 } = run.record()
  return Math.max(0, now - (startedAt ?? createdAt) - waitedMs)
}

/** An amount of money as sentences say it. */
export function dollars(amount: number): string {
  return `$${amount.toFixed(amount < 0.1 ? 4 : 2)}`
}
