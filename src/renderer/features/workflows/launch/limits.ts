import { type AgentDefaults, USUAL_AGENTS } from '#shared/workflow/agent-defaults.ts'
import { WORKFLOW_LIMITS } from '#shared/workflow/limits.ts'
import type { LaunchSubject, TypedLimits } from '../../../store/workflows/run-forms-store.ts'

const MINUTE_MS = 60_000
const MOST_MINUTES = 24 * 60

/** The bounds of a run as they are sent. */
export type Bounds = {
  readonly concurrency: number
  readonly budget: number | null
  readonly warnAt: number | null
  readonly budgetUsd: number | null
  readonly warnUsd: number | null
  readonly agentDefaults: AgentDefaults
}

/** Returns the initial limits: the defaults, or those of the forked run. */
export function startLimits(subject: LaunchSubject): TypedLimits {
  const { concurrency, budget, warnAt, budgetUsd, warnUsd, agentDefaults } =
    subject.kind === 'fork'
      ? subject.run
      : {
          concurrency: WORKFLOW_LIMITS.defaultConcurrency,
          budget: null,
          warnAt: null,
          budgetUsd: null,
          warnUsd: null,
          agentDefaults: USUAL_AGENTS,
        }
  const { timeoutMs, idleMs, retries, ownWorktree, permissionMode, model = '', effort = '' } = agentDefaults
  return {
    concurrency,
    retries,
    ownWorktree,
    approvals: permissionMode,
    model,
    effort,
    budget: textOf(budget),
    warn: textOf(warnAt),
    budgetUsd: textOf(budgetUsd),
    warnUsd: textOf(warnUsd),
    mayRun: textOf(timeoutMs / MINUTE_MS),
    maySilent: textOf(idleMs / MINUTE_MS),
  }
}

/** The limits as they are sent, or null while one of them cannot be used. */
export function boundsOf(limits: TypedLimits): Bounds | null {
  const budget = budgetOf(limits)
  const warnAt = warnOf(limits)
  const timeoutMs = waitOf(limits.mayRun)
  const idleMs = waitOf(limits.maySilent)
  const budgetUsd = budgetUsdOf(limits)
  const warnUsd = warnUsdOf(limits)
  if (budget === undefined || warnAt === undefined || timeoutMs === null || idleMs === null) return null
  if (budgetUsd === undefined || warnUsd === undefined) return null
  const { concurrency, retries, ownWorktree, approvals, model, effort } = limits
  const agentDefaults = {
    timeoutMs,
    idleMs,
    retries,
    ownWorktree,
    permissionMode: approvals,
    ...(model === '' ? {} : { model }),
    ...(effort === '' ? {} : { effort }),
  }
  return { concurrency, budget, warnAt, budgetUsd, warnUsd, agentDefaults }
}

/** The ceiling that was typed: null for none, undefined when it cannot be used. */
export function budgetOf({ budget }: TypedLimits): number | null | undefined {
  return tokensIn(budget)
}

/** The warn line that was typed, which lies below the ceiling; as for `budgetOf`. */
export function warnOf(limits: TypedLimits): number | null | undefined {
  return below(tokensIn(limits.warn), budgetOf(limits))
}

/** The ceiling and the warn line in US dollars, as for tokens. */
export function budgetUsdOf({ budgetUsd }: TypedLimits): number | null | undefined {
  return dollarsIn(budgetUsd)
}

export function warnUsdOf(limits: TypedLimits): number | null | undefined {
  return below(dollarsIn(limits.warnUsd), budgetUsdOf(limits))
}

type Typed = number | null | undefined

const below = (warn: Typed, ceiling: Typed): Typed =>
  typeof warn === 'number' && typeof ceiling === 'number' && warn >= ceiling ? undefined : warn

/** The milliseconds of typed minutes, or null when they cannot be used. */
export function waitOf(typed: string): number | null {
  const minutes = Number(typed.trim().replace(',', '.'))
  return typed.trim() !== '' && minutes >= 0.1 && minutes <= MOST_MINUTES
    ? Math.round(minutes * MINUTE_MS)
    : null
}

const MOST_DOLLARS = 1_000_000

function dollarsIn(typed: string): number | null | undefined {
  const text = typed
    .trim()
    .replace(/^\$\s*/, '')
    .replace(',', '.')
  if (text === '') return null
  const value = Number(text)
  return value >= 0.01 && value <= MOST_DOLLARS ? value : undefined
}

function tokensIn(typed: string): number | null | undefined {
  const text = typed.trim().replaceAll(/[\s,_]/g, '')
  if (text === '') return null
  const value = Number(text)
  return Number.isSafeInteger(value) && value > 0 ? value : undefined
}

const textOf = (value: number | null) => (value === null ? '' : String(value))
