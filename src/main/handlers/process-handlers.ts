import type { PROCESS_CALLS } from '#shared/ipc/calls/process-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { ProcessPanel } from '../processes/process-panel.ts'

type Rooms = { readonly processes: ProcessPanel }

/** Creates the handlers for the app's processes. */
export function createProcessHandlers({ processes }: Rooms): Pick<Handlers, keyof typeof PROCESS_CALLS> {
  return {
    'process.list': () => processes.list(),
    'process.stop': async ({ processId }) => {
      await processes.stop(processId)
      return null
    },
  }
}
