import type { ChangePlaceId } from '#shared/ids.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import type { Project } from '#shared/project/project.ts'
import { USUAL_AGENTS } from '#shared/workflow/agent-defaults.ts'
import type { Drafts } from '../../config/drafts.ts'
import type { Git } from '../../git/start-git.ts'
import type { Forges } from '../../pulls/choose-forge.ts'
import { createReviews } from '../../pulls/reviews.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import type { OpenedWorkflows } from './open-workflows.ts'

/** The most agents of a review that run at the same time. */
const CONCURRENCY = 4
/** The workflow that reviews. */
const NAME = 'review-changes'

type Deps = {
  readonly forges: Forges
  readonly git: Git
  readonly kept: Pick<Drafts, 'get' | 'set'>
  readonly project: (id: ChangePlaceId) => Promise<Project>
  /** The permission mode of new chats. */
  readonly permissionMode: () => PermissionMode
  readonly workflows: Pick<OpenedWorkflows, 'workflows' | 'saved' | 'rows'>
  readonly log: Pick<RunLog, 'folds'>
}

/** Opens reviews by several agents, which are runs of a bundled workflow. */
export function openPullReviews({ workflows: { workflows, saved, rows }, log, ...deps }: Deps) {
  return createReviews({
    forges: deps.forges,
    git: deps.git,
    kept: deps.kept,
    project: deps.project,
    permissionMode: deps.permissionMode,
    launch: async ({ projectId, folder, sessionId, args, limit, permissionMode }) => {
      const { script } = await saved.find(projectId, NAME, 'bundled')
      const run = await workflows.launch({
        projectId,
        cwd: folder,
        fromChat: false,
        launcherSessionId: sessionId,
        script,
        fileName: `${NAME}.js`,
        args: { ...args },
        concurrency: CONCURRENCY,
        budget: null,
        budgetUsd: limit,
        agentDefaults: { ...USUAL_AGENTS, permissionMode },
      })
      return run.id
    },
    run: (id) => {
      const run = rows.get(id)
      if (run === null) return null
      const { state, agentsDone, agentsTotal, usd, sessionId } = run
      return { state, agentsDone, agentsTotal, usd, value: log.folds(sessionId).workflow?.value ?? null }
    },
  })
}
