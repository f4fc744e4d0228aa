import { AppError } from '#shared/errors.ts'
import type { App } from '../app-port.ts'
import type { Launch } from './start/launch.ts'
import type { Problems } from './start/problems.ts'
import type { Words } from './words.ts'

export type Told = { readonly problems: Problems; readonly words: () => Words }

/**
 * Shows the targets of the command line. Failures are reported and do not block the start. The folder comes
 * first, because it may contain the run.
 */
export async function showNamed({ problems, words }: Told, opened: App, launch: Launch): Promise<void> {
  const { project, knownProject, workflowRun, session } = launch
  const attempt = async (title: string, act: () => Promise<void>) => {
    try {
      await act()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      problems.mention(title, error.message)
    }
  }
  if (project !== null) await attempt(words().notOpened, () => opened.openProjectPath(project))
  if (knownProject !== null) await attempt(words().notOpened, () => opened.openKnownProject(knownProject))
  if (session !== null) await attempt(words().noChat, () => opened.openChat(session))
  if (workflowRun !== null) await attempt(words().noRun, () => opened.openWorkflowRun(workflowRun))
}
