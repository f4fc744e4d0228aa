import type { FileProblem } from '#shared/agent/file-problem.ts'
import { AppError } from '#shared/errors.ts'
import type { AppEvent } from '#shared/events/delivery.ts'
import type { ProjectId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import { type HomePaths, projectPaths } from '../config/paths.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { Projects } from '../projects/registry.ts'
import type { LayersDeps } from './folder-layers.ts'

type Sort = 'agents' | 'skills' | 'commands' | 'hooks' | 'tools' | 'styles'

export type PlacesDeps = {
  readonly projects: Pick<Projects, 'get' | 'mayRunCode' | 'pathOf' | 'usable' | 'trust'>
  readonly paths: Pick<HomePaths, 'home' | Sort>
  readonly tell: (event: AppEvent) => void
  readonly clock: Clock
  readonly logger: Logger
}

/** Returns the locations of definitions of a kind, and when those of a project apply. */
export function definitionPlaces({ projects, paths, tell, clock, logger }: PlacesDeps, sort: Sort) {
  return {
    clock,
    logger,
    user: { home: paths.home, folder: paths[sort] },
    ofProject: async (id: ProjectId) => {
      const root = projects.pathOf(id)
      if (root === null) return null
      const paths = projectPaths(root)
      return { root, folder: paths[sort], foreign: paths.foreign[sort] }
    },
    isTrusted: async (id: ProjectId) => (await projects.mayRunCode(id).catch(goneIsNull)) ?? false,
    inner: sort === 'skills' || sort === 'commands',
    problem: ({ file, message, said }: FileProblem) => {
      logger.warn('A file cannot be used', { file, message })
      tell({
        kind: 'notice',
        level: 'warn',
        text: `${message} (${file})`,
        said: [...said, say('source.path', { file })],
      })
    },
  } satisfies Partial<LayersDeps<unknown>>
}

/** A project may be removed from the list while its chats continue. */
export function goneIsNull(error: unknown): null {
  if (error instanceof AppError && error.code === 'project.not_found') return null
  throw error
}
