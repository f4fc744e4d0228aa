import { AppError } from '#shared/errors.ts'
import type { ProjectId, SessionId, TriggerId, WorkflowRunId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import type { FiringNote, Trigger, TriggerFiring } from '#shared/trigger/trigger.ts'
import type { Clock } from '../lib/clock.ts'
import type { NewId } from '../lib/ids.ts'
import type { Logger } from '../lib/logger.ts'
import { refusalOf, WEEK_MS } from './may-start.ts'
import type { NewFiring, TriggerRows } from './rows.ts'

/** An event of a source. Its key names it, so that it starts one run at most. */
export type TriggerEvent = {
  readonly key: string
  readonly about: string | null
  /** The event as data that the run reads. */
  readonly data: string | null
  readonly note: FiringNote | null
  /** The triggers that led to the event, oldest first. */
  readonly chain: readonly TriggerId[]
}

/** The events of a source since its last mark, and the rows that report what starts nothing. */
export type Occurrence = {
  readonly through: string
  readonly event: TriggerEvent | null
  readonly rows: readonly { readonly key: string; readonly about: string | null; readonly note: FiringNote }[]
}

/** The end of the run of a firing. */
export type WorkEnd = Pick<TriggerFiring, 'note' | 'error' | 'usd'> & {
  readonly state: 'done' | 'failed' | 'stopped'
}

/** The runs that firings begin. */
export type TriggerWorkPort = {
  /** Begins the run under the ids of the firing. Rejects with an `AppError` when it cannot. */
  readonly begin: (trigger: Trigger, firing: NewFiring, chain: readonly TriggerId[]) => Promise<void>
  /** Whether the run of a firing was stored. */
  readonly hasBegun: (firing: TriggerFiring) => boolean
  /** The end of the run of a firing; null while it is active. */
  readonly endOf: (firing: TriggerFiring) => WorkEnd | null
}

export type FiringDeps = {
  readonly rows: TriggerRows
  readonly work: TriggerWorkPort
  readonly clock: Pick<Clock, 'now'>
  readonly newId: NewId
  readonly logger: Logger
  /** Whether the content of a project may run. */
  readonly mayRun: (projectId: ProjectId) => Promise<boolean>
  /** Called after a change of the history. */
  readonly changed: () => void
  /** Called when a firing has failed. `inRow` counts the failures without a success between them. */
  readonly failed: (trigger: Trigger, firing: TriggerFiring, inRow: number) => void
  /** Called when the run of a firing has ended. */
  readonly ended: (trigger: Trigger, firing: TriggerFiring) => void
}

/** Failures in a row that are counted. */
const MOST_COUNTED = 10

/**
 * Starts the runs of triggers. A history row is stored with the mark of the source before a run begins, so that an exit
 * of the app neither repeats nor loses an event.
 */
export function createFirings(deps: FiringDeps) {
  const { rows, work, clock, newId } = deps

  const isActive = (id: TriggerId): boolean => rows.active().some(({ firing }) => firing.triggerId === id)

  const { rowOf, claimedRow, refusedRow } = createRowMaker(deps)

  const end = (firing: TriggerFiring, { state, note, error, usd }: WorkEnd): void => {
    const ended = { ...firing, state, error, usd, note: note ?? firing.note, endedAt: clock.now() }
    rows.putFiring(ended)
    deps.changed()
    const trigger = rows.one(firing.triggerId)?.trigger
    if (trigger === undefined) return
    deps.ended(trigger, ended)
    if (state === 'failed') deps.failed(trigger, ended, failuresOf(rows, trigger))
  }

  /** Stores the end of a run, when it has one. */
  const settle = (firing: TriggerFiring): void => {
    const ending = work.endOf(firing)
    if (ending !== null) end(firing, ending)
  }

  const begin = async (trigger: Trigger, claimed: NewFiring, chain: readonly TriggerId[]): Promise<void> => {
    const { firing } = claimed
    try {
      await work.begin(trigger, claimed, chain)
    } catch (error) {
      if (!(error instanceof AppError)) deps.logger.error('A trigger could not start its run', error)
      const known = error instanceof AppError ? error : AppError.saying('other', say('trigger.notStarted'))
      end(firing, { state: 'failed', note: null, error: known.toData(), usd: null })
      return
    }
    const running = { ...firing, state: 'running' as const }
    rows.putFiring(running)
    deps.changed()
    settle(running)
  }

  /** Stores an occurrence and starts its run. `refusal` is the reason why nothing starts. */
  const take = async (trigger: Trigger, { through, event, rows: reports }: Occurrence, trusted: boolean) => {
    const now = clock.now()
    const standing = {
      now,
      trusted,
      isActive: isActive(trigger.id),
      runs: rows.runsSince(trigger.id, now - WEEK_MS),
    }
    const code = event === null ? null : refusalOf(trigger, standing)
    const reported = reports.map(({ key, about, note }) =>
      rowOf(trigger, key, {
        about,
        note,
        state: note.code === 'missed' ? 'missed' : 'skipped',
        endedAt: now,
      }),
    )
    const main =
      event === null ? [] : [code === null ? claimedRow(trigger, event) : refusedRow(trigger, event, code)]
    const data = event === null ? null : JSON.stringify({ data: event.data, chain: event.chain })
    const added = rows.claim(trigger.id, through, [
      ...reported.map((firing) => ({ firing, data: null })),
      ...main.map((firing) => ({ firing, data })),
    ])
    if (added.length > 0) deps.changed()
    const claimed = added.find(({ firing }) => firing.state === 'claimed')
    if (claimed !== undefined && event !== null) await begin(trigger, claimed, event.chain)
    return added.at(-1)?.firing ?? null
  }

  return {
    isActive,
    /** Takes the events of a source. Returns the last row of the history that they made. */
    occur: async (trigger: Trigger, occurrence: Occurrence): Promise<TriggerFiring | null> => {
      const trusted = occurrence.event === null || (await deps.mayRun(trigger.projectId))
      // Its settings may have changed meanwhile, and a trigger that is off takes nothing.
      const stored = rows.one(trigger.id)
      if (stored === null || !stored.trigger.enabled) return null
      return take(stored.trigger, occurrence, trusted)
    },
    /** Starts a run on the word of the person, also in quiet hours and beyond the caps of the day and the week. */
    runNow: async (trigger: Trigger): Promise<TriggerFiring> => {
      if (!(await deps.mayRun(trigger.projectId)))
        throw AppError.saying('project.denied', say('trigger.untrusted'))
      const stored = rows.one(trigger.id)
      if (stored === null) throw AppError.saying('session.not_found', say('trigger.gone'))
      if (isActive(trigger.id) && !trigger.caps.overlap)
        throw AppError.saying('run.active', say('trigger.active'))
      const event = { key: `now:${newId('event')}`, about: null, data: null, note: null, chain: [] }
      const claimed = { firing: claimedRow(trigger, event), data: JSON.stringify({ data: null, chain: [] }) }
      rows.claim(trigger.id, stored.through, [claimed])
      deps.changed()
      await begin(trigger, claimed, [])
      return rows.firing(claimed.firing.id)?.firing ?? claimed.firing
    },
    /** Stores the end of the run of a chat or a workflow run, where a trigger began it. */
    runEnded: (of: SessionId | WorkflowRunId): void => {
      for (const { firing } of rows.active()) {
        if (firing.state === 'running' && (firing.sessionId === of || firing.workflowRunId === of))
          settle(firing)
      }
    },
    /**
     * Settles what an exit of the app left open, at the start. A claim without a run begins now, or is reported as missed
     * where the trigger skips missed runs.
     */
    recover: async (): Promise<void> => {
      for (const open of rows.active()) await recoverOne(deps, { begin, end, settle }, open)
    },
  }
}

/** Makes rows of the history. */
function createRowMaker({ clock, newId }: Pick<FiringDeps, 'clock' | 'newId'>) {
  const rowOf = (trigger: Trigger, key: string, more: Partial<TriggerFiring>): TriggerFiring => ({
    id: newId('triggerFiring'),
    triggerId: trigger.id,
    key,
    at: clock.now(),
    state: 'skipped',
    about: null,
    note: null,
    error: null,
    sessionId: null,
    workflowRunId: null,
    endedAt: null,
    usd: null,
    ...more,
  })

  const claimedRow = (trigger: Trigger, { key, about, note }: TriggerEvent): TriggerFiring =>
    rowOf(trigger, key, {
      about,
      note,
      state: 'claimed',
      ...(trigger.work.kind === 'prompt'
        ? { sessionId: newId('session') }
        : { workflowRunId: newId('workflowRun') }),
    })

  /** The note keeps the due times that a late event covers. */
  const refusedRow = (trigger: Trigger, { key, about, note }: TriggerEvent, code: FiringNote['code']) =>
    rowOf(trigger, key, { about, note: { ...note, code }, endedAt: clock.now() })

  return { rowOf, claimedRow, refusedRow }
}

export type Firings = ReturnType<typeof createFirings>

type Acts = {
  readonly begin: (trigger: Trigger, claimed: NewFiring, chain: readonly TriggerId[]) => Promise<void>
  readonly end: (firing: TriggerFiring, ending: WorkEnd) => void
  readonly settle: (firing: TriggerFiring) => void
}

async function recoverOne(
  { rows, work, clock, changed, mayRun }: FiringDeps,
  acts: Acts,
  open: NewFiring,
): Promise<void> {
  const { firing, data } = open
  if (firing.state === 'running' || work.hasBegun(firing)) {
    if (firing.state === 'claimed') rows.putFiring({ ...firing, state: 'running' })
    acts.settle({ ...firing, state: 'running' })
    return
  }
  const trigger = rows.one(firing.triggerId)?.trigger
  if (trigger?.enabled === true && trigger.missed === 'once') {
    if (!(await mayRun(trigger.projectId))) {
      const note = { code: 'untrusted', count: 1, from: firing.at } as const
      rows.putFiring({ ...firing, state: 'skipped', note, endedAt: clock.now() })
      changed()
      return
    }
    const { chain } = JSON.parse(data ?? '{"chain":[]}') as { chain: TriggerId[] }
    const late = { code: 'late', count: 1, from: firing.at, to: firing.at } as const
    await acts.begin(trigger, { firing: { ...firing, note: firing.note ?? late }, data }, chain)
    return
  }
  const note = { code: trigger?.enabled === true ? 'missed' : 'disabled', count: 1, from: firing.at } as const
  rows.putFiring({ ...firing, state: 'missed', note, endedAt: clock.now() })
  changed()
}

/** Counts the failures since the last run that did not fail, or since the trigger was switched on. */
function failuresOf(rows: Pick<TriggerRows, 'history'>, { id, enabledAt }: Trigger): number {
  const ended = rows
    .history(id, 0, 200)
    .firings.filter(
      ({ state, at }) => at >= enabledAt && (state === 'done' || state === 'failed' || state === 'stopped'),
    )
  const success = ended.findIndex(({ state }) => state !== 'failed')
  return Math.min(MOST_COUNTED, success < 0 ? ended.length : success)
}
