import { AppError } from '#shared/errors.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import { WORKFLOW_LIMITS } from '#shared/workflow/limits.ts'
import type { SavedWorkflow } from '#shared/workflow/workflow-run.ts'
import type { SavedWorkflows } from '../workflows/host/saved-workflows.ts'
import type { Workflows } from '../workflows/host/workflows.ts'
import { commandArguments } from './command-arguments.ts'
import type { MainLocale } from './main-locale.ts'
import type { SessionNotices } from './session-notices.ts'
import { workflowStarted } from './workflow-words.ts'

type Deps = {
  readonly saved: Pick<SavedWorkflows, 'list'>
  readonly workflows: Pick<Workflows, 'check' | 'launch'>
  readonly notices: Pick<SessionNotices, 'tell'>
  readonly locale: () => MainLocale
}

/** Where a command was typed. */
type CommandPlace = {
  readonly sessionId: SessionId
  readonly projectId: ProjectId
  readonly cwd: string
}

/** `/name args` starts the saved workflow of that name. Any other text is a message. */
export function createSlashCommands({ saved, workflows, notices, locale }: Deps) {
  const start = async (workflow: SavedWorkflow, args: unknown, place: CommandPlace): Promise<void> => {
    const { sessionId, projectId, cwd } = place
    const run = await workflows.launch({
      ...{ projectId, cwd, args },
      launcherSessionId: sessionId,
      fromChat: true,
      script: workflow.script,
      fileName: `${workflow.name}.js`,
      concurrency: WORKFLOW_LIMITS.defaultConcurrency,
      budget: null,
    })
    notices.tell(sessionId, workflowStarted(locale(), run, workflow.name))
  }

  return {
    /**
     * What a text means as a command, or null when it is an ordinary message. A command that cannot be started throws
     * here, before anything is made for it.
     */
    match: async (projectId: ProjectId, text: string) => {
      const word = /^\/([a-z0-9]+(?:-[a-z0-9]+)*)(?:\s+([\s\S]*))?$/.exec(text.trim())
      if (word === null) return null
      const [, name = '', rest = ''] = word
      const found = (await saved.list(projectId)).find((workflow) => workflow.name === name)
      if (found === undefined) return null
      if (found.problem !== null) throw AppError.from(found.problem)
      const args = commandArguments(rest, found.argsSchema)
      await workflows.check(found.script, `${found.name}.js`, args)
      return (place: CommandPlace) => start(found, args, place)
    },
  }
}
