import type { AutofixWish, PullWatch, PullWatchView } from '#shared/changes/pull-watch.ts'
import type { PlacedPull } from '#shared/changes/pulls.ts'
import { AppError } from '#shared/errors.ts'
import type { ProjectId, PullWatchId, SessionId } from '#shared/ids.ts'
import { englishOf, say } from '#shared/sentences.ts'
import { createAutofix, ended } from './autofix.ts'
import { commentsText } from './fix-words.ts'
import { pullUpdateOf, seenOf } from './pull-updates.ts'
import type { FixWatch, WatchDeps } from './watch-ports.ts'

/** The time between two readings of the followed pull requests, in milliseconds. */
const POLL_MS = 60_000
/** The time for which a pull request is followed, in milliseconds. */
const LIFE_MS = 3 * 24 * 3_600_000
/** Pull requests that are followed at once, without the one that is repaired. */
const MOST_SUBSCRIBED = 10
/** Failed readings in a row that end the following of a pull request. */
const MOST_MISSES = 10
/** The time for which an ended one stays in the list, in milliseconds. */
const KEPT_MS = 7 * 24 * 3_600_000

/** The wish to follow a pull request. `sessionId`: the chat that reads its news. */
export type SubscribeWish = {
  readonly projectId: ProjectId
  readonly number: number
  readonly repository: string | null
  readonly sessionId: SessionId | null
}

export type PullWatches = ReturnType<typeof createPullWatches>

/** Follows pull requests for the person: it tells chats of news, and repairs failed checks. */
export function createPullWatches(deps: WatchDeps) {
  const { rows, clock, signal } = deps
  const store = (watch: PullWatch): void => {
    rows.put(watch)
    deps.changed(watch.projectId)
  }
  const known = (id: PullWatchId): PullWatch => {
    const watch = rows.one(id)
    if (watch === null) throw AppError.saying('other', say('pulls.watchGone'))
    return watch
  }
  const active = () => rows.all().filter(({ state }) => state !== 'ended')
  const acts = createActs(deps, store)
  const poller = createPoller(deps, () => active().map(({ id }) => acts.check(id)))
  const add = (watch: PullWatch): PullWatchId => {
    store(watch)
    poller.wake()
    // The caller does not wait for the first reading.
    acts
      .check(watch.id)
      .catch((error: unknown) => deps.logger.error('A pull request could not be read', error))
    return watch.id
  }
  return {
    list: (projectId: ProjectId): readonly PullWatchView[] =>
      rows
        .all()
        .filter((watch) => watch.projectId === projectId)
        .map((watch) => viewOf(deps, watch)),
    /** Follows a pull request. News reach a chat, where one is given. */
    subscribe: async ({ projectId, number, repository, sessionId }: SubscribeWish): Promise<PullWatchId> => {
      const followed = active().filter(({ kind }) => kind === 'subscription')
      if (followed.some((each) => each.projectId === projectId && each.number === number))
        throw AppError.saying('other', say('pulls.alreadySubscribed', { number: String(number) }))
      if (followed.length >= MOST_SUBSCRIBED)
        throw AppError.saying('other', say('pulls.mostSubscribed', { most: String(MOST_SUBSCRIBED) }))
      const found = openPull(await deps.pulls.find(projectId, number, signal), repository)
      const watch = { ...newWatch(deps, projectId, found), sessionId, seen: seenOf(found.pull) }
      return add({ ...watch, kind: 'subscription', fix: null })
    },
    /** Repairs the failed checks of a pull request, one pull request at a time. */
    autofix: async ({ projectId, number, repository, ...limits }: AutofixWish): Promise<PullWatchId> => {
      checkFree(active(), projectId, number)
      const found = openPull(await deps.pulls.find(projectId, number, signal), repository)
      // Another one may have begun meanwhile.
      checkFree(active(), projectId, number)
      const { isFork, head, commit } = found.pull
      if (isFork) throw AppError.saying('other', say('pulls.fork', { number: String(number) }))
      const nothing = { sessionId: null, worktreeId: null, ready: null, isDelicate: false, tries: 0 }
      const fix = { ...nothing, ...limits, head, base: commit }
      return add({ ...newWatch(deps, projectId, found), kind: 'autofix', fix })
    },
    /** Stops following a pull request, and the agent that repairs it. */
    stop: (id: PullWatchId): void => {
      const watch = known(id)
      if (watch.state === 'ended') return
      store(ended(watch, 'stopped'))
      if (watch.state === 'fixing' && watch.fix?.sessionId != null) deps.stop(watch.fix.sessionId)
    },
    /** Stops the repair that is running. */
    stopAutofix: (): void => {
      const watch = active().find(({ kind }) => kind === 'autofix')
      if (watch === undefined) throw AppError.saying('other', say('pulls.notFixing'))
      store(ended(watch, 'stopped'))
      if (watch.state === 'fixing' && watch.fix?.sessionId != null) deps.stop(watch.fix.sessionId)
    },
    /** Takes an ended one out of the list. */
    dismiss: (id: PullWatchId): void => {
      const watch = known(id)
      if (watch.state !== 'ended') return
      rows.remove(id)
      deps.changed(watch.projectId)
    },
    /** Pushes the fix that waits for the person. */
    push: acts.push,
    /** Reads a pull request now. */
    check: acts.check,
    /** Call it after a run of a chat has ended. */
    runEnded: (sessionId: SessionId): void => {
      for (const watch of active()) if (watch.fix?.sessionId === sessionId) acts.runEnded(watch.id)
    },
    /** Takes up what an exit of the app left open. */
    start: (): void => {
      for (const { id, state, checkedAt, createdAt } of rows.all())
        if (state === 'ended' && (checkedAt ?? createdAt) < clock.now() - KEPT_MS) rows.remove(id)
      for (const watch of active()) if (isDone(deps, watch)) acts.runEnded(watch.id)
      poller.wake()
    },
    close: poller.close,
  }
}

