import { useMemo } from 'react'
import { COORDINATOR } from '#shared/agent/coordinator.ts'
import type { AgentListing } from '#shared/agent/definition.ts'
import type { InboxItem } from '#shared/session/interactions/inbox.ts'
import { useQuery } from '../../../data/use-query.ts'

/** Returns the agents for steps of a pending plan; null when steps are not delegated. */
export function useDoers({ projectId, asker }: InboxItem): readonly AgentListing[] | null {
  const { data } = useQuery('agents.list', { projectId })
  return useMemo(() => {
    if (asker.kind !== 'chat') return null
    return data?.agents.filter(({ id, mode }) => mode !== 'hidden' && id !== COORDINATOR) ?? []
  }, [data, asker.kind])
}
