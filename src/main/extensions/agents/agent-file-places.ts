import { AppError } from '#shared/errors.ts'
import type { ProjectId } from '#shared/ids.ts'
import { mayAct } from '#shared/project/trust.ts'
import { say } from '#shared/sentences.ts'
import { type HomePaths, projectPaths } from '../../config/paths.ts'
import type { Projects } from '../../projects/registry.ts'
import type { AgentAt } from './agent-file-acts.ts'
import type { AgentPlace } from './write-agent-file.ts'

type Deps = {
  readonly projects: Pick<Projects, 'get' | 'usable' | 'trust'>
  readonly paths: Pick<HomePaths, 'agents'>
  /** Looks again at the files. */
  readonly refresh: (projectId: ProjectId | null) => Promise<void>
}

/**
 * Creates the lookup of agent file locations. In a trusted folder the person's own edits need no renewed
 * trust; in an untrusted folder nothing is changed.
 */
export function createAgentFilePlaces({ projects, paths, refresh }: Deps) {
  const own: AgentPlace = { root: null, folder: paths.agents }
  const inProject = ({ path }: { readonly path: string }): AgentPlace => ({
    root: path,
    folder: projectPaths(path).agents,
  })
  return {
    placeOf: async ({ source, projectId }: AgentAt): Promise<AgentPlace> =>
      source === 'user' ? own : inProject(await projects.get(known(projectId))),
    placeToChange: async ({ source, projectId }: AgentAt): Promise<AgentPlace> => {
      if (source === 'user') return own
      const project = await projects.usable(known(projectId))
      if (!mayAct(project)) throw AppError.saying('project.denied', say('agent.untrusted'))
      return inProject(project)
    },
    changed: async ({ source, projectId }: AgentAt): Promise<void> => {
      if (source === 'project') await projects.trust(known(projectId), true)
      await refresh(projectId)
    },
  }
}

function known(projectId: ProjectId | null): ProjectId {
  if (projectId === null) throw AppError.saying('project.not_found', say('project.unlisted'))
  return projectId
}
