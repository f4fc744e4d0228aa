import { useCallback } from 'react'
import type { AgentList } from '#shared/agent/definition.ts'
import type { SkillList } from '#shared/agent/skill.ts'
import { problemOf } from '../../../api.ts'
import { type Asked, useAsked } from '../../../ui/hooks/asked.ts'
import { useAgents, useApp } from '../agents-context.ts'

export type Definitions = { readonly agents: AgentList; readonly skills: SkillList }

/** The agents and skills of the open project, read again as their files change. */
export function useDefinitions(): Asked<Definitions> {
  const { api } = useAgents()
  const projectId = useApp((state) => state.openProject)
  const changes = useApp((state) => state.definitionChanges)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed file is the reason to ask again
  const ask = useCallback(async () => {
    const [agents, skills] = await Promise.all([
      api.call('agents.list', { projectId }),
      api.call('skills.list', { projectId }),
    ])
    return { agents, skills }
  }, [api, projectId, changes])
  return useAsked(ask, (error) => problemOf(error).message)
}
