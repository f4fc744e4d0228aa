import { AppError } from '#shared/errors.ts'
import type { ProjectId, SessionId, TriggerId, WorkflowRunId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type {
  PauseReason,
  Trigger,
  TriggerDraft,
  TriggerFiring,
  TriggerListing,
  TriggerSource,
} from '#shared/trigger/trigger.ts'
import type { Clock } from '../lib/clock.ts'
import type { NewId } from '../lib/ids.ts'
import { nextTimes, parseCron } from './cron.ts'
import { createFirings, type FiringDeps, type Firings } from './firings.ts'
import { WEEK_MS } from './may-start.ts'
import type { StoredTrigger, TriggerRows } from './rows.ts'
import type { Source } from './sources/source.ts'

/** The failures in a row after which a trigger is switched off. */
const MOST_FAILURES = 3

type Deps = Omit<FiringDeps, 'failed' | 'changed' | 'ended'> & {
  readonly clock: Pick<Clock, 'now'>
  readonly newId: NewId
  readonly rows: TriggerRows
  /** Builds the sources over the firings. */
  readonly sources: (firings: Firings) => Readonly<Record<TriggerSource['kind'], Source>>
  /** Called after a change of triggers or of their history. */
  readonly changed: () => void
  readonly failed: (trigger: Trigger, firing: TriggerFiring, isPaused: boolean) => void
  /** Called when the app switched a trigger off for another reason than failures. */
  readonly paused: (trigger: Trigger) => void
  readonly ended: (trigger: Trigger, firing: TriggerFiring) => void
  readonly isWaiting: (firing: TriggerFiring) => boolean
  /** Returns the address of a webhook while it is open. */
  readonly addressOf: (id: TriggerId) => string | null
  /** Throws an `AppError` for a project that is not in the list, or a pattern that is none. */
  readonly checkDraft: (draft: Pick<TriggerDraft, 'projectId' | 'source'>) => void
  /** Called when the set of enabled triggers has changed. */
  readonly followed: (enabled: readonly StoredTrigger[]) => Promise<void>
  /** Called with a trigger that is gone for good, or was deleted. */
  readonly removed: (trigger: Trigger) => Promise<void>
}

/** The due times of the next day that a list shows. */
const MOST_AHEAD = 300
const DAY_MS = 24 * 3_600_000

/** The circumstances in which a trigger is made. */
export type Making = {
  readonly by: Trigger['createdBy']
  readonly fullAccess: boolean
  readonly enabled: boolean
}

/** The triggers of all projects. */
export function createTriggers(deps: Deps) {
  const { rows, clock, newId } = deps
  const firings = createFirings({
    ...deps,
    failed: (trigger, firing, inRow) => {
      const isPaused = inRow >= MOST_FAILURES && trigger.enabled
      if (isPaused) pause(trigger, 'failures')
      deps.failed(trigger, firing, isPaused)
    },
  })
  const sources = deps.sources(firings)

  const stored = (id: TriggerId): StoredTrigger => {
    const found = rows.one(id)
    if (found !== null) return found
    throw AppError.saying('session.not_found', say('trigger.gone'))
  }
  const follow = async (): Promise<void> => {
    const enabled = rows.all().filter(({ trigger }) => trigger.enabled)
    await deps.followed(enabled)
    for (const source of Object.values(sources)) source.follow(enabled)
  }
  const put = async (next: StoredTrigger): Promise<Trigger> => {
    rows.put(next)
    deps.changed()
    await follow()
    return next.trigger
  }
  const pause = (trigger: Trigger, reason: PauseReason): void => {
    const found = rows.one(trigger.id)
    if (found === null || !found.trigger.enabled) return
    const paused = { ...found.trigger, enabled: false, paused: reason }
    rows.put({ ...found, trigger: paused })
    deps.changed()
    follow().catch((error: unknown) => deps.logger.error('Triggers could not be followed', error))
    if (reason !== 'failures') deps.paused(paused)
  }
  const started = async (trigger: Trigger): Promise<StoredTrigger> => ({
    trigger: { ...trigger, enabled: true, enabledAt: clock.now(), paused: null },
    through: await sources[trigger.source.kind].startMark(trigger),
  })

  return {
    ...listings(deps, firings),
    pause,
    occur: firings.occur,
    get: (id: TriggerId): Trigger => stored(id).trigger,
    /** Creates a trigger. Throws an `AppError` for a schedule that is none or a project that is gone. */
    create: async (draft: TriggerDraft, { by, fullAccess, enabled }: Making): Promise<Trigger> => {
      check(deps, draft)
      const made = newTrigger(draft, { id: newId('trigger'), at: clock.now(), by, fullAccess })
      return put(enabled ? await started(made) : { trigger: made, through: '' })
    },
    /** Changes a trigger. A changed source counts from now. */
    update: async (id: TriggerId, draft: TriggerDraft, fullAccess: boolean): Promise<Trigger> => {
      check(deps, draft)
      const { trigger, through } = stored(id)
      const next: Trigger = { ...trigger, ...draft, fullAccess }
      const isSame =
        trigger.projectId === draft.projectId &&
        JSON.stringify(trigger.source) === JSON.stringify(draft.source)
      if (!next.enabled || isSame) return put({ trigger: next, through })
      const mark = await sources[next.source.kind].startMark(next)
      return put({ trigger: { ...next, enabled: stored(id).trigger.enabled }, through: mark })
    },
    setEnabled: async (id: TriggerId, enabled: boolean): Promise<Trigger> => {
      const { trigger, through } = stored(id)
      if (trigger.enabled === enabled) return trigger
      if (!enabled) return put({ trigger: { ...trigger, enabled: false, paused: null }, through })
      check(deps, trigger)
      return put(await started(trigger))
    },
    /** Deletes a trigger. It can be restored, switched off. */
    remove: async (id: TriggerId): Promise<void> => {
      const { trigger, through } = stored(id)
      rows.put({ trigger: { ...trigger, enabled: false, paused: null }, through })
      rows.remove(id, clock.now())
      deps.changed()
      await follow()
      await deps.removed(trigger)
    },
    restore: async (id: TriggerId): Promise<Trigger> => restored(deps, id),
    runNow: (id: TriggerId): Promise<TriggerFiring> => firings.runNow(stored(id).trigger),
    runEnded: (of: SessionId | WorkflowRunId): void => firings.runEnded(of),
    /** Settles what an exit of the app left open, then follows the sources. */
    start: async (): Promise<void> => {
      rows.purge(clock.now())
      await firings.recover()
      await follow()
    },
    close: (): void => {
      for (const source of Object.values(sources)) source.close()
    },
  }
}

export type Triggers = ReturnType<typeof createTriggers>

/** A trigger that is not enabled yet. */
function newTrigger(
  draft: TriggerDraft,
  { id, at, by, fullAccess }: Pick<Making, 'by' | 'fullAccess'> & { id: TriggerId; at: number },
): Trigger {
  return {
    ...draft,
    id,
    enabled: false,
    enabledAt: at,
    paused: null,
    createdAt: at,
    createdBy: by,
    fullAccess,
  }
}

function restored({ rows, changed }: Deps, id: TriggerId): Trigger {
  const found = rows.deleted(id)
  if (found === null) throw AppError.saying('session.not_found', say('trigger.gone'))
  rows.restore(id)
  changed()
  return found.trigger
}

function check(
  { checkDraft }: Pick<Deps, 'checkDraft'>,
  draft: Pick<TriggerDraft, 'projectId' | 'source'>,
): void {
  checkDraft(draft)
  if (draft.source.kind === 'cron') parseCron(draft.source.expression)
}

/** The lists that windows, tools and the command line show. */
function listings({ rows, clock, isWaiting, addressOf }: Deps, firings: Firings) {
  const listing = ({ trigger, through }: StoredTrigger): TriggerListing => {
    const { id, source, enabled } = trigger
    const [last = null] = rows.history(id, 0, 1).firings
    const now = clock.now()
    const runs = rows.runsSince(id, now - WEEK_MS)
    const isCron = source.kind === 'cron' && enabled
    const schedule = isCron ? parseCron(source.expression) : null
    const from = Math.max(now, Number(through) || 0)
    return {
      trigger,
      nextAt: schedule === null ? null : (nextTimes(schedule, from, 1)[0] ?? null),
      dayAhead:
        schedule === null ? [] : nextTimes(schedule, from, MOST_AHEAD).filter((at) => at <= now + DAY_MS),
      last,
      waiting: last !== null && firings.isActive(id) && isWaiting(last),
      week: {
        runs: runs.length,
        failed: runs.filter(({ state }) => state === 'failed').length,
        usd: runs.reduce((sum, { usd }) => sum + (usd ?? 0), 0),
      },
      address: source.kind === 'webhook' ? addressOf(id) : null,
    }
  }
  return {
    list: (projectId: ProjectId | null): TriggerListing[] =>
      rows
        .all()
        .filter(({ trigger }) => projectId === null || trigger.projectId === projectId)
        .map(listing),
    history: (id: TriggerId, offset: number, limit: number) => rows.history(id, offset, limit),
    recent: (projectId: ProjectId | null, limit: number): TriggerFiring[] => rows.recent(projectId, limit),
  }
}
