import type { DurableEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import type { AppEnvironment, DIAGNOSTIC_CALLS } from '#shared/ipc/calls/diagnostic-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { ShellPort } from '../app-port.ts'
import type { createPerfReport } from '../diagnostics/perf-report.ts'
import { toolCallPairs } from '../diagnostics/tool-call-pairs.ts'
import { buildStamp } from '../lib/build-stamp.ts'

type Rooms = {
  readonly shell: Pick<ShellPort, 'appVersion' | 'electronVersion' | 'quit' | 'fullScreen'>
  readonly environment: () => AppEnvironment
  readonly perfReport: ReturnType<typeof createPerfReport>
  /** The shown branch of a chat. */
  readonly pathOf: (sessionId: SessionId) => readonly DurableEvent[]
}

/** Creates the handlers for reports about the app and its window. */
export function createDiagnosticHandlers(rooms: Rooms): Pick<Handlers, keyof typeof DIAGNOSTIC_CALLS> {
  const { shell } = rooms
  return {
    'app.version': () => ({
      version: shell.appVersion,
      electron: shell.electronVersion,
      node: process.versions.node,
      build: buildStamp(),
    }),
    'app.environment': () => rooms.environment(),
    'app.perfReport': (asked) => rooms.perfReport(asked),
    'app.quit': () => {
      shell.quit()
      return null
    },
    'window.fullScreen': ({ on }, { windowId }) => shell.fullScreen(windowId, on),
    'session.toolCalls': ({ sessionId, count }) => toolCallPairs(rooms.pathOf(sessionId), count),
  }
}
