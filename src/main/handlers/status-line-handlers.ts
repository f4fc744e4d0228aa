import type { ProjectId } from '#shared/ids.ts'
import type { STATUS_LINE_CALLS } from '#shared/ipc/calls/status-line-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { Config } from '../config/load-config.ts'
import type { StatusLine } from '../extensions/hooks/status-line.ts'
import type { DefinitionDrafts } from '../turn-setup/drafts/definition-drafts.ts'

type Rooms = {
  readonly statusLine: StatusLine
  readonly config: Pick<Config, 'setStatusLine' | 'current'>
  readonly drafts: Pick<DefinitionDrafts, 'statusLine' | 'stopStatusLine'>
  /** Throws a sentence for a project that the person does not trust. */
  readonly checkTrusted: (projectId: ProjectId) => Promise<void>
  /** Returns the settings of the person's shell prompt; empty where the wish is not about them. */
  readonly promptFor: (wish: string) => Promise<string>
  /** The name of the shell that runs commands. */
  readonly shell: string
  /** Ends with the app. */
  readonly signal: AbortSignal
}

/** Creates the handlers for the status line command. */
export function createStatusLineHandlers({
  statusLine,
  config,
  drafts,
  checkTrusted,
  promptFor,
  shell,
  signal,
}: Rooms): Pick<Handlers, keyof typeof STATUS_LINE_CALLS> {
  return {
    'statusLine.settings': () => statusLine.settings(),
    'statusLine.run': ({ sessionId, vimMode = null }, { windowId }) =>
      statusLine.run(windowId, sessionId, vimMode),
    'statusLine.draft': async ({ projectId, wish }) => {
      await checkTrusted(projectId)
      const before = config.current().statusLine?.command ?? ''
      const prompt = await promptFor(wish)
      return drafts.statusLine({ projectId, wish, before, shell, prompt }, signal)
    },
    'statusLine.stopDraft': ({ projectId }) => {
      drafts.stopStatusLine(projectId)
      return null
    },
    'statusLine.set': async ({ command }) => {
      await config.setStatusLine(command)
      return null
    },
  }
}
