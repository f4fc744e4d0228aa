import { AppError } from '#shared/errors.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import type { Usage } from '#shared/session/message.ts'
import type { SpendState } from '#shared/usage/usage-report.ts'
import type { Model, ModelChunk, ModelRequest } from '../../models/model.ts'
import { dollars } from './allowance.ts'
import { awaitWakeUp } from './await-wake-up.ts'
import { amountOf, MICRO, mostOf } from './request-cost.ts'
import { type Payer, type PayerOf, type Spent, scopesOf, spendLinesOf } from './spend-scopes.ts'

type Deps = {
  readonly spent: Spent
  readonly payerOf: PayerOf
  /** Reads the limits in the file of a project, unless they are known. */
  readonly ready: (projectId: ProjectId) => Promise<void>
}

type Held = { readonly micros: number; readonly payer: Payer | null }

/**
 * Reserves the cost of every request from what the stop limits of the day and the month leave: those over everything and
 * those of its project. A request that does not fit beside the open ones waits for them, so parallel requests never pass
 * a limit together. A single one may pass it.
 */
export function createSpendHolds({ spent, payerOf, ready }: Deps) {
  const open = new Set<Held>()
  const unstored = createUnstoredByScope()
  let waiting: (() => void)[] = []

  const isIn = (held: Held, scope: Payer | null): boolean => scope === null || held.payer?.id === scope.id

  /** Returns whether a request fits below the stop limits of a scope. Throws `limit.exceeded` at one of them. */
  const fits = (most: number, scope: Payer | null): boolean => {
    const state = spent(scope?.id ?? null)
    const recent = unstored.of(scope).after(state)
    const inScope = [...open].filter((held) => isIn(held, scope))
    const held = inScope.reduce((sum, { micros }) => sum + micros, 0)
    let free = Number.POSITIVE_INFINITY
    for (const { used, stop, reached } of spendLinesOf(state, scope)) {
      if (stop === null) continue
      const cost = used + recent / MICRO
      if (cost >= stop) throw AppError.saying('limit.exceeded', reached(dollars(cost), dollars(stop)))
      free = Math.min(free, (stop - cost) * MICRO - held)
    }
    return most <= free || inScope.length === 0
  }

  /** Waits for room in every scope. Returns null without a limit. Throws `limit.exceeded` at a stop limit. */
  const hold = async (most: number, payer: Payer | null, signal: AbortSignal): Promise<Held | null> => {
    for (;;) {
      signal.throwIfAborted()
      const scopes = scopesOf(payer).filter((scope) => hasStop(spent(scope?.id ?? null)))
      if (scopes.length === 0) return null
      // All scopes are asked first, because a reached limit must stop a request that waits for another.
      if (scopes.map((scope) => fits(most, scope)).every((fit) => fit)) {
        const held = { micros: most, payer }
        open.add(held)
        return held
      }
      await awaitWakeUp((go) => waiting.push(go), signal)
    }
  }

  const settle = (held: Held, usage: readonly Usage[]): void => {
    open.delete(held)
    for (const scope of scopesOf(held.payer)) {
      for (const each of usage) unstored.of(scope).add(amountOf(each).micros)
    }
    const all = waiting
    waiting = []
    for (const go of all) go()
  }

  /**
   * Reserves an amount in millionths of a dollar for a session, or for the app for null. Returns the function that gives
   * it back, which takes the usage that the log does not count yet; null without a limit.
   */
  const reserve = async (
    most: number,
    sessionId: SessionId | null,
    signal: AbortSignal,
  ): Promise<((used: readonly Usage[]) => void) | null> => {
    const payer = sessionId === null ? null : payerOf(sessionId)
    if (payer !== null) await ready(payer.id)
    const held = await hold(most, payer, signal)
    return held === null ? null : (used) => settle(held, used)
  }

  async function* reserving(
    { info, stream }: { readonly info: ModelInfo; readonly stream: Model['stream'] },
    request: ModelRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ModelChunk> {
    const give = await reserve(mostOf(request, info).micros, request.sessionId, signal)
    if (give === null) {
      yield* stream(request, signal)
      return
    }
    const used: Usage[] = []
    const onCounted = (usage: Usage) => {
      used.push(usage)
      request.onCounted?.(usage)
    }
    try {
      for await (const chunk of stream({ ...request, onCounted }, signal)) {
        if (chunk.t === 'end') used.push(chunk.usage)
        yield chunk
      }
    } finally {
      give(used)
    }
  }

  return {
    reserve,
    /** Returns a model stream whose requests reserve their cost first. */
    through:
      (info: ModelInfo, stream: Model['stream']): Model['stream'] =>
      (request, signal) =>
        reserving({ info, stream }, request, signal),
  }
}

export type SpendHolds = ReturnType<typeof createSpendHolds>

function createUnstoredByScope() {
  const scopes = new Map<ProjectId | null, ReturnType<typeof createUnstored>>()
  return {
    of: (scope: Payer | null) => {
      const id = scope?.id ?? null
      const known = scopes.get(id) ?? createUnstored()
      scopes.set(id, known)
      return known
    },
  }
}

/**
 * Sums answers whose cost is not in the log yet: a turn is stored after its calls. Growth of the stored sum takes them
 * off again. A new day begins with none.
 */
function createUnstored() {
  let micros = 0
  let seen = { day: '', month: 0 }
  return {
    add: (more: number): void => {
      micros += more
    },
    after: ({ day, month }: SpendState): number => {
      if (seen.day === day) micros = Math.max(0, micros - Math.round((month - seen.month) * MICRO))
      else micros = 0
      seen = { day, month }
      return micros
    },
  }
}

const hasStop = ({ limits }: SpendState): boolean =>
  limits.stopPerDay !== null || limits.stopPerMonth !== null
