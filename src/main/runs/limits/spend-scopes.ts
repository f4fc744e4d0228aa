import type { ProjectId, SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { SpendState } from '#shared/usage/usage-report.ts'
import type { Said } from './usage-limits.ts'

/** A project that pays for a session. */
export type Payer = { readonly id: ProjectId; readonly name: string }

/** The project that pays for a session; null outside projects. */
export type PayerOf = (sessionId: SessionId) => Payer | null

/** Returns the current limits of a project, or of everything for null, with the stored cost. */
export type Spent = (projectId: ProjectId | null) => SpendState

/** One limit per day or per month of everything or of a project. */
export type SpendLine = {
  readonly period: 'day' | 'month'
  readonly used: number
  readonly warn: number | null
  readonly stop: number | null
  readonly near: (cost: string, line: string) => Said
  readonly reached: (cost: string, limit: string) => Said
}

/** Returns both limits of a scope with their sentences. The payer is null for everything. */
export function spendLinesOf(
  { limits, today, month }: SpendState,
  payer: Payer | null,
): readonly SpendLine[] {
  const day = { period: 'day' as const, used: today, warn: limits.warnPerDay, stop: limits.stopPerDay }
  const whole = {
    period: 'month' as const,
    used: month,
    warn: limits.warnPerMonth,
    stop: limits.stopPerMonth,
  }
  if (payer === null) {
    return [
      {
        ...day,
        near: (cost, line) => say('day.costNear', { cost, line }),
        reached: (cost, limit) => say('day.costReached', { cost, limit }),
      },
      {
        ...whole,
        near: (cost, line) => say('month.costNear', { cost, line }),
        reached: (cost, limit) => say('month.costReached', { cost, limit }),
      },
    ]
  }
  const project = payer.name
  return [
    {
      ...day,
      near: (cost, line) => say('projectDay.costNear', { project, cost, line }),
      reached: (cost, limit) => say('projectDay.costReached', { project, cost, limit }),
    },
    {
      ...whole,
      near: (cost, line) => say('projectMonth.costNear', { project, cost, line }),
      reached: (cost, limit) => say('projectMonth.costReached', { project, cost, limit }),
    },
  ]
}

/** Returns the scopes whose limits count for a payer: everything, then its project. */
export const scopesOf = (payer: Payer | null): readonly (Payer | null)[] =>
  payer === null ? [null] : [null, payer]
