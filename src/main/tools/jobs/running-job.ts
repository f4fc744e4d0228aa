import { AppError } from '#shared/errors.ts'
import { JobRecord } from '#shared/process/job.ts'
import { runShell, type ShellDeps, type ShellEnding } from '../bash/run-shell.ts'
import { type Hide, hiddenPieces } from '../without-secrets.ts'
import { findPort } from './find-port.ts'
import { createJobFiles } from './job-files.ts'
import { createJobLines } from './job-lines.ts'
import { createJobOutput } from './job-output.ts'
import type { JobPattern, JobReading, JobStart, JobWait } from './job-port.ts'
import { createJobWaits } from './job-waits.ts'
import { type OpenedPort, openPort } from './opened-port.ts'
import type { ReachPort } from './reach-port.ts'

/** The longest delay of a timer. A job has no time limit of its own. */
const NO_LIMIT_MS = 2 ** 31 - 1

/** Output searched for blocked actions, in UTF-16 units. */
const LAST_OUTPUT = 64 * 1024

/** Ports that one job may have checked. */
const MOST_PORTS = 5

export type RunningJobDeps = ShellDeps & {
  readonly file: string
  /** Shows the program in the process panel and registers it with the keeper. */
  readonly watch: (root: Parameters<StartedShell>[0], end: () => void) => () => void
  readonly changed: (job: JobRecord) => void
  /** Called for a watched line that no wait received. */
  readonly matched: (job: JobRecord, pattern: string, line: string) => void
  /** Called after the end with the unread output, unless a wait or a stop reported it. */
  readonly ended: (reading: JobReading) => void
  readonly hide: Hide
  readonly reaches: ReachPort
  readonly report: (error: unknown) => void
}
type StartedShell = Parameters<typeof runShell>[1]['started']

/** The reason of a stop. After `closed` the next start of the app reports the end. */
export type StopReason = 'stopped' | 'closed'

/** One background program with its process, output and record. */
export type RunningJob = {
  readonly record: () => JobRecord
  readonly read: () => Promise<JobReading>
  readonly text: () => string
  readonly wait: (until: JobPattern | null, ms: number, signal: AbortSignal) => Promise<JobWait>
  /** Opens the port that the sandbox hides, and tells where; null where it has none. Once for a program. */
  readonly openPort: () => Promise<number | null>
  readonly closePort: () => void
  /** Resolves when nothing of the program is left. */
  readonly stop: (reason: StopReason) => Promise<void>
}

/** Changed facts of a job. `openedAt: null`: the port is closed again. */
type Changes = Partial<Omit<JobRecord, 'openedAt'>> & { readonly openedAt?: number | null }

/** Starts a program and follows it to its end. */
export function startJob(deps: RunningJobDeps, first: JobRecord, begun: JobStart): RunningJob {
  const stopping = new AbortController()
  const output = createJobOutput(deps.file, deps.report)
  let job = first
  let note = ''
  let position = 0
  const waits = createJobWaits(deps.clock)
  const change = (changes: Changes): void => {
    const { openedAt = null, ...kept } = { ...job, ...changes }
    job = JobRecord.parse(openedAt === null ? kept : { ...kept, openedAt })
    deps.changed(job)
  }
  const files = createJobFiles(begun.looks, {
    report: deps.report,
    grown: (grown) => change({ files: grown }),
  })
  const read = (): JobReading => {
    const { text, missed, next } = output.since(position)
    position = next
    return { job, output: text, missed, note, files: files.take() }
  }
  const ports = createPorts(begun.dial, () => job, change)
  const end = (ending: ShellEnding | null): void => {
    ports.close()
    const { aborted, reason } = stopping.signal
    if (reason !== 'closed') {
      change({
        state: aborted ? 'stopped' : 'exited',
        endedAt: deps.clock.now(),
        port: null,
        isOpen: false,
        exitCode: ending?.exitCode ?? null,
        signal: ending?.signal ?? null,
      })
    }
    // The agent that waits for it or stopped it receives the end as a result.
    if (!waits.ended() && !aborted) deps.ended(read())
  }
  const follow = async (): Promise<void> => {
    const probing = new AbortController()
    const line = lineTaker(deps, probing.signal, {
      job: () => job,
      found: (port, isOpen) =>
        change({ port, isOpen, ...(isOpen || begun.dial === null ? {} : { canOpen: true as const }) }),
      sandboxed: begun.sandboxed,
      isHidden: begun.dial !== null,
      matched: (text, pattern) => deps.matched(job, pattern, text),
      waits,
    })
    const lines = createJobLines(line)
    const pieces = hiddenPieces((text) => {
      output.add(text)
      lines(text)
    }, deps.hide)
    const ending = await runToEnd(deps, begun, pieces.add, stopping)
    pieces.end()
    probing.abort()
    // The last look at the files can take long.
    ports.close()
    const failed = ending?.by !== 'itself' || ending.exitCode !== 0
    note = await begun.leave(output.since(0).text.slice(-LAST_OUTPUT), failed)
    await Promise.all([output.settled(), files.list(true)])
    end(ending)
  }
  const isOver = follow().catch(async (error: unknown) => {
    deps.report(error)
    await files.list(true)
    end(null)
  })
  return {
    read: async () => {
      if (job.state === 'running') await files.list(false)
      return read()
    },
    record: () => job,
    text: () => output.since(0).text,
    openPort: ports.open,
    closePort: ports.close,
    wait: async (until, ms, signal) => {
      if (job.state !== 'running') return 'ended'
      const unread = output.since(position).text
      if (until !== null && unread.split(/[\n\r]/).some(until.test)) return 'matched'
      return await waits.wait(until, ms, signal)
    },
    stop: async (reason) => {
      stopping.abort(reason)
      await isOver
    },
  }
}

