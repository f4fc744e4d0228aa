import { AppError, type AppErrorData } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { AgentCost, RunCost } from '#shared/workflow/memo.ts'
import { type Budget, createBudget, type Hold, TOKENS, type Unit } from './budget.ts'

/** What is put aside for one agent, of everything its run has a ceiling for. */
export type CostHold = {
  readonly answerRoom: Hold['answerRoom']
  /** Says what was used so far. False when the agent must stop. */
  readonly grows: (cost: AgentCost) => boolean
  readonly settle: (cost: AgentCost) => void
}

/** The ceilings of a run: its output tokens, which its script is told of, and its money. */
export type Ceilings = {
  readonly tokens: Budget
  readonly hasLeft: () => boolean
  /** Why the run cannot go on, where an agent was refused or stopped for want of one of them; null otherwise. */
  readonly ranOut: () => AppErrorData | null
  readonly recalled: (cost: AgentCost) => void
  readonly takenOver: (cost: AgentCost) => void
  readonly hold: (signal: AbortSignal) => Promise<CostHold>
}

const MICRO = 1_000_000

/** Money in millionths of a dollar, so that sums stay exact. What has no price counts nothing. */
const MONEY: Unit = {
  firstGuess: 50_000,
  least: 1_000,
  spentWords: (total, spent) => say('run.moneySpent', { total: dollars(total), spent: dollars(spent) }),
}

const dollars = (micros: number): string => `$${(micros / MICRO).toFixed(2)}`
const moneyOf = ({ usd }: Pick<AgentCost, 'usd'>): number => Math.round((usd ?? 0) * MICRO)

const spent = (budget: Budget, unit: Unit): AppErrorData =>
  AppError.saying('limit.exceeded', unit.spentWords(budget.total ?? 0, budget.spent())).toData()

type Totals = { readonly tokens: number | null; readonly usd: number | null }

export function createCeilings({ tokens: most, usd }: Totals, before: RunCost): Ceilings {
  const tokens = createBudget(most, before.usage.output)
  const money = createBudget(usd === null ? null : Math.round(usd * MICRO), moneyOf(before), MONEY)
  return {
    tokens,
    hasLeft: () => tokens.hasLeft() && money.hasLeft(),
    ranOut: () => (tokens.ranOut() ? spent(tokens, TOKENS) : money.ranOut() ? spent(money, MONEY) : null),
    recalled: (cost) => {
      tokens.recalled(cost.usage.output)
      money.recalled(moneyOf(cost))
    },
    takenOver: (cost) => {
      tokens.takenOver(cost.usage.output)
      money.takenOver(moneyOf(cost))
    },
    hold: async (signal) => {
      const held = await tokens.hold(signal)
      const paid = await money.hold(signal).catch((error: unknown) => {
        held.settle(0)
        throw error
      })
      return {
        answerRoom: held.answerRoom,
        grows: (cost) => {
          const [hasTokens, hasMoney] = [held.grows(cost.usage.output), paid.grows(moneyOf(cost))]
          return hasTokens && hasMoney
        },
        settle: (cost) => {
          held.settle(cost.usage.output)
          paid.settle(moneyOf(cost))
        },
      }
    },
  }
}
