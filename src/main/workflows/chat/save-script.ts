import { AppError } from '#shared/errors.ts'
import type { ProjectId } from '#shared/ids.ts'
import { mayAct } from '#shared/project/trust.ts'
import { say } from '#shared/sentences.ts'
import type { WorkflowPlace } from '#shared/workflow/workflow.ts'
import { projectPaths } from '../../config/paths.ts'
import type { Projects } from '../../projects/registry.ts'
import { type ScriptDraft, writeScript } from '../host/scripts/write-script.ts'

type Deps = {
  readonly projects: Pick<Projects, 'usable' | 'trust'>
  /** The person's own folder for scripts. */
  readonly folder: string
}

/**
 * Writes a script where a person wants it. What they add by their own hand to a folder they trust does not have to be
 * trusted once more; a folder they do not trust gets nothing.
 */
export function createScriptSaving({ projects, folder }: Deps) {
  return async (
    projectId: ProjectId,
    source: Exclude<WorkflowPlace, 'bundled'>,
    draft: ScriptDraft,
  ): Promise<string> => {
    if (source === 'user') return writeScript({ root: null, folder }, draft)
    const project = await projects.usable(projectId)
    if (!mayAct(project)) throw AppError.saying('project.denied', say('script.untrusted'))
    const place = { root: project.path, folder: projectPaths(project.path).workflows }
    const name = await writeScript(place, draft)
    await projects.trust(projectId, true)
    return name
  }
}
