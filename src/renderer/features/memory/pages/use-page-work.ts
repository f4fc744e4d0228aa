import { useEffect } from 'react'
import { useQuery } from '../../../data/use-query.ts'

/** Polling interval, because the index sends no progress, in milliseconds. */
const LOOK_AGAIN_MS = 700

/** Returns the progress of folders and of the index. */
export function usePageWork() {
  const asked = useQuery('knowledge.work', {})
  const { data, reload: again } = asked
  useEffect(() => {
    if (data === null || (data.behind ?? 0) === 0) return
    const timer = setTimeout(again, LOOK_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [data, again])
  return data
}
