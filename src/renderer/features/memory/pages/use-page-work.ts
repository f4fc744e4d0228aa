import { useCallback, useEffect } from 'react'
import { useStore } from 'zustand'
import { type Api, problemOf } from '../../../api.ts'
import type { AppStore } from '../../../store/app-store.ts'
import { useAsked } from '../../../ui/hooks/asked.ts'

/** Polling interval, because the index sends no progress, in milliseconds. */
const LOOK_AGAIN_MS = 700

/** Returns the progress of folders and of the index. */
export function usePageWork(api: Api, app: AppStore) {
  const work = useStore(app.store, (state) => state.knowledgeWork)
  const changes = useStore(app.store, (state) => state.knowledgeChanges)
  // biome-ignore lint/correctness/useExhaustiveDependencies: news is the reason to ask again
  const ask = useCallback(() => api.call('knowledge.work', {}), [api, work, changes])
  const asked = useAsked(ask, (error) => problemOf(error).message)
  const { data, ask: again } = asked
  useEffect(() => {
    if (data === null || (data.behind ?? 0) === 0) return
    const timer = setTimeout(again, LOOK_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [data, again])
  return data
}
