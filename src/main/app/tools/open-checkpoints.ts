import { homedir } from 'node:os'
import path, { join } from 'node:path'
import type { AppEvent } from '#shared/events/delivery.ts'
import type { EventId, ModelRef, ProjectId, SessionId } from '#shared/ids.ts'
import type { Priced } from '#shared/model/cost.ts'
import { toolCallsOf } from '#shared/session/message-words.ts'
import { chatFoldersOf } from '../../agents/records/chat-folders.ts'
import { createCheckpoints } from '../../checkpoints/checkpoints.ts'
import { createReadGit } from '../../checkpoints/commands/git-copies.ts'
import { createStoredScans } from '../../checkpoints/commands/stored-scans.ts'
import type { WatchLimits } from '../../checkpoints/commands/watch-command.ts'
import { watchFolders } from '../../checkpoints/commands/watch-folders.ts'
import { createContentStore } from '../../checkpoints/content-store.ts'
import { createDisk } from '../../checkpoints/disk.ts'
import type { EventPlace } from '../../checkpoints/file-group.ts'
import { createCommandLines } from '../../checkpoints/history/command-lines.ts'
import { createLineOrigin } from '../../checkpoints/history/line-origin.ts'
import { createRebuilt } from '../../checkpoints/history/rebuild-after.ts'
import { createBegunIn, createRunsOf } from '../../checkpoints/history/touching-runs.ts'
import { createLimit } from '../../checkpoints/limit.ts'
import { createPathLock } from '../../checkpoints/path-lock.ts'
import { createReachRows } from '../../checkpoints/reach-rows.ts'
import { createContentRows, createVersionRows, type Reach } from '../../checkpoints/rows.ts'
import type { HomePaths } from '../../config/paths.ts'
import type { Git } from '../../git/start-git.ts'
import type { Clock } from '../../lib/clock.ts'
import { pathKey } from '../../lib/files/path-key.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Scope } from '../../lib/scope.ts'
import type { BeforeCommand } from '../../tools/bash/command-deps.ts'
import type { BeforeChange } from '../../tools/files/file-change.ts'
import { fileDiff } from '../../tools/files/file-diff.ts'
import { placeOf } from '../../tools/files/project-path.ts'
import { decodeText, detectEncoding } from '../../tools/files/text-encoding.ts'
import { listFiles } from '../../tools/search/list-files.ts'
import type { Ripgrep } from '../../tools/search/ripgrep.ts'
import type { Storage } from '../storage/open-storage.ts'

export type CheckpointDeps = {
  readonly storage: Pick<Storage, 'db' | 'store' | 'reader'>
  readonly tell: (event: AppEvent) => void
  readonly paths: Pick<HomePaths, 'blobs' | 'looks'>
  readonly git: Pick<Git, 'look'>
  readonly ripgrep: Ripgrep
  readonly clock: Clock
  readonly logger: Logger
  readonly scope: Scope
}

/** Maximum disk space for the copies of one project, in bytes. */
const MOST_BYTES = 2 * 1024 ** 3
/** Larger files are not copied. */
const MOST_FILE_BYTES = 50 * 1024 ** 2
/** Cost limits for detecting the files a command changed. */
const WATCHING: WatchLimits = {
  before: { files: 100_000, ms: 1_500 },
  after: { files: 120_000, ms: 3_000 },
  again: { files: 120_000, ms: 20_000 },
  copies: { fileBytes: 256 * 1024, bytes: 16 * 1024 ** 2, files: 2_000, ms: 250 },
  listed: { files: 1_000, ms: 5_000 },
}
/** Maximum parent levels searched for a session. */
const MOST_LEVELS = 8

