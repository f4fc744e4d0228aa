import type { MemoryId } from '#shared/ids.ts'

/** One name for a pair, whichever of the two comes first. */
export function pairName(one: MemoryId, other: MemoryId): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`
}
