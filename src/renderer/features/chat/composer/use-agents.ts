import { useEffect, useMemo, useState } from 'react'
import type { AgentListing } from '#shared/agent/definition.ts'
import type { ProjectId } from '#shared/ids.ts'
import { useApp, useChat } from '../chat-context.ts'

/** The default agent of a new chat. */
export const USUAL_AGENT = 'build'

const NONE: readonly AgentListing[] = []

/** The agents a person can talk to in a project. */
export function useAgents(projectId: ProjectId | null): readonly AgentListing[] {
  const listed = useListedAgents(projectId)
  return useMemo(() => listed.filter(({ mode }) => mode === 'primary'), [listed])
}

/** The agents there are in a project, without those that only the app itself uses. */
export function useListedAgents(projectId: ProjectId | null): readonly AgentListing[] {
  const { api, app } = useChat()
  const [known, setKnown] = useState<{ projectId: ProjectId | null; list: readonly AgentListing[] } | null>(
    null,
  )
  const changes = useApp((state) => state.definitionChanges)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed file is the reason to ask again
  useEffect(() => {
    let current = true
    const asked = api.call('agents.list', { projectId }).then(({ agents }) => {
      if (current) setKnown({ projectId, list: agents.filter(({ mode }) => mode !== 'hidden') })
    })
    app.attempt(asked)
    return () => {
      current = false
    }
  }, [api, app, projectId, changes])
  return known !== null && known.projectId === projectId ? known.list : NONE
}