/** Copies of files from before agents change them. What a crash left is made good in the background. */
export function openCheckpoints({ storage, paths, clock, logger, scope, ...deps }: CheckpointDeps) {
  const { db, store, reader } = storage
  const { platform } = process
  const { now } = clock
  const flavour = { path, home: homedir() }
  const contentRows = createContentRows(db)
  const rows = createVersionRows(db, contentRows)
  const contents = createContentStore({ folder: join(paths.blobs, 'files'), rows: contentRows, now, logger })
  const limit = createLimit({
    rows: { ...rows, content: contentRows.content },
    drop: contents.drop,
    maxBytes: MOST_BYTES,
  })
  const disk = createDisk({ platform, limit: MOST_FILE_BYTES })
  const looks = createStoredScans({ folder: paths.looks, logger })
  const changed = (projectId: ProjectId | null) => deps.tell({ kind: 'checkpoints.changed', projectId })
  const checkpoints = createCheckpoints({
    contents,
    rows,
    limit,
    now,
    logger,
    changed,
    looks,
    reach: createReachRows(db),
    disk,
    lock: createPathLock(),
    keyOf: (file) => pathKey(file, platform),
    placeOf: (sessionId, eventId) => eventPlace(reader, sessionId, eventId),
    shown: (sessionId, file) => {
      const { shown, outside } = placeOf(store.folds(sessionId).session?.cwd ?? '', file, flavour)
      return { path: shown, outside }
    },
    diffOf,
    runsOf: createRunsOf(reader),
    begunIn: createBegunIn(reader),
    rebuilt: createRebuilt(reader),
    elapsed: clock.elapsed,
    watching: WATCHING,
    readGit: createReadGit(deps.git),
    filesIn: (folder, take, signal) =>
      listFiles({ ripgrep: deps.ripgrep, clock, timeLimitMs: WATCHING.again.ms }, folder, take, signal),
  })
  scope.add(checkpoints.idle)
  takeUp(checkpoints, logger, scope.signal)

  const beforeChange: BeforeChange = ({ sessionId, runId, callId }, next, signal) => {
    const projectId = store.folds(sessionId).session?.meta.projectId ?? null
    const reach = reachOf(store, { sessionId, runId, callId })
    return checkpoints.beforeChange({ projectId, sessionId, runId, callId, reach }, next, signal)
  }
  const beforeCommand: BeforeCommand = ({ sessionId, runId, callId, root }, signal) => {
    const projectId = store.folds(sessionId).session?.meta.projectId ?? null
    const who = () => ({
      projectId,
      sessionId,
      runId,
      callId,
      reach: reachOf(store, { sessionId, runId, callId }),
    })
    const { session } = store.folds(sessionId)
    const extra = session === null ? [] : chatFoldersOf(store, session)
    return watchFolders(root, extra, (folder) => checkpoints.beforeCommand(folder, who, signal))
  }
  const lineOrigin = (modelOf: (model: ModelRef) => Priced | null) =>
    createLineOrigin({
      rows,
      reader,
      modelOf,
      folds: store.folds,
      keyOf: (file) => pathKey(file, platform),
      commandLines: createCommandLines({ disk, contents, diffOf }),
    })
  return { checkpoints: { ...checkpoints, lineOrigin }, beforeChange, beforeCommand }
}

function takeUp(
  checkpoints: ReturnType<typeof createCheckpoints>,
  logger: Logger,
  signal: AbortSignal,
): void {
  const work = async () => {
    for (const settled of await checkpoints.recover(signal))
      logger.warn('Settled a file the app was changing when it ended', { ...settled })
    checkpoints.forgetGone()
    const removed = await checkpoints.sweep(signal)
    if (removed > 0) logger.info('Removed copies of files that nothing names', { removed })
  }
  work().catch((error: unknown) => {
    if (!signal.aborted) logger.error('Putting the copies of files in order failed', error)
  })
}

/** Returns the changing session and its parents, each with its position in the log. */
export function reachOf(
  store: Pick<Storage['store'], 'folds'>,
  call: Pick<Reach, 'sessionId' | 'runId' | 'callId'>,
): Reach[] {
  const reach: Reach[] = []
  let at: typeof call | null = call
  while (at !== null && reach.length < MOST_LEVELS) {
    const folds = store.folds(at.sessionId)
    reach.push({
      sessionId: at.sessionId,
      runId: at.runId,
      callId: at.callId,
      seq: folds.lastSeq,
    })
    const { parentSessionId, parentRunId } = folds.session ?? { parentSessionId: null, parentRunId: null }
    at = parentSessionId === null ? null : { sessionId: parentSessionId, runId: parentRunId, callId: null }
  }
  return reach
}

function eventPlace(
  reader: Pick<Storage['reader'], 'event'>,
  sessionId: SessionId,
  eventId: EventId,
): EventPlace | null {
  const event = reader.event(eventId)
  if (event?.sessionId !== sessionId) return null
  const { seq, runId = null } = event
  if (event.kind !== 'message') return { seq, runId, calls: [] }
  const { message } = event.payload
  if (message.role === 'user') return { seq, runId, calls: null }
  const calls = message.tool ? [message.tool.callId] : toolCallsOf(message).map(({ callId }) => callId)
  return { seq, runId, calls }
}

function diffOf(shown: string, before: Uint8Array, after: Uint8Array) {
  const texts = [before, after].map((bytes) => {
    const encoding = detectEncoding(bytes)
    return encoding === null ? null : decodeText(bytes, encoding)
  })
  const [old, next] = texts
  return typeof old === 'string' && typeof next === 'string' ? fileDiff(shown, old, next) : null
}