/** Whether the repair of a watch has completed while the app was closed. */
function isDone({ run }: Pick<WatchDeps, 'run'>, { state, fix }: PullWatch): boolean {
  if (state !== 'fixing' || fix?.sessionId == null) return false
  return run(fix.sessionId)?.state === 'completed'
}

function checkFree(active: readonly PullWatch[], projectId: ProjectId, number: number): void {
  const other = active.find(({ kind }) => kind === 'autofix')
  if (other === undefined) return
  const isSame = other.projectId === projectId && other.number === number
  throw AppError.saying(
    'other',
    say(isSame ? 'pulls.alreadyFixing' : 'pulls.otherFixing', { number: String(other.number) }),
  )
}

/** Refuses a pull request that is not open, or of another repository than the one that was typed. */
function openPull(found: PlacedPull, other: string | null): PlacedPull {
  const { repository, pull } = found
  if (other !== null && other.toLowerCase() !== repository.toLowerCase())
    throw AppError.saying('other', say('pulls.otherRepository', { repository, other }))
  if (pull.state === 'open') return found
  throw AppError.saying('other', say('pulls.notOpen', { number: String(pull.number) }))
}

function newWatch({ clock, newId }: WatchDeps, projectId: ProjectId, found: PlacedPull) {
  const { host, repository, pull } = found
  const { number, title } = pull
  const at = clock.now()
  return {
    id: newId(),
    projectId,
    host,
    repository,
    number,
    title,
    sessionId: null,
    seen: null,
    createdAt: at,
    expiresAt: at + LIFE_MS,
    checkedAt: null,
    misses: 0,
    end: null,
    state: 'watching' as const,
  }
}

function viewOf({ run, costOf }: WatchDeps, watch: PullWatch): PullWatchView {
  const sessionId = watch.fix?.sessionId ?? null
  const newest = sessionId === null || watch.state !== 'fixing' ? null : run(sessionId)
  const { end } = watch
  const facts = { number: String(watch.number), detail: end?.detail ?? '' }
  const state = newest?.state
  return {
    ...watch,
    usd: sessionId === null ? null : costOf(sessionId),
    run: state === 'running' || state === 'waiting' || state === 'interrupted' ? state : null,
    ended: end === null ? null : say(`pulls.end.${end.why}`, facts),
  }
}

