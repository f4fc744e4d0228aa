import { useMemo } from 'react'
import { useQuery } from '../../../../data/use-query.ts'
import { useApp } from '../../agents-context.ts'

/** Returns the names of all tools that some agent of the open project is offered. */
export function useToolNames(): readonly string[] {
  const projectId = useApp((state) => state.openProject)
  const { data } = useQuery('agents.list', { projectId })
  return useMemo(
    () => [...new Set((data?.agents ?? []).flatMap(({ offered }) => offered))].toSorted(),
    [data],
  )
}
