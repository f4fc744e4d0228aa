import { AppError } from '#shared/errors.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import { say } from '#shared/sentences.ts'
import type { Usage } from '#shared/session/message.ts'
import type { SpendState } from '#shared/usage/usage-report.ts'
import type { Model, ModelChunk, ModelRequest } from '../../models/model.ts'
import { dollars } from './allowance.ts'
import { amountOf, MICRO, mostOf } from './request-cost.ts'
import type { Said } from './use-lines.ts'
import { woken } from './woken.ts'

type Deps = {
  /** The current limits with the stored cost of today and of this month. */
  readonly spent: () => SpendState
}

type Held = { readonly micros: number }

/**
 * Reserves the cost of every request from what the stop limits of the day and the month leave. A request that does not
 * fit beside the open ones waits for them, so parallel requests never pass a limit together. A single one may pass it.
 */
export function createSpendHolds({ spent }: Deps) {
  const open = new Set<Held>()
  const unstored = createUnstored()
  let waiting: (() => void)[] = []

  /** Returns what is left below the nearest stop limit in millionths of a dollar, and its sentence. */
  const leftOf = (state: SpendState) => {
    const recent = unstored.after(state)
    const held = [...open].reduce((sum, { micros }) => sum + micros, 0)
    const lines = linesOf(state).map(({ used, stop, reached }) => {
      const cost = used + recent / MICRO
      return { left: (stop - cost) * MICRO, over: () => reached(dollars(cost), dollars(stop)) }
    })
    const [nearest] = lines.toSorted((a, b) => a.left - b.left)
    return nearest === undefined ? null : { ...nearest, free: nearest.left - held }
  }

  /** Waits for room. Returns null without a limit. Throws `limit.exceeded` at a stop limit. */
  const hold = async (most: number, signal: AbortSignal): Promise<Held | null> => {
    for (;;) {
      signal.throwIfAborted()
      const left = leftOf(spent())
      if (left === null) return null
      if (left.left <= 0) throw AppError.saying('limit.exceeded', left.over())
      if (most <= left.free || open.size === 0) {
        const held = { micros: most }
        open.add(held)
        return held
      }
      await woken((go) => waiting.push(go), signal)
    }
  }

  const settle = (held: Held, usage: Usage[]): void => {
    open.delete(held)
    for (const each of usage) unstored.add(amountOf(each).micros)
    const all = waiting
    waiting = []
    for (const go of all) go()
  }

  async function* reserving(
    { info, stream }: { readonly info: ModelInfo; readonly stream: Model['stream'] },
    request: ModelRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ModelChunk> {
    const held = hasStop(spent()) ? await hold(mostOf(request, info).micros, signal) : null
    if (held === null) {
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
      settle(held, used)
    }
  }

  return {
    /** Returns a model stream whose requests reserve their cost first. */
    through:
      (info: ModelInfo, stream: Model['stream']): Model['stream'] =>
      (request, signal) =>
        reserving({ info, stream }, request, signal),
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

type StopLine = {
  readonly used: number
  readonly stop: number
  readonly reached: (cost: string, limit: string) => Said
}

const hasStop = ({ limits }: SpendState): boolean =>
  limits.stopPerDay !== null || limits.stopPerMonth !== null

function linesOf({ limits, today, month }: SpendState): StopLine[] {
  const lines: StopLine[] = []
  if (limits.stopPerDay !== null) {
    const reached: StopLine['reached'] = (cost, limit) => say('day.costReached', { cost, limit })
    lines.push({ used: today, stop: limits.stopPerDay, reached })
  }
  if (limits.stopPerMonth !== null) {
    const reached: StopLine['reached'] = (cost, limit) => say('month.costReached', { cost, limit })
    lines.push({ used: month, stop: limits.stopPerMonth, reached })
  }
  return lines
}
