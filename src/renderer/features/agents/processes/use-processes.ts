import { useCallback, useEffect, useRef } from 'react'
import type { ProcessLine } from '#shared/process/process.ts'
import { problemOf } from '../../../api.ts'
import { type Asked, useAsked } from '../../../ui/hooks/asked.ts'
import { useAgents } from '../agents-context.ts'

/** Sampling interval while the list is visible, in milliseconds. */
const LOOK_MS = 2_000

/** The processes of the app, looked at again and again while this window shows them. */
export function useProcesses(): Asked<readonly ProcessLine[]> {
  const { api } = useAgents()
  const looking = useRef(false)
  const ask = useCallback(async () => {
    looking.current = true
    return api.call('process.list', {}).finally(() => {
      looking.current = false
    })
  }, [api])
  const asked = useAsked(ask, (error) => problemOf(error).message)
  const again = asked.ask
  useEffect(() => {
    const timer = setInterval(() => {
      // On a busy machine a look takes longer; asking over it would leave every answer behind.
      if (document.visibilityState === 'visible' && !looking.current) again()
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [again])
  return asked
}
