import type { SessionId } from '#shared/ids.ts'
import type { Storage } from '../app/storage/open-storage.ts'
import { discoverRules, type RulesDisk } from '../context/instructions/discover-rules.ts'
import { findGit } from '../context/instructions/find-git.ts'
import type { RulesFile } from '../context/instructions/rules-block.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/logger.ts'
import type { RunHandle } from '../runs/run/run-handle.ts'
import type { RunLog } from '../runs/run/run-log.ts'
import type { SessionLedger, Tool } from '../tools/tool.ts'
import { changedSince, type FoundChange } from './changed-files.ts'
import { createTimeLimitedDisk } from './time-limited-disk.ts'

export type ScanDeps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly storage: Pick<Storage, 'paths'>
  readonly ledgerOf: (sessionId: SessionId) => SessionLedger
  readonly disk: RulesDisk
  /** The person's own rules for every project. */
  readonly agentsFile: string
  /** The person's home folder. */
  readonly home: string
  readonly clock: Pick<Clock, 'after' | 'elapsed'>
  readonly logger: Logger
}

/** The result of a scan around a run. */
export type Found = {
  readonly rules: readonly RulesFile[] | null
  /** Undefined without a repository, or before it was read. */
  readonly branch: string | null | undefined
  readonly files: readonly FoundChange[]
}

export const NOTHING: Found = { rules: null, branch: undefined, files: [] }

/** A disk that does not answer holds no run up for longer, in milliseconds. */
const LIMIT_MS = 1_000

/** Scans the disk for rules, the Git branch and changed files. On failure it finds nothing, unless the run was stopped. */
export async function scanSurroundings(deps: ScanDeps, run: RunHandle): Promise<Found> {
  const { session } = deps.log.folds(run.sessionId)
  if (session === null) return NOTHING
  const { cwd } = session
  const done = new AbortController()
  const patient = createTimeLimitedDisk(
    deps.disk,
    deps.clock.after(LIMIT_MS, done.signal).catch(() => undefined),
  )
  try {
    const search = { cwd, projectRoot: cwd, home: deps.home, userFile: deps.agentsFile }
    const [{ files: rules }, git, files] = await Promise.all([
      discoverRules(patient.disk, search, run.signal),
      findGit(patient.disk, cwd, run.signal),
      patient.ask(cwd, () => changedSince(deps.ledgerOf(run.sessionId), cwd)),
    ])
    // A disk that did not answer tells nothing of what is gone.
    if (patient.missed().length > 0) return { ...NOTHING, files: files ?? [] }
    return { rules, branch: git?.branch, files: files ?? [] }
  } catch (error) {
    run.signal.throwIfAborted()
    deps.logger.warn('What changed around a chat could not be looked up', { reason: String(error) })
    return NOTHING
  } finally {
    done.abort()
  }
}

/** Whether to scan before a run: a chat that has answered before. What is new was read a moment ago. */
export function hasAnswered({ log, storage }: ScanDeps, run: RunHandle): boolean {
  if (log.folds(run.sessionId).session?.kind !== 'chat') return false
  return storage.paths
    .recent(run.sessionId, run.contextId)
    .some((event) => event.kind === 'message' && event.payload.message.role === 'assistant')
}

/** Others may have changed the project while a run worked this long since its last scan, in milliseconds. */
const STALE_MS = 5_000

/** Whether to scan again after a call: programs change files and branches, and others do so meanwhile. */
export function isScanDue({ access }: Pick<Tool, 'access'>, sinceLastMs: number): boolean {
  return access === 'execute' || sinceLastMs >= STALE_MS
}
