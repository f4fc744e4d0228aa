import type { Database } from 'better-sqlite3'
import { AppError } from '#shared/errors.ts'
import type { AppEvent } from '#shared/events/delivery.ts'
import type { SessionEvent } from '#shared/events/event.ts'
import type { ProjectId, SessionId, TriggerId } from '#shared/ids.ts'
import type { Project } from '#shared/project/project.ts'
import { mayAct } from '#shared/project/trust.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { englishOf, type Sentence, say } from '#shared/sentences.ts'
import type {
  PauseReason,
  Trigger,
  TriggerDraft,
  TriggerFiring,
  TriggerRehearsal,
} from '#shared/trigger/trigger.ts'
import type { Clock } from '../lib/clock.ts'
import type { NewId } from '../lib/ids.ts'
import type { Logger } from '../lib/logger.ts'
import { nextTimes, parseCron } from './cron.ts'
import { checkDraft, refsOf, rehearseIn } from './rehearse-project.ts'
import { createEndedRuns, createTriggerRows, type StoredTrigger, type TriggerRows } from './rows.ts'
import { createCronSource } from './sources/cron-source.ts'
import { createFileSource } from './sources/file-source.ts'
import { createGitSource } from './sources/git-source.ts'
import type { readRefs } from './sources/read-refs.ts'
import { createRunSource } from './sources/run-source.ts'
import { scanFiles } from './sources/scan-files.ts'
import type { Source } from './sources/source.ts'
import { createTriggerWork } from './start-work.ts'
import { createTimeLimits } from './time-limit.ts'
import { createTriggers, type Triggers } from './triggers.ts'
import { createWebhookGuard } from './webhooks/webhook-answers.ts'
import { createWebhookListener } from './webhooks/webhook-listener.ts'
import { createWebhookSecrets } from './webhooks/webhook-secrets.ts'

type WorkDeps = Parameters<typeof createTriggerWork>[0]
type Deps = Omit<WorkDeps, 'projects'> & {
  readonly db: Database
  readonly clock: Clock
  readonly newId: NewId
  readonly logger: Logger
  readonly signal: AbortSignal
  readonly git: Parameters<typeof readRefs>[0]
  readonly projects: WorkDeps['projects'] & {
    readonly get: (id: ProjectId) => Promise<Project>
    readonly pathOf: (id: ProjectId) => string | null
  }
  readonly vault: Parameters<typeof createWebhookSecrets>[0]['vault']
  /** Calls back after a change in one of these folders. */
  readonly watch: (folders: readonly string[], changed: () => void) => () => void
  /** Returns the test of a file pattern. Throws an `AppError` for one that is too long or empty. */
  readonly matches: (pattern: string) => (path: string) => boolean
  readonly port: { readonly before: () => number | null; readonly keep: (port: number) => void }
  readonly tell: (event: AppEvent) => void
  /** Shows a desktop notification about a failed run. */
  readonly notify: (trigger: Trigger, isPaused: boolean) => void
  readonly subscribe: (listener: (id: SessionId, events: readonly SessionEvent[]) => void) => () => void
  readonly hear: (listener: (event: AppEvent) => void) => () => void
}

/** The due times that an agent and the person see before a trigger is created. */
const MOST_SHOWN = 3

