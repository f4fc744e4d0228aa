import { useMemo } from 'react'
import type { AgentListing } from '#shared/agent/definition.ts'
import type { ProjectId } from '#shared/ids.ts'
import { useFailureNotice } from '../../../data/use-failure-notice.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useChat } from '../chat-context.ts'

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
  const { app } = useChat()
  const listed = useQuery('agents.list', { projectId })
  useFailureNotice(app, listed)
  const all = listed.data?.agents ?? NONE
  return useMemo(() => all.filter(({ mode }) => mode !== 'hidden'), [all])
}
