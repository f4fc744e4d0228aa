import { useEffect, useState } from 'react'
import type { AgentListing } from '#shared/agent/definition.ts'
import type { ProjectId } from '#shared/ids.ts'
import { useChat } from '../chat-context.ts'

const NONE: readonly AgentListing[] = []

/** The agents a person can talk to in a project. */
export function useAgents(projectId: ProjectId | null): readonly AgentListing[] {
  const { api, app } = useChat()
  const [known, setKnown] = useState<{ projectId: ProjectId | null; list: readonly AgentListing[] } | null>(
    null,
  )
  useEffect(() => {
    let current = true
    const asked = api.call('agents.list', { projectId }).then(({ agents }) => {
      if (current) setKnown({ projectId, list: agents.filter(({ mode }) => mode === 'primary') })
    })
    app.attempt(asked)
    return () => {
      current = false
    }
  }, [api, app, projectId])
  return known !== null && known.projectId === projectId ? known.list : NONE
}
