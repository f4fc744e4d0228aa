import type { DurableEvent } from '#shared/events/event.ts'
import type { ModelRef } from '#shared/ids.ts'
import type { Message } from '#shared/session/message.ts'
import type { Entry } from '../branch/entry.ts'

/** The ratio of server-counted tokens to the estimate. */
export type Scale = { readonly factor: number; readonly isMeasured: boolean }

/** The scale of a branch on which no server has counted yet. */
export const UNMEASURED: Scale = { factor: 1, isMeasured: false }

/** The factor stays in these bounds: more would be another fault than that of an estimate. */
const [LEAST, MOST] = [0.6, 1.6]
/** Outside of these a server counts something else, such as only what it had not cached, or has cut the request. */
const [IMPLAUSIBLY_LITTLE, IMPLAUSIBLY_MUCH] = [0.4, 2.5]
/** A request with fewer tokens says too little. */
const LEAST_COUNTED = 200

/** Returns the scale that the answer of a model tells, or null when it tells none. */
export function scaleIn(message: Message, model: ModelRef): Scale | null {
  const { estimate = 0, usage } = message
  if (message.role !== 'assistant' || message.model !== model || estimate <= 0) return null
  const { input = 0, cacheRead = 0, cacheWrite = 0 } = usage ?? {}
  const counted = input + cacheRead + cacheWrite
  const ratio = counted / estimate
  if (counted < LEAST_COUNTED || ratio < IMPLAUSIBLY_LITTLE || ratio > IMPLAUSIBLY_MUCH) return null
  return { factor: Math.min(MOST, Math.max(LEAST, ratio)), isMeasured: true }
}

/** Returns the newest scale on a path. A fold: the same path has the same scale. */
export function scaleOf(path: readonly DurableEvent[], model: ModelRef): Scale {
  for (let index = path.length - 1; index >= 0; index -= 1) {
    const event = path[index]
    const scale = event?.kind === 'message' ? scaleIn(event.payload.message, model) : null
    if (scale !== null) return scale
  }
  return UNMEASURED
}

/**
 * Returns the scale as it was known before each entry, and at the end. An earlier request was measured by what was
 * known then, so what was decided for it is decided again.
 */
export function scalesAlong(entries: readonly Entry[], start: Scale, model: ModelRef): readonly Scale[] {
  let now = start
  const scales = entries.map((entry) => {
    const before = now
    if (entry.from === 'message') now = scaleIn(entry.message, model) ?? now
    return before
  })
  return [...scales, now]
}

/** Returns the path up to the end of the summarised part; empty when nothing was summarised. */
export function summarisedPart(path: readonly DurableEvent[]): readonly DurableEvent[] {
  const compact = path.findLast((event) => event.kind === 'compact')
  if (compact?.kind !== 'compact') return []
  const through = path.findLastIndex(({ id }) => id === compact.payload.compactedThrough)
  return path.slice(0, through + 1)
}

/** Scales token counts so that their sum is the scaled sum. */
export function scaleParts(parts: readonly number[], factor: number): readonly number[] {
  if (factor === 1) return parts
  let sum = 0
  return parts.map((part) => {
    const before = Math.round(sum * factor)
    sum += part
    return Math.round(sum * factor) - before
  })
}
