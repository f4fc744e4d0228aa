import { useMemo } from 'react'
import type { AgentList } from '#shared/agent/definition.ts'
import type { SkillList } from '#shared/agent/skill.ts'
import { type Query, useBoth, useQuery } from '../../../data/use-query.ts'
import { useApp } from '../agents-context.ts'

export type Definitions = { readonly agents: AgentList; readonly skills: SkillList }

/** The agents and skills of the open project, read again as their files change. */
export function useDefinitions(): Query<Definitions> {
  const projectId = useApp((state) => state.openProject)
  const both = useBoth(useQuery('agents.list', { projectId }), useQuery('skills.list', { projectId }))
  const data = useMemo(
    () => (both.data === null ? null : { agents: both.data[0], skills: both.data[1] }),
    [both.data],
  )
  return { ...both, data }
}
