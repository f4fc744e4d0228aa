import { useCallback } from 'react'
import { COORDINATOR } from '#shared/agent/coordinator.ts'
import type { AgentListing } from '#shared/agent/definition.ts'
import type { InboxItem } from '#shared/session/inbox.ts'
import { problemOf } from '../../../api.ts'
import { useAsked } from '../../../ui/hooks/asked.ts'
import { useAgents, useApp } from '../agents-context.ts'

/** Returns the agents for steps of a pending plan; null when steps are not delegated. */
export function useDoers({ projectId, asker }: InboxItem): readonly AgentListing[] | null {
  const { api } = useAgents()
  const changes = useApp((state) => state.definitionChanges)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed file is the reason to ask again
  const ask = useCallback(async () => {
    const { agents } = await api.call('agents.list', { projectId })
    return agents.filter(({ id, mode }) => mode !== 'hidden' && id !== COORDINATOR)
  }, [api, projectId, changes])
  const { data } = useAsked(ask, (error) => problemOf(error).message)
  return asker.kind === 'chat' ? (data ?? []) : null
}
