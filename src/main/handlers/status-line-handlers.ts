import type { STATUS_LINE_CALLS } from '#shared/ipc/calls/status-line-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { Config } from '../config/load-config.ts'
import type { StatusLine } from '../extensions/hooks/status-line.ts'

type Rooms = { readonly statusLine: StatusLine; readonly config: Pick<Config, 'setStatusLine'> }

/** Creates the handlers for the status line command. */
export function createStatusLineHandlers({
  statusLine,
  config,
}: Rooms): Pick<Handlers, keyof typeof STATUS_LINE_CALLS> {
  return {
    'statusLine.settings': () => statusLine.settings(),
    'statusLine.run': ({ sessionId }, { windowId }) => statusLine.run(windowId, sessionId),
    'statusLine.set': async ({ command }) => {
      await config.setStatusLine(command)
      return null
    },
  }
}
