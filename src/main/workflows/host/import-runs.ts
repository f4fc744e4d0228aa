import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { NewDurableEvent } from '#shared/events/event.ts'
import { type ProjectId, type SessionId, WorkflowRunId } from '#shared/ids.ts'
import type { MemoEntry } from '#shared/workflow/memo.ts'
import type { WorkflowRunDetail, WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import type { Clock } from '../../lib/clock.ts'
import { isErrno } from '../../lib/errno.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import { listingOf, type WorkflowRows } from './rows.ts'
import { RUN_FILE_LIMITS, type RunFileLimits, type RunInFile, readRunFolder } from './run-file.ts'
import { costInFile, endState, eventsOfView } from './view-events.ts'
import { openSession, type SessionMaking } from './workflow-session.ts'

type Deps = SessionMaking & {
  readonly rows: Pick<WorkflowRows, 'has' | 'put' | 'putMemo'>
  readonly log: Pick<RunLog, 'folds'> & {
    readonly publish: (sessionId: SessionId, events: readonly NewDurableEvent[], also?: () => void) => unknown
  }
  readonly clock: Pick<Clock, 'now'>
  readonly limits?: RunFileLimits
}

/** The import location: a project and its folder of runs. */
export type ImportPlace = { readonly projectId: ProjectId; readonly cwd: string; readonly folder: string }

/** A folder of a run, or the one around them, that something is wrong with. */
export type ImportProblem = { readonly name: string; readonly reason: string }
export type Imported = {
  readonly runs: readonly WorkflowRunListing[]
  readonly problems: readonly ImportProblem[]
}

/** Maximum runs imported at once, newest first. The next import takes the next ones. */
const MOST_RUNS = 200
/** Events stored before other work gets a turn. */
const AT_ONCE = 400

/**
 * Takes over the runs a project's folder brought along that are not stored here: as history, which does nothing until
 * the person takes a run up again. A run that is stored is never touched, so doing it again changes nothing.
 */
export function createRunImport(deps: Deps) {
  const limits = deps.limits ?? RUN_FILE_LIMITS
  // Each folder problem is reported once per app start, until its state changes.
  const told = new Map<string, number>()

  return async (place: ImportPlace, signal: AbortSignal): Promise<Imported> => {
    const found = await foldersIn(place.folder)
    const fresh = found.ids.filter((id) => !deps.rows.has(id))
    const runs: WorkflowRunListing[] = []
    const problems: ImportProblem[] = []
    for (const id of fresh.slice(0, MOST_RUNS)) {
      signal.throwIfAborted()
      const folder = join(place.folder, id)
      const changed = await changedAt(join(folder, 'state.json'))
      if (changed === null || told.get(folder) === changed) continue
      const read = await readRunFolder(folder, id, limits)
      if (read.kind === 'damaged') problems.push({ name: id, reason: read.reason })
      if (read.kind === 'run') {
        runs.push(await store(deps, place, read.run, read.memo))
        if (read.badLines > 0)
          problems.push({ name: id, reason: `journal.jsonl has ${read.badLines} bad lines` })
      }
      told.set(folder, changed)
    }
    const news = found.problems.filter(({ name }) => !told.has(name))
    for (const { name } of news) told.set(name, 0)
    return { runs, problems: [...news, ...problems] }
  }
}

export type RunImport = ReturnType<typeof createRunImport>

/** Stores the run so that it is there as a whole or not at all: its row comes with its last events. */
async function store(
  deps: Deps,
  { projectId, cwd }: ImportPlace,
  run: RunInFile,
  memo: readonly MemoEntry[],
): Promise<WorkflowRunListing> {
  const sessionId = await openSession(deps, { projectId, cwd, launcherSessionId: null, name: run.name })
  const contextId = deps.log.folds(sessionId).session?.meta.activeContextId
  if (contextId === null || contextId === undefined) {
    throw new Error('The place of an imported run has no context.')
  }
  const now = deps.clock.now()
  const detail = detailOf(run, { projectId, sessionId, now })
  const events = eventsOfView(run, now).map((event): NewDurableEvent => ({ ...event, contextId }))
  for (let from = 0; from < events.length; from += AT_ONCE) {
    const batch = events.slice(from, from + AT_ONCE)
    const isLast = from + AT_ONCE >= events.length
    deps.log.publish(sessionId, batch, () => {
      if (!isLast) return
      deps.rows.put(detail)
      for (const entry of memo) deps.rows.putMemo(run.id, entry)
    })
    await nextTurn()
  }
  return listingOf(detail)
}

type Here = { readonly projectId: ProjectId; readonly sessionId: SessionId; readonly now: number }

function detailOf(run: RunInFile, { projectId, sessionId, now }: Here): WorkflowRunDetail {
  const createdAt = Math.min(now, run.createdAt)
  const { view: _view, ...rest } = run
  return {
    ...rest,
    projectId,
    sessionId,
    launcherSessionId: null,
    agentsWaiting: 0,
    pausing: false,
    told: null,
    warnedAt: null,
    imported: true,
    gist: null,
    elsewhere: costInFile(run),
    // The permission mode is chosen by the person on this machine.
    agentDefaults: { ...run.agentDefaults, permissionMode: null },
    state: endState({ ...run, view: null }),
    createdAt,
    updatedAt: Math.min(now, Math.max(createdAt, run.updatedAt)),
    endedAt: Math.min(now, Math.max(createdAt, run.endedAt ?? run.updatedAt)),
  }
}

/** The folders that are named like runs, newest first. Links are not followed: they may lead anywhere. */
async function foldersIn(folder: string): Promise<{ ids: WorkflowRunId[]; problems: ImportProblem[] }> {
  for (const each of [dirname(folder), folder]) {
    const kind = await kindOf(each)
    if (kind === 'none') return { ids: [], problems: [] }
    if (kind !== 'folder') return { ids: [], problems: [{ name: each, reason: 'is no ordinary folder' }] }
  }
  const entries: Dirent[] = await readdir(folder, { withFileTypes: true })
  const ids = entries.flatMap((entry) => {
    const id = entry.isDirectory() ? WorkflowRunId.safeParse(entry.name) : null
    return id?.success ? [id.data] : []
  })
  return { ids: ids.sort().reverse(), problems: [] }
}

async function kindOf(path: string): Promise<'none' | 'folder' | 'other'> {
  const found = await looked(path)
  if (found === null) return 'none'
  return found.isDirectory() ? 'folder' : 'other'
}

async function changedAt(path: string): Promise<number | null> {
  return (await looked(path))?.mtimeMs ?? null
}

async function looked(path: string) {
  try {
    return await lstat(path)
  } catch (error) {
    if (isErrno(error)) return null
    throw error
  }
}
