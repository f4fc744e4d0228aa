import { useMemo } from 'react'
import type { UnmatchedPath } from '#shared/project/unmatched-path.ts'
import { problemOf } from '../../../api.ts'
import { type Answered, useAnswer } from '../../../ui/hooks/use-answer.ts'
import { useSettled } from '../use-settled.ts'
import { useRuns, useWorkflows } from '../workflows-context.ts'
import type { Named } from './args-fields.ts'
import { placesFor } from './typed-line.ts'

/** Names, and the text for which they were found. */
type NamesFor = { readonly asked: string; readonly names: readonly string[] }

/** Returns the completions of a typed text: matching branches or project paths. Null while loading. */
export function useNamed(names: Named, typed: string) {
  const { api } = useWorkflows()
  const projectId = useRuns((state) => state.projectId)
  const asked = names === 'path' ? typed.slice(0, 200) : ''
  const ask = useMemo(() => {
    if (projectId === null || names === null) return null
    return async (): Promise<NamesFor> => ({
      asked,
      names:
        names === 'branch'
          ? await api.call('project.branches', { projectId })
          : placesFor(await api.call('project.files', { projectId, typed: asked }), asked),
    })
  }, [api, projectId, names, asked])
  const { answer, problem } = useAnswer(projectId, ask)
  return useMemo(() => {
    const words = typed.toLowerCase()
    const all = answer?.names ?? []
    const whole = names === 'branch' && all.includes(typed)
    // Places found for an earlier text must still hold the new one: Enter takes the first of them.
    const isCurrent = names === 'path' && answer?.asked === asked
    // A branch that is chosen already is no filter: the others are what one looks for.
    const found = all.filter((name) => isCurrent || whole || name.toLowerCase().includes(words))
    return {
      found,
      none: answer?.names.length === 0,
      problem: problem === null ? null : problemOf(problem).message,
    }
  }, [answer, problem, names, typed, asked])
}

/** The lines that name no place of the project, asked for when the person pauses. */
export function useUnmatched(names: Named, text: string): readonly UnmatchedPath[] {
  const { api } = useWorkflows()
  const projectId = useRuns((state) => state.projectId)
  const settled = useSettled(text, PAUSE_MS)
  const ask = useMemo(() => {
    const paths = settled
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && line.length <= LONGEST)
    if (projectId === null || names !== 'path' || paths.length === 0) return null
    return () => api.call('project.unmatched', { projectId, paths: paths.slice(0, MOST) })
  }, [api, projectId, names, settled])
  const { answer }: Answered<readonly UnmatchedPath[]> = useAnswer(projectId, ask)
  // Lines corrected since the check are dropped.
  const lines = text.split('\n').map((line) => line.trim())
  return (answer ?? []).filter(({ path }) => lines.includes(path))
}

const PAUSE_MS = 300
const MOST = 50
const LONGEST = 1_000
