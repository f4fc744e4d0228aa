import type { REPORT_CALLS } from '#shared/ipc/calls/report-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { ShellPort } from '../app-port.ts'
import type { createProblemReport } from '../diagnostics/problem-report.ts'

type Rooms = {
  readonly report: ReturnType<typeof createProblemReport>
  readonly shell: Pick<ShellPort, 'pickSaveFile'>
  /** Writes the file whole or not at all, and answers with its name. */
  readonly write: (path: string, text: string) => Promise<string>
}

/** Creates the handlers for reports of a problem. */
export function createReportHandlers({
  report,
  shell,
  write,
}: Rooms): Pick<Handlers, keyof typeof REPORT_CALLS> {
  return {
    'report.preview': (asked) => report(asked),
    'report.save': async ({ text }, { windowId }) => {
      const path = await shell.pickSaveFile(windowId, 'orrery-report.md')
      return path === null ? null : { fileName: await write(path, text) }
    },
  }
}
