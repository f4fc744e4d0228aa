import { tmpdir } from 'node:os'
import type { Database } from 'better-sqlite3'
import type { ProjectId, TriggerId } from '#shared/ids.ts'
import type { Trigger, TriggerDraft, TriggerFiring } from '#shared/trigger/trigger.ts'
import { USUAL_CAPS } from '#shared/trigger/trigger.ts'
import { openDatabase } from '../../../src/main/database/open-database.ts'
import { silentLogger } from '../../../src/main/lib/logger.ts'
import type { Firings, WorkEnd } from '../../../src/main/triggers/firings.ts'
import { createTriggerRows } from '../../../src/main/triggers/rows.ts'
import { createCronSource } from '../../../src/main/triggers/sources/cron-source.ts'
import type { Source } from '../../../src/main/triggers/sources/source.ts'
import { createTriggers } from '../../../src/main/triggers/triggers.ts'
import { countingIds } from '../data/counting-ids.ts'

/** A point at which the app is killed: before a run is stored, or right after. */
export type KillPoint = 'before run' | 'after run'

/** A machine: its clock, its disk, and the runs that were ever stored. They outlive the app. */
export function createTriggerMachine(start = Date.parse('2026-01-01T00:00:00Z')) {
  const db: Database = openDatabase({
    file: ':memory:',
    backups: tmpdir(),
    now: () => start,
    logger: silentLogger,
  })
  const newId = countingIds()
  const begun: { readonly key: string; readonly triggerId: TriggerId; readonly firing: TriggerFiring }[] = []
  const ends = new Map<string, WorkEnd>()
  let wall = start
  let passed = 0
  return {
    db,
    newId,
    begun,
    ends,
    now: () => wall,
    /** Time that neither sleep nor a changed clock moves, like that of timers. */
    elapsed: () => passed,
    /** Lets time pass while the computer is awake. */
    pass: (ms: number): void => {
      wall += ms
      passed += ms
    },
    /** Sets the clock forward or back, or lets the computer sleep. */
    shift: (ms: number): void => {
      wall += ms
    },
    /** The end that every run gets from now on; null leaves runs active. */
    ending: null as WorkEnd | null,
    /** Collects the errors of checks; null: an error fails the test. */
    errors: null as unknown[] | null,
    /** Lets the disk have no room for another row of the history, or room again. */
    fill: (isFull: boolean): void => {
      db.exec(
        isFull
          ? "CREATE TEMP TRIGGER full_disk BEFORE INSERT ON trigger_firings BEGIN SELECT RAISE(ABORT, 'disk full'); END"
          : 'DROP TRIGGER full_disk',
      )
    },
  }
}

export type TriggerMachine = ReturnType<typeof createTriggerMachine>

export const PROJECT = 'prj_00000001' as ProjectId

/** A trigger that runs a prompt every ten minutes. */
export const TEN_MINUTES: TriggerDraft = {
  name: 'Checks',
  projectId: PROJECT,
  source: { kind: 'cron', expression: '*/10 * * * *' },
  work: { kind: 'prompt', prompt: 'Check the project.', agentId: null },
  model: null,
  permissionMode: 'ask',
  caps: { ...USUAL_CAPS, maxRuns: null },
  missed: 'once',
}

/** One start of the app on a machine. `kill` ends it at the next begin of a run, or now. */
export function startTriggers(machine: TriggerMachine) {
  const timers = new Map<() => void, number>()
  const failures: { readonly name: string; readonly isPaused: boolean }[] = []
  const pausedFor: string[] = []
  let isDead = false
  let killAt: KillPoint | null = null
  let trusted = true
  const hang = () => new Promise<never>(() => {})
  const clock = {
    now: machine.now,
    schedule: (ms: number, act: () => void) => {
      timers.set(act, machine.elapsed() + ms)
      return () => void timers.delete(act)
    },
  }
  const rows = createTriggerRows(machine.db)
  const none: Source = { follow: () => {}, startMark: async () => '', close: () => {} }
  const triggers = createTriggers({
    rows,
    clock,
    newId: machine.newId,
    logger: silentLogger,
    work: {
      begin: async (_trigger, { firing }) => {
        if (killAt === 'before run') {
          isDead = true
          return hang()
        }
        machine.begun.push({ key: firing.key, triggerId: firing.triggerId, firing })
        if (machine.ending !== null) machine.ends.set(firing.id, machine.ending)
        if (killAt === 'after run') {
          isDead = true
          return hang()
        }
      },
      hasBegun: (firing) => machine.begun.some((each) => each.firing.id === firing.id),
      endOf: (firing) => machine.ends.get(firing.id) ?? null,
    },
    mayRun: async () => trusted,
    changed: () => {},
    isWaiting: () => false,
    addressOf: () => null,
    checkDraft: () => {},
    followed: async () => {},
    removed: async () => {},
    failed: ({ name }, _firing, isPaused) => void failures.push({ name, isPaused }),
    paused: ({ name }) => void pausedFor.push(name),
    ended: () => {},
    sources: (firings: Firings) => ({
      cron: createCronSource({
        clock,
        occur: async (trigger, occurrence) => void (await firings.occur(trigger, occurrence)),
        stored: (id) => {
          const found = rows.one(id)
          return found?.trigger.enabled === true ? found : null
        },
        report: (error) => {
          if (machine.errors === null) throw error
          machine.errors.push(error)
        },
      }),
      file: none,
      git: none,
      run: none,
      webhook: none,
    }),
  })
  /** Lets promises settle. A killed app does nothing more. */
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 30; turn += 1) await Promise.resolve()
  }
  return {
    triggers,
    rows,
    failures,
    pausedFor,
    settle,
    isDead: () => isDead,
    kill: (at: KillPoint): void => {
      killAt = at
    },
    distrust: (): void => {
      trusted = false
    },
    /** Lets time pass while the app runs, timer after timer. */
    pass: async (ms: number): Promise<void> => {
      const end = machine.elapsed() + ms
      while (!isDead) {
        await settle()
        const [next] = [...timers].sort(([, one], [, other]) => one - other)
        if (next === undefined || next[1] > end) break
        timers.delete(next[0])
        machine.pass(Math.max(0, next[1] - machine.elapsed()))
        next[0]()
      }
      await settle()
      machine.pass(Math.max(0, end - machine.elapsed()))
    },
    /** Ends the active runs of a trigger. */
    endRuns: (id: TriggerId, end: WorkEnd): void => {
      for (const { firing } of rows.active()) {
        if (firing.triggerId !== id || firing.sessionId === null) continue
        machine.ends.set(firing.id, end)
        triggers.runEnded(firing.sessionId)
      }
    },
    add: (draft: Partial<TriggerDraft> = {}): Promise<Trigger> =>
      triggers.create({ ...TEN_MINUTES, ...draft }, { by: 'person', fullAccess: false, enabled: true }),
    history: (id: TriggerId): readonly TriggerFiring[] => triggers.history(id, 0, 5_000).firings.toReversed(),
  }
}

export type TriggerHost = ReturnType<typeof startTriggers>
