import type { SandboxBlock } from '#shared/sandbox/sandbox.ts'
import type { Clock } from '../lib/clock.ts'
import { guardProject, markProject, type ProjectMark } from './guard-project.ts'
import { ProjectTooLarge } from './project-too-large.ts'
import { timeLimit } from './time-limit.ts'
import { watchProject } from './watch-project.ts'

/** The time in which a project must be searched, in milliseconds. */
const SEARCH_MS = 20_000

/**
 * Guards projects before, during and after commands. Where a search after a command did not end in time, the next command
 * does not start before it did: it would take new hooks for those of the person.
 */
export function createProjectGuard(clock: Clock) {
  const unfinished = new Map<string, ProjectMark>()
  const finish = async (mark: ProjectMark): Promise<SandboxBlock[]> => {
    const limit = timeLimit(clock, SEARCH_MS)
    const { blocked, complete } = await guardProject(mark, { limit, isAlive: false, isDue: () => true })
    if (complete) unfinished.delete(mark.root)
    else if (!unfinished.has(mark.root)) unfinished.set(mark.root, mark)
    return complete ? blocked : [...blocked, { what: 'unsearched', name: '.', tries: 1 }]
  }
  return {
    mark: async (root: string, home: string): Promise<ProjectMark> => {
      const left = unfinished.get(root)
      if (left !== undefined) await finish(left)
      if (unfinished.has(root)) throw new ProjectTooLarge()
      const mark = await markProject(root, { home, limit: timeLimit(clock, SEARCH_MS), now: clock.now })
      if (!mark.complete) throw new ProjectTooLarge()
      return mark
    },
    watch: (mark: ProjectMark) => {
      const watched = watchProject(mark, clock)
      return { close: async () => [...(await watched.stop()), ...(await finish(mark))] }
    },
  }
}