/** Opens the triggers of all projects: their tables, sources, webhooks and runs. */
export function openTriggers(deps: Deps) {
  const { db, clock, newId, logger, tell } = deps
  const rows = createTriggerRows(db)
  const work = createTriggerWork(deps)
  const endedAfter = createEndedRuns(db)
  const report = (error: unknown) => logger.error('A trigger could not be checked', error)
  const webhooks = openWebhooks(deps, (id, delivery, body) => deliver(id, delivery, body))
  const limits = createTimeLimits({
    clock,
    report,
    isWaiting: work.isWaiting,
    isActive: ({ id }) => rows.active().some(({ firing }) => firing.id === id),
    stop: (firing) => work.stop(firing, 'time limit'),
  })
  const isOwn = (projectId: ProjectId): boolean =>
    rows
      .active()
      .some(
        ({ firing }) =>
          !work.isWaiting(firing) && rows.one(firing.triggerId)?.trigger.projectId === projectId,
      )
  let followers: Omit<ReturnType<typeof openSources>, 'sources'> | null = null

  const triggers = createTriggers({
    rows,
    clock,
    newId,
    logger,
    work: {
      ...work,
      begin: async (trigger, claimed, chain) => {
        // The claim is on the disk before the run is.
        deps.commit()
        await work.begin(trigger, claimed, chain)
        const { maxMinutes } = trigger.caps
        if (trigger.work.kind === 'workflow' && maxMinutes !== null)
          limits.watch(claimed.firing, maxMinutes * 60_000)
      },
    },
    mayRun: async (id) => mayAct(await deps.projects.get(id).catch(goneProject)),
    changed: () => tell({ kind: 'triggers.changed' }),
    isWaiting: work.isWaiting,
    addressOf: webhooks.addressOf,
    checkDraft: (draft) => checkDraft(deps, draft),
    followed: webhooks.follow,
    removed: webhooks.removed,
    failed: (trigger, firing, isPaused) => {
      tell(failureNotice(trigger, firing, isPaused))
      deps.notify(trigger, isPaused)
    },
    paused: (trigger) => {
      tell(pauseNotice(trigger))
      deps.notify(trigger, true)
    },
    ended: ({ projectId }) => followers?.ownEnded(projectId),
    sources: (firings) => {
      const opened = openSources(deps, {
        rows,
        report,
        isOwn,
        endedAfter,
        occur: async (trigger, occurrence) => void (await firings.occur(trigger, occurrence)),
        pause: (trigger, reason) => triggers.pause(trigger, reason),
      })
      followers = opened
      return opened.sources
    },
  })

  const deliver = async (id: TriggerId, delivery: string | null, body: string): Promise<string | null> => {
    const found = rows.one(id)
    if (found === null) return null
    const key = `webhook:${delivery ?? newId('event')}`
    const event = { key, about: null, data: body, note: null, chain: [] }
    const firing = await triggers.occur(found.trigger, { through: '', event, rows: [] })
    return firing?.state ?? null
  }

  const unfollow = followRuns(deps, {
    triggers,
    forget: webhooks.forget,
    check: (id) => followers?.runEnded(id),
  })
  return {
    triggers,
    rehearse: (asked: Parameters<typeof rehearseIn>[2]): Promise<TriggerRehearsal> =>
      rehearseIn(deps, endedAfter, asked),
    newSecret: webhooks.newSecret,
    /** The triggers as tools of agents reach them. */
    forAgents: forAgents(deps, triggers),
    close: async (): Promise<void> => {
      unfollow()
      limits.close()
      triggers.close()
      await webhooks.close()
    },
  }
}

export type OpenTriggers = ReturnType<typeof openTriggers>

/** Returns the triggers as tools of agents reach them. */
function forAgents({ folds, clock }: Pick<Deps, 'folds' | 'clock'>, triggers: Triggers) {
  return {
    projectOf: (id: SessionId): ProjectId | null => folds(id).session?.meta.projectId ?? null,
    list: (id: ProjectId) => triggers.list(id),
    nextTimes: (expression: string) => nextTimes(parseCron(expression), clock.now(), MOST_SHOWN),
    create: (draft: TriggerDraft) =>
      triggers.create(draft, { by: 'agent', fullAccess: false, enabled: true }),
    remove: (id: TriggerId) => triggers.remove(id),
  }
}

type Sourcing = Pick<Parameters<typeof createGitSource>[0], 'occur' | 'isOwn' | 'report'> & {
  readonly rows: TriggerRows
  readonly endedAfter: ReturnType<typeof createEndedRuns>
  readonly pause: (trigger: Trigger, reason: PauseReason) => void
}

/** Opens the sources of events. */
function openSources(deps: Deps, { rows, endedAfter, pause, ...shared }: Sourcing) {
  const { clock, newId, projects, matches } = deps
  const stored = enabledIn(rows)
  const git = createGitSource({
    ...shared,
    clock,
    matches,
    stored,
    refs: (id) => refsOf(deps, id),
    gone: (trigger) => pause(trigger, 'noRepository'),
  })
  const file = createFileSource({
    ...shared,
    clock,
    matches,
    watch: deps.watch,
    newKey: () => newId('event'),
    scan: async (id, isMeant) => {
      const path = projects.pathOf(id)
      return path === null ? { kind: 'gone' } : scanFiles(path, isMeant)
    },
    tooMany: (trigger) => pause(trigger, 'tooManyFiles'),
  })
  const run = createRunSource({ ...shared, stored, endedAfter, now: clock.now })
  const cron = createCronSource({ ...shared, clock, stored })
  return {
    sources: { cron, file, git, run, webhook: NO_SOURCE },
    /** A run that a trigger began has ended in a project. */
    ownEnded: (projectId: ProjectId): void => {
      git.ownEnded(projectId)
      file.ownEnded(projectId)
    },
    /** A run has ended in a project. */
    runEnded: run.check,
  }
}

