import { useCallback } from 'react'
import { useStore } from 'zustand'
import type { MemoryId } from '#shared/ids.ts'
import { type Api, problemOf } from '../../../api.ts'
import { useProblemWords } from '../../../messages/TextProvider.tsx'
import type { AppStore } from '../../../store/app-store.ts'
import { useAsked } from '../../../ui/hooks/asked.ts'

/** Returns contradictions and duplicates, for one memory or all; reloaded with every change. */
export function usePairs(api: Api, app: AppStore, about: MemoryId | null) {
  const say = useProblemWords()
  const changes = useStore(app.store, (state) => state.memoryChanges)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change in memory is the reason to ask again
  const ask = useCallback(() => api.call('memory.pairs', { about }), [api, about, changes])
  return useAsked(ask, (error) => say(problemOf(error)))
}
