import { AppError, type AppErrorData } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { AgentCost, RunCost } from '#shared/workflow/memo.ts'
import { type Budget, createBudget, type Hold, TOKENS, type Unit } from './budget.ts'
import type { AskedRoom } from './ports.ts'

/** The reservation of one agent in all budgets of its run. */
export type CostHold = {
  /**
   * Returns the output tokens allowed for a request. Each budget is exceeded by at most its minimum grant.
   */
  readonly answerRoom: (request: AskedRoom) => number
  /** Says what was used so far. False when the agent must stop. */
  readonly grows: (cost: AgentCost) => boolean
  readonly settle: (cost: AgentCost) => void
}

/** The budgets of a run: output tokens, visible to its script, and money. */
export type Ceilings = {
  readonly tokens: Budget
  /** There is a ceiling at all. */
  readonly isBounded: boolean
  readonly hasLeft: () => boolean
  /**
   * Returns the reason the run cannot continue after an agent was refused or stopped over budget; otherwise
   * null.
   */
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

/** Returns the affordable answer length. A request that is sent at all gets at least the useful minimum. */
function affordable(paid: Hold, { wanted, asking, perToken }: AskedRoom): number {
  if (perToken === 0) return wanted
  const room = paid.answerRoom(Math.ceil(asking + wanted * perToken))
  return Math.max(Math.min(TOKENS.least, wanted), Math.min(wanted, Math.floor((room - asking) / perToken)))
}

type Totals = { readonly tokens: number | null; readonly usd: number | null }

export function createCeilings({ tokens: most, usd }: Totals, before: RunCost): Ceilings {
  const tokens = createBudget(most, before.usage.output)
  const money = createBudget(usd === null ? null : Math.round(usd * MICRO), moneyOf(before), MONEY)
  return {
    tokens,
    isBounded: most !== null || usd !== null,
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
        answerRoom: (request) => Math.min(held.answerRoom(request.wanted), affordable(paid, request)),
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
