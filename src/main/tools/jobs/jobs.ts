import { join } from 'node:path'
import type { HarnessItem } from '#shared/context/harness-item.ts'
import { AppError } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import type { JobId, JobRecord } from '#shared/process/job.ts'
import { jobNumber } from '#shared/process/job-address.ts'
import type { ProgramOwner } from '#shared/process/process.ts'
import type { ProcessRoot } from '../../lib/programs/process-tree.ts'
import { dropJobOutputs, readJobOutput } from './job-output.ts'
import type { JobStart, Jobs } from './job-port.ts'
import { endedItem, matchedItem } from './job-words.ts'
import { type RunningJob, type RunningJobDeps, type StopReason, startJob } from './running-job.ts'

export type JobsDeps = Omit<RunningJobDeps, 'file' | 'watch' | 'changed' | 'matched' | 'ended'> & {
  /** The folder of output files. */
  readonly folder: string
  readonly watch: (
    program: ProcessRoot & {
      readonly command: string
      readonly owner: ProgramOwner
      readonly end: () => void
    },
  ) => () => void
  readonly recordsOf: (sessionId: SessionId) => readonly JobRecord[]
  readonly publish: (sessionId: SessionId, job: JobRecord) => void
  /** Delivers an item to the agent of a session. */
  readonly tell: (sessionId: SessionId, item: HarnessItem) => void
}

/** Running jobs of one chat or agent. */
const MOST_RUNNING = 8

/** Ended jobs with output in memory. */
const MOST_ENDED = 16

export type JobRegistry = Jobs & {
  /** Returns the newest output for the person. */
  readonly output: (sessionId: SessionId, id: JobId) => Promise<string>
  /** Opens the port of a job that the sandbox hides, on the click of the person; null where there is none. */
  readonly openPort: (sessionId: SessionId, id: JobId) => Promise<number | null>
  readonly closePort: (sessionId: SessionId, id: JobId) => void
  /** The jobs whose port the person opened. */
  readonly opened: () => readonly { readonly sessionId: SessionId; readonly job: JobRecord }[]
  /** Sessions with running jobs. */
  readonly running: () => readonly SessionId[]
  /** Stops all jobs of a session. */
  readonly endOf: (sessionId: SessionId) => Promise<void>
  /** Stops the jobs of a deleted session and deletes their output. */
  readonly gone: (sessionId: SessionId) => Promise<void>
  /** Stops all jobs because the app closes. */
  readonly close: () => Promise<void>
}

type Known = { readonly sessionId: SessionId; readonly running: RunningJob }

/** Creates the registry of background programs. */
export function createJobs(deps: JobsDeps): JobRegistry {
  const jobs = createKnownJobs()
  const fileOf = (sessionId: SessionId, id: JobId) => join(deps.folder, sessionId, `${id}.log`)

  const start = (begun: JobStart): JobRecord => {
    const { sessionId } = begun.context
    refuseMore(jobs.ofSession(sessionId))
    const job = newRecord(begun, deps.recordsOf(sessionId), deps.clock.now())
    const { runId, agentId } = begun.context
    deps.publish(sessionId, job)
    const running = startJob(
      {
        ...deps,
        file: fileOf(sessionId, job.id),
        watch: (root, end) =>
          deps.watch({ ...root, command: begun.command, owner: { sessionId, runId, agentId }, end }),
        changed: (changed) => deps.publish(sessionId, changed),
        matched: (now, pattern, line) => deps.tell(sessionId, matchedItem(now, pattern, line)),
        ended: (reading) => deps.tell(sessionId, endedItem(reading)),
      },
      job,
      begun,
    )
    jobs.add({ sessionId, running })
    return job
  }

  const find: Jobs['find'] = (sessionId, id) =>
    jobs.find(sessionId, id)?.record() ?? deps.recordsOf(sessionId).find((job) => job.id === id) ?? null

  const endAll = async (ending: readonly Known[], reason: StopReason): Promise<void> => {
    await Promise.all(ending.map(({ running }) => running.stop(reason)))
  }

  return {
    start,
    find,
    read: async (sessionId, id) => {
      const known = jobs.find(sessionId, id)
      if (known !== null) return await known.read()
      const job = find(sessionId, id)
      if (job === null) throw AppError.forAgent('tool.not_found', `This chat has no ${id}.`)
      return { job, output: await readJobOutput(fileOf(sessionId, id)), missed: 0, note: '', files: null }
    },
    wait: async ({ sessionId, id }, until, ms, signal) =>
      (await jobs.find(sessionId, id)?.wait(until, ms, signal)) ?? 'ended',
    stop: async (sessionId, id) => await jobs.find(sessionId, id)?.stop('stopped'),
    output: async (sessionId, id) =>
      jobs.find(sessionId, id)?.text() ?? (await readJobOutput(fileOf(sessionId, id))),
    openPort: async (sessionId, id) => (await jobs.find(sessionId, id)?.openPort()) ?? null,
    closePort: (sessionId, id) => jobs.find(sessionId, id)?.closePort(),
    opened: () =>
      jobs.running().flatMap(({ sessionId, running }) => {
        const job = running.record()
        return job.openedAt === undefined ? [] : [{ sessionId, job }]
      }),
    running: () => [...new Set(jobs.running().map(({ sessionId }) => sessionId))],
    endOf: (sessionId) => endAll(jobs.ofSession(sessionId), 'stopped'),
    gone: async (sessionId) => {
      await endAll(jobs.ofSession(sessionId), 'stopped')
      await dropJobOutputs(join(deps.folder, sessionId))
    },
    close: () => endAll(jobs.running(), 'closed'),
  }
}

/** Keeps running jobs, and the newest ended ones for their unread output. */
function createKnownJobs() {
  const known = new Map<string, Known>()
  const isRunning = ({ running }: Known) => running.record().state === 'running'
  const keyOf = (sessionId: SessionId, id: JobId) => `${sessionId} ${id}`
  const running = () => [...known.values()].filter(isRunning)
  return {
    running,
    ofSession: (sessionId: SessionId) => running().filter((each) => each.sessionId === sessionId),
    find: (sessionId: SessionId, id: JobId): RunningJob | null =>
      known.get(keyOf(sessionId, id))?.running ?? null,
    add: (job: Known): void => {
      const ended = [...known].filter(([, each]) => !isRunning(each))
      for (const [key] of ended.slice(0, Math.max(0, ended.length - MOST_ENDED))) known.delete(key)
      known.set(keyOf(job.sessionId, job.running.record().id), job)
    },
  }
}

function refuseMore(running: readonly Known[]): void {
  if (running.length < MOST_RUNNING) return
  const ids = running.map((each) => each.running.record().id).join(', ')
  throw AppError.forAgent(
    'tool.failed',
    `${MOST_RUNNING} background programs are running already: ${ids}. Stop one first.`,
  )
}

function newRecord({ context, command }: JobStart, known: readonly JobRecord[], now: number): JobRecord {
  const { runId, agentId, callId } = context
  const number = Math.max(0, ...known.map(({ id }) => jobNumber(id))) + 1
  return {
    id: `job_${number}`,
    runId,
    agentId,
    callId,
    command,
    startedAt: now,
    state: 'running',
    endedAt: null,
    exitCode: null,
    signal: null,
    port: null,
    isOpen: false,
  }
}
