import { useMemo } from 'react'
import type { UnmatchedPath } from '#shared/project/unmatched-path.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useSettled } from '../use-settled.ts'
import { useRuns } from '../workflows-context.ts'
import type { Named } from './args-fields.ts'
import { placesFor } from './typed-line.ts'

/** Names, and the text for which they were found. */
type NamesFor = { readonly asked: string; readonly names: readonly string[] }

/** Returns the completions of a typed text: matching branches or project paths. Null while loading. */
export function useNamed(names: Named, typed: string) {
  const projectId = useRuns((state) => state.projectId)
  const asked = names === 'path' ? typed.slice(0, 200) : ''
  const branches = useQuery(
    'project.branches',
    projectId === null || names !== 'branch' ? null : { projectId },
  )
  const filesWanted = projectId === null || names !== 'path' ? null : { projectId, typed: asked }
  const files = useQuery('project.files', filesWanted, { keep: true })
  const branchNames = branches.data
  const fileNames = files.data
  const askedFor = files.request?.projectId === projectId ? files.request.typed : null
  const answer = useMemo((): NamesFor | null => {
    if (names === 'branch') return branchNames === null ? null : { asked: '', names: branchNames }
    if (fileNames === null || askedFor === null) return null
    return { asked: askedFor, names: placesFor(fileNames, askedFor) }
  }, [names, branchNames, fileNames, askedFor])
  const problem = branches.problem ?? files.problem
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
      problem,
    }
  }, [answer, problem, names, typed, asked])
}

/** The lines that name no place of the project, asked for when the person pauses. */
export function useUnmatched(names: Named, text: string): readonly UnmatchedPath[] {
  const projectId = useRuns((state) => state.projectId)
  const settled = useSettled(text, PAUSE_MS)
  const paths = settled
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line.length <= LONGEST)
  const isAsked = projectId !== null && names === 'path' && paths.length > 0
  const checked = useQuery('project.unmatched', isAsked ? { projectId, paths: paths.slice(0, MOST) } : null, {
    keep: true,
  })
  // Lines corrected since the check are dropped.
  const lines = text.split('\n').map((line) => line.trim())
  return (checked.data ?? []).filter(({ path }) => lines.includes(path))
}

const PAUSE_MS = 300
const MOST = 50
const LONGEST = 1_000