/** Creates the acts on one watch. Two of them never run at once. */
function createActs(deps: WatchDeps, store: (watch: PullWatch) => void) {
  const autofix = createAutofix(deps)
  const turns = new Map<PullWatchId, Promise<void>>()
  /** Runs an act on the newest state of a watch, and stores its result unless the watch was ended meanwhile. */
  const act = (id: PullWatchId, of: (watch: PullWatch) => Promise<PullWatch>): Promise<void> => {
    const run = async (): Promise<void> => {
      const watch = deps.rows.one(id)
      if (watch === null || watch.state === 'ended') return
      const next = await of(watch)
      if (deps.rows.one(id)?.state === 'ended') {
        if (next.state === 'fixing' && next.fix?.sessionId != null) deps.stop(next.fix.sessionId)
        return
      }
      store(next)
      if (next.end !== null) deps.notify(endOf(next, next.end))
    }
    const turn = (turns.get(id) ?? Promise.resolve()).then(run)
    const kept = turn.catch(() => {}).finally(() => turns.get(id) === kept && turns.delete(id))
    turns.set(id, kept)
    return turn
  }
  return {
    check: (id: PullWatchId): Promise<void> => act(id, (watch) => checked(deps, autofix, watch)),
    push: (id: PullWatchId): Promise<void> =>
      act(id, async (watch) => {
        if (!isFix(watch)) throw AppError.saying('other', say('pulls.noFix'))
        return autofix.push(watch, deps.signal)
      }),
    runEnded: (id: PullWatchId): void => {
      act(id, async (watch) => {
        if (!isFix(watch) || watch.state === 'watching') return watch
        try {
          return await autofix.finish(watch, deps.signal)
        } catch (error) {
          if (!(error instanceof AppError) || deps.signal.aborted) throw error
          return ended(watch, 'failed', error.message)
        }
      }).catch((error: unknown) => {
        if (!deps.signal.aborted) deps.logger.error('A fix could not be committed', error)
      })
    },
  }
}

const isFix = (watch: PullWatch): watch is FixWatch => watch.fix !== null

const endOf = ({ number }: PullWatch, { why, detail }: NonNullable<PullWatch['end']>) =>
  say(`pulls.end.${why}`, { number: String(number), detail })

async function checked(
  deps: WatchDeps,
  autofix: ReturnType<typeof createAutofix>,
  before: PullWatch,
): Promise<PullWatch> {
  const { signal, clock } = deps
  if (before.expiresAt <= clock.now()) {
    if (before.state === 'fixing' && before.fix?.sessionId != null) deps.stop(before.fix.sessionId)
    return ended(before, 'expired')
  }
  try {
    const { host, repository, pull } = await deps.pulls.find(before.projectId, before.number, signal)
    const watch = { ...before, title: pull.title, checkedAt: clock.now(), misses: 0 }
    if (host !== before.host || repository !== before.repository)
      return ended(watch, 'unreachable', `${host}/${repository}`)
    if (pull.state !== 'open') return ended(watch, pull.state)
    if (isFix(watch)) return await autofix.step(watch, pull, signal)
    tellNews(deps, watch, pullUpdateOf(watch.seen ?? seenOf(pull), pull))
    return { ...watch, seen: seenOf(pull) }
  } catch (error) {
    if (!(error instanceof AppError) || signal.aborted) throw error
    const misses = before.misses + 1
    const watch = { ...before, checkedAt: clock.now(), misses }
    return misses >= MOST_MISSES ? ended(watch, 'unreachable', error.message) : watch
  }
}

function tellNews(
  deps: WatchDeps,
  { sessionId }: PullWatch,
  { said, comments }: ReturnType<typeof pullUpdateOf>,
): void {
  for (const each of said) deps.notify(each)
  if (said.length === 0 || sessionId === null) return
  const text = comments.length === 0 ? [] : [commentsText(comments)]
  deps.tellChat(sessionId, {
    kind: 'runtime-notice',
    origin: 'system',
    content: [englishOf(said), ...text].join('\n\n'),
    visibility: 'compact',
    lifetime: 'session',
    placement: 'in-place',
    data: { said: [...said] },
  })
}

/** Reads all followed pull requests at intervals. Without any, no timer runs. */
function createPoller(
  { clock, logger, signal }: Pick<WatchDeps, 'clock' | 'logger' | 'signal'>,
  check: () => readonly Promise<void>[],
) {
  let stopTimer: (() => void) | null = null
  const tick = async (): Promise<void> => {
    const checks = check()
    if (checks.length === 0) {
      stopTimer = null
      return
    }
    stopTimer = clock.schedule(POLL_MS, run)
    for (const each of await Promise.allSettled(checks))
      if (each.status === 'rejected' && !signal.aborted)
        logger.error('A pull request could not be read', each.reason)
  }
  const run = () =>
    void tick().catch((error: unknown) => logger.error('Pull requests could not be read', error))
  return {
    wake: (): void => {
      stopTimer ??= clock.schedule(POLL_MS, run)
    },
    close: (): void => {
      stopTimer?.()
      stopTimer = null
    },
  }
}
