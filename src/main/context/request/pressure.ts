import { answeredCall, type Entry } from '../branch/entry.ts'
import type { TokenCounter } from '../budget/count-tokens.ts'
import type { ContextPolicy } from '../budget/policy.ts'
import { type Scale, UNMEASURED } from './calibration.ts'
import { type Load, stubOf } from './measure.ts'

/** Total tokens, and those of the system prompt and the tools. */
export type Limits = {
  readonly usable: number
  readonly fixed: number
  /** Ratios of real to estimated counts before each entry and at the end; missing before any count. */
  readonly scales?: readonly Scale[]
}

/**
 * The reduction of a request. Long outputs before `shrinkBefore` become stubs. Turns before `thinBefore` are
 * dropped, except `spared` messages of the person that must stay.
 */
export type Relief = {
  readonly shrinkBefore: number
  readonly thinBefore: number
  readonly spared: ReadonlySet<number>
  /** Still above the policy's threshold when only shrinking is counted: a compaction would help. */
  readonly strained: boolean
}

/** Reductions come in large steps, because each one invalidates the provider's prompt cache. */
const LEAST_GAIN = 0.1
const THIN_DOWN_TO = 0.6

/**
 * Replays the history request by request and gives relief only where that request went over the threshold. So
 * what was decided for one request is decided again for every later one, without being stored anywhere.
 */
export function findRelief(
  entries: readonly Entry[],
  load: Load,
  limits: Limits,
  policy: Pick<ContextPolicy, 'compactAt' | 'compactAtMeasured' | 'toolOutput'>,
  count: TokenCounter,
): Relief {
  const { scales = [UNMEASURED] } = limits
  const thresholdOf = (scale: Scale) => (thresholdFor(policy, scale) * limits.usable) / scale.factor
  if (scales.every((scale) => limits.fixed + load.total <= thresholdOf(scale))) {
    return { shrinkBefore: 0, thinBefore: 0, spared: new Set(), strained: false }
  }
  const state = createReplay(entries, load, limits, savedBefore(entries, load, policy, count))
  let strained = false
  const relieve = (end: number) => {
    const scale = scales[end] ?? UNMEASURED
    const [threshold, usable] = [thresholdOf(scale), limits.usable / scale.factor]
    if (state.size() > threshold) state.shrink(end, policy.toolOutput.keepLastTurns, usable)
    strained = state.size() > threshold
    if (state.size() > usable) state.thin(end, usable)
  }
  entries.forEach((entry, index) => {
    if (index > 0 && entry.message.role === 'assistant') relieve(index)
    state.add(index)
  })
  relieve(entries.length)
  return { ...state.relief(), strained: strained || state.relief().thinBefore > 0 }
}

/** The share of the usable window above which there is relief. */
export function thresholdFor(
  { compactAt, compactAtMeasured }: Pick<ContextPolicy, 'compactAt' | 'compactAtMeasured'>,
  { isMeasured }: Scale,
): number {
  return isMeasured ? compactAtMeasured : compactAt
}

/** Returns the tokens saved by stubs before each index. */
function savedBefore(
  entries: readonly Entry[],
  load: Load,
  policy: Pick<ContextPolicy, 'toolOutput'>,
  count: TokenCounter,
): readonly number[] {
  const saved = [0]
  let sum = 0
  entries.forEach((entry, index) => {
    const stub = stubOf(entry, policy)
    if (stub !== null) sum += Math.max(0, (load.tokens[index] ?? 0) - count.message(stub))
    saved.push(sum)
  })
  return saved
}

function createReplay(entries: readonly Entry[], load: Load, limits: Limits, saved: readonly number[]) {
  const turns: number[] = []
  let size = limits.fixed
  let shrinkBefore = 0
  let thinBefore = 0
  let firstUser = -1
  let user = -1
  let spared = -1

  const saving = (from: number, to: number) => Math.max(0, (saved[to] ?? 0) - (saved[from] ?? 0))
  const weight = (index: number) =>
    (load.tokens[index] ?? 0) - (index < shrinkBefore ? saving(index, index + 1) : 0)
  const isProtected = (index: number) =>
    index === firstUser || index === user || entries[index]?.from === 'summary'

  return {
    size: () => size,
    relief: () => ({
      shrinkBefore,
      thinBefore,
      spared: new Set([firstUser, spared].filter((index) => index >= 0)),
    }),
    add: (index: number) => {
      const entry = entries[index]
      size += load.tokens[index] ?? 0
      if (entry?.message.role === 'assistant') turns.push(index)
      if (entry?.from !== 'message' || entry.message.role !== 'user') return
      user = index
      if (firstUser < 0) firstUser = index
    },
    /** Stubs the outputs of all but the last turns, when that is worth it. */
    shrink: (end: number, keepLastTurns: number, usable: number) => {
      const before = keepLastTurns === 0 ? end : (turns.at(-keepLastTurns) ?? 0)
      const gain = saving(Math.max(shrinkBefore, thinBefore), before)
      if (gain < LEAST_GAIN * usable) return
      shrinkBefore = before
      size -= gain
    },
    /** Leaves out the oldest turns as wholes. The newest turn and what the person asked for stay. */
    thin: (end: number, usable: number) => {
      const newest = Math.max(user, turns.at(-1) ?? -1)
      const limit = newest < 0 ? end : newest
      // Spared for an earlier request; now it is an old message like the others.
      if (spared >= 0 && spared !== user) size -= weight(spared)
      let index = thinBefore
      while (index < limit && size > THIN_DOWN_TO * usable) {
        do {
          const entry = entries[index]
          if (entry !== undefined && !isProtected(index)) size -= weight(index) - keptOf(entry, load, index)
          index++
        } while (index < limit && isResult(entries[index]))
      }
      thinBefore = index
      spared = user >= 0 && user < index && user !== firstUser ? user : -1
    },
  }
}

function isResult(entry: Entry | undefined): boolean {
  return entry !== undefined && answeredCall(entry.message) !== null
}

/** Returns the tokens kept of a thinned entry: only items that must be kept. */
function keptOf(entry: Entry, load: Load, index: number): number {
  return entry.from === 'item' && entry.mustKeep ? (load.tokens[index] ?? 0) : 0
}
