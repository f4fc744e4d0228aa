import { AppError } from '#shared/errors.ts'
import type { JOB_CALLS } from '#shared/ipc/calls/job-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import { jobAddress } from '#shared/process/job-address.ts'
import { say } from '#shared/sentences.ts'
import type { ShellPort } from '../app-port.ts'
import type { JobRegistry } from '../tools/jobs/jobs.ts'

type Rooms = {
  readonly jobs: Pick<JobRegistry, 'output' | 'stop' | 'find' | 'openPort' | 'closePort'>
  readonly shell: Pick<ShellPort, 'openLink'>
}

/** The newest output shown in a window, in UTF-16 units. */
const MOST_SHOWN = 200_000

/** Creates the handlers for background programs. */
export function createJobHandlers({ jobs, shell }: Rooms): Pick<Handlers, keyof typeof JOB_CALLS> {
  return {
    'job.output': async ({ sessionId, jobId }) => (await jobs.output(sessionId, jobId)).slice(-MOST_SHOWN),
    'job.stop': async ({ sessionId, jobId }) => {
      await jobs.stop(sessionId, jobId)
      return null
    },
    'job.open': async ({ sessionId, jobId }) => {
      // The click is the grant: the port stays open until the person closes it or the program ends.
      await jobs.openPort(sessionId, jobId)
      const job = jobs.find(sessionId, jobId)
      const address = job === null ? null : jobAddress(job)
      if (address === null) throw AppError.saying('ipc.refused', say('job.noPort'))
      await shell.openLink(address)
      return null
    },
    'job.closePort': async ({ sessionId, jobId }) => {
      jobs.closePort(sessionId, jobId)
      return null
    },
  }
}