type Followers = {
  readonly triggers: Pick<Triggers, 'runEnded'>
  readonly forget: () => void
  /** Checks the triggers that start at the end of a run of a project. */
  readonly check: (projectId: ProjectId) => void
}

/** Follows the ends of runs and the requests to the person. Returns the undo. */
function followRuns(deps: Deps, { triggers, forget, check }: Followers): () => void {
  const { tell } = deps
  const unsubscribe = deps.subscribe((sessionId, events) => {
    const session = deps.folds(sessionId).session
    if (session?.kind !== 'chat') return
    const ended = events.some((event) => event.kind === 'run.status' && isTerminal(event.payload.to))
    if (ended) triggers.runEnded(sessionId)
    if (ended && session.meta.projectId !== null) check(session.meta.projectId)
    if (session.meta.origin !== undefined && events.some(isAsk)) tell({ kind: 'triggers.changed' })
  })
  const unhear = deps.hear((event) => {
    if (event.kind === 'vault.changed') forget()
    if (event.kind !== 'workflow.listed') return
    const { id, state, projectId } = event.listing
    if (state === 'running' || state === 'paused') return
    triggers.runEnded(id)
    check(projectId)
  })
  return () => {
    unsubscribe()
    unhear()
  }
}

const NO_SOURCE: Source = { follow: () => {}, startMark: async () => '', close: () => {} }

const isAsk = ({ kind }: SessionEvent): boolean =>
  kind === 'interaction.requested' || kind === 'interaction.resolved'

/** A project that is no longer in the list runs nothing. */
function goneProject(error: unknown): Pick<Project, 'trusted' | 'carriesCode'> {
  if (error instanceof AppError) return { trusted: false, carriesCode: true }
  throw error
}

const enabledIn =
  (rows: TriggerRows) =>
  (id: TriggerId): StoredTrigger | null => {
    const found = rows.one(id)
    return found?.trigger.enabled === true ? found : null
  }

function noticeOf(said: readonly Sentence[]): AppEvent {
  return { kind: 'notice', level: 'warn', text: englishOf(said), said }
}

function pauseNotice({ name, paused }: Trigger): AppEvent {
  return noticeOf([
    say(paused === 'tooManyFiles' ? 'trigger.pausedManyFiles' : 'trigger.pausedNoRepository', { name }),
  ])
}

function failureNotice({ name }: Trigger, { error }: TriggerFiring, isPaused: boolean): AppEvent {
  const what = say(isPaused ? 'trigger.pausedAfterFailures' : 'trigger.failed', { name })
  return noticeOf([what, ...(error?.said ?? [])])
}

/** Opens the listener of webhooks and their secrets. */
function openWebhooks(
  { clock, logger, vault, port, signal }: Deps,
  deliver: (id: TriggerId, delivery: string | null, body: string) => Promise<string | null>,
) {
  const secrets = createWebhookSecrets({ vault, signal })
  const enabled = new Set<string>()
  const guard = createWebhookGuard({
    now: clock.now,
    secretOf: async (id) =>
      enabled.has(id) ? ((await secrets.of(id as TriggerId))?.reveal() ?? null) : null,
  })
  const listener = createWebhookListener({
    guard,
    deliver,
    portBefore: port.before,
    keepPort: port.keep,
    report: (error) => logger.error('A webhook could not be answered', error),
  })
  return {
    newSecret: secrets.make,
    forget: secrets.forget,
    addressOf: (id: TriggerId): string | null => {
      const at = listener.port()
      return at === null || !enabled.has(id) ? null : `http://127.0.0.1:${at}/hooks/${id}`
    },
    /** Listens while a webhook trigger is on. */
    follow: (triggers: readonly StoredTrigger[]): Promise<void> => {
      enabled.clear()
      for (const { trigger } of triggers) if (trigger.source.kind === 'webhook') enabled.add(trigger.id)
      return listener.listen(enabled.size > 0)
    },
    removed: async ({ id, source }: Trigger): Promise<void> => {
      if (source.kind === 'webhook') await secrets.remove(id)
    },
    close: listener.close,
  }
}
