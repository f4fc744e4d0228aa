import type { MemoryId } from '#shared/ids.ts'
import { useQuery } from '../../../data/use-query.ts'

/** Returns contradictions and duplicates, for one memory or all; reloaded with every change. */
export function usePairs(about: MemoryId | null) {
  return useQuery('memory.pairs', { about })
}
