import type { DurableEvent } from '../../events/event.ts'
import type { EventId, Millis } from '../../ids.ts'
import type { Message } from '../message.ts'

/** After so long a pause one has often turned to something else, in milliseconds. */
export const LONG_PAUSE_MS = 8 * 60 * 60 * 1_000
/** Minimum history, in tokens, for the hint. A shorter chat costs next to nothing to resume. */
export const FEWEST_TOKENS = 12_000
/** The same, of a server that does not say what it counted. */
const FEWEST_EVENTS = 4

/** The end of a long chat that was left long ago with everything answered; null for any other. */
export function longPause(
  path: readonly DurableEvent[],
  now: Millis,
): { readonly since: Millis; readonly end: EventId } | null {
  const last = path.at(-1)
  if (last?.kind !== 'message' || last.payload.message.role !== 'assistant') return null
  if (now - last.ts < LONG_PAUSE_MS || !isLong(path, last.payload.message)) return null
  return { since: last.ts, end: last.id }
}

function isLong(path: readonly DurableEvent[], { usage }: Message): boolean {
  const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0 } = usage ?? {}
  const tokens = input + output + cacheRead + cacheWrite
  return tokens === 0 ? path.length >= FEWEST_EVENTS : tokens >= FEWEST_TOKENS
}