/** Opens the hidden port of a job once, and closes it again. */
function createPorts(dial: JobStart['dial'], job: () => JobRecord, change: (changes: Changes) => void) {
  let opening: Promise<OpenedPort> | null = null
  return {
    open: async (): Promise<number | null> => {
      const { port, isOpen, state } = job()
      if (dial === null || port === null || isOpen || state !== 'running') return null
      opening ??= openPort(dial, port)
      const mine = opening
      const opened = await mine.catch((error: unknown) => {
        if (opening === mine) opening = null
        throw error
      })
      // It was closed, or the program has ended meanwhile.
      if (opening !== mine) return null
      if (job().openedAt !== opened.port) change({ openedAt: opened.port })
      return opened.port
    },
    close: (): void => {
      const last = opening
      opening = null
      last?.then((opened) => opened.close()).catch(() => undefined)
      if (job().openedAt !== undefined) change({ openedAt: null })
    },
  }
}

/** Runs the program. A start that fails is an ending with its reason as output. */
async function runToEnd(
  deps: RunningJobDeps,
  { start, cwd, environment }: JobStart,
  take: (text: string) => void,
  stopping: AbortController,
): Promise<ShellEnding | null> {
  try {
    const started: StartedShell = (root) => deps.watch(root, () => stopping.abort('stopped'))
    const taken = (text: string) => {
      take(text)
      return true
    }
    return await runShell(
      deps,
      { start, cwd, environment, timeoutMs: NO_LIMIT_MS, started, take: taken },
      stopping.signal,
    )
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    take(`${error.message}\n`)
    return null
  }
}

type LineScene = {
  readonly job: () => JobRecord
  readonly found: (port: number, isOpen: boolean) => void
  readonly sandboxed: boolean
  /** Whether no port of it is one of this computer. */
  readonly isHidden: boolean
  readonly matched: (line: string, pattern: string) => void
  readonly waits: ReturnType<typeof createJobWaits>
}

/** Passes lines to the waits and checks the ports they name. */
function lineTaker(
  { reaches, report }: RunningJobDeps,
  signal: AbortSignal,
  { job, found, sandboxed, isHidden, matched, waits }: LineScene,
): (line: string) => void {
  const ports = new Set<number>()
  const probe = async (port: number): Promise<void> => {
    // What answers there belongs to another program.
    const isOpen = !isHidden && (await reaches(port, signal))
    if ((isOpen || sandboxed) && job().port === null && job().state === 'running') found(port, isOpen)
  }
  return (line) => {
    const pattern = waits.seen(line)
    if (pattern !== null) matched(line, pattern)
    const port = job().port === null ? findPort(line) : null
    if (port === null || ports.has(port) || ports.size >= MOST_PORTS) return
    ports.add(port)
    probe(port).catch((error: unknown) => {
      if (!signal.aborted) report(error)
    })
  }
}
