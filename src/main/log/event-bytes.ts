import type { DurableEvent } from '#shared/events/event.ts'

/** Bytes of an event without its payload. */
const ENVELOPE = 600
/** Bytes in memory for each character of a payload as JSON: names and small objects take more than their text. */
const EACH = 1.5
/** Characters that the names and signs of one value take in JSON. */
const VALUE = 12

/** Estimates the bytes in memory of an event whose payload has so many characters as JSON. */
export function bytesOfPayload(characters: number): number {
  return ENVELOPE + EACH * characters
}

/** Estimates the bytes of an event in memory without writing it as JSON. */
export function eventBytes({ payload }: DurableEvent): number {
  return bytesOfPayload(charactersOf(payload))
}

function charactersOf(value: unknown): number {
  if (typeof value === 'string') return VALUE + value.length
  if (typeof value !== 'object' || value === null) return VALUE
  let characters = VALUE
  for (const each of Array.isArray(value) ? value : Object.values(value)) characters += charactersOf(each)
  return characters
}
