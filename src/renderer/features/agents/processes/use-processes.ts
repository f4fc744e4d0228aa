import { useEffect } from 'react'
import type { ProcessLine } from '#shared/process/process.ts'
import { type Query, useQuery } from '../../../data/use-query.ts'

/** Sampling interval while the list is visible, in milliseconds. */
const LOOK_MS = 2_000

/** The processes of the app, looked at again and again while this window shows them. */
export function useProcesses(): Query<readonly ProcessLine[]> {
  const asked = useQuery('process.list', {})
  const again = asked.reload
  // On a busy machine a scan takes longer than the interval.
  const isLoading = asked.state === 'loading' || asked.state === 'stale'
  useEffect(() => {
    if (isLoading) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') again()
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [again, isLoading])
  return asked
}
