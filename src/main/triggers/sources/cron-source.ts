import type { TriggerId } from '#shared/ids.ts'
import type { Clock } from '../../lib/clock.ts'
import { type CronSchedule, parseCron } from '../cron.ts'
import { dueNow } from '../due.ts'
import type { StoredTrigger } from '../rows.ts'
import type { Occur, Source } from './source.ts'

type Deps = {
  readonly clock: Pick<Clock, 'now' | 'schedule'>
  readonly occur: Occur
  /** The stored state of a trigger, which another check may have moved on; null when it is gone or off. */
  readonly stored: (id: TriggerId) => StoredTrigger | null
  readonly report: (error: unknown) => void
}

/**
 * The longest wait between two checks, in milliseconds. A timer does not run while the computer sleeps and does not see
 * a changed clock, so a due time that is further away is awaited in parts.
 */
const LONGEST_WAIT_MS = 30_000

/** Starts triggers by their schedules. No timer runs while no schedule is switched on. */
export function createCronSource({ clock, occur, stored, report }: Deps): Source {
  const schedules = new Map<TriggerId, CronSchedule>()
  let stopTimer = () => {}
  let isChecking = false
  let isAgain = false
  let isClosed = false

  const checkOne = async (id: TriggerId, schedule: CronSchedule): Promise<void> => {
    const found = stored(id)
    if (found === null) return
    const { trigger, through } = found
    const now = clock.now()
    const due = dueNow(schedule, { through: Number(through), now, missed: trigger.missed })
    if (due.run === null && due.rows.length === 0) return
    const event =
      due.run === null
        ? null
        : { key: `cron:${due.run.at}`, about: null, data: null, note: due.run.note, chain: [] }
    const rows = due.rows.map((note) => ({
      key: `${note.code}:${note.from}-${note.to}:${now}`,
      about: null,
      note,
    }))
    await occur(trigger, { through: String(due.through), event, rows })
  }

  const check = async (): Promise<void> => {
    for (const [id, schedule] of schedules) {
      if (isClosed) return
      await checkOne(id, schedule).catch(report)
    }
  }

  const wait = (): void => {
    stopTimer()
    if (isClosed || schedules.size === 0) return
    const now = clock.now()
    const times = [...schedules.values()].map((schedule) => schedule.after(now) ?? Number.POSITIVE_INFINITY)
    const ms = Math.min(LONGEST_WAIT_MS, ...times.map((at) => at - now))
    stopTimer = clock.schedule(Math.max(1, ms), run)
  }

  const run = (): void => {
    isAgain = isChecking
    if (isChecking) return
    isChecking = true
    check()
      .catch(report)
      .finally(() => {
        isChecking = false
        if (isAgain) run()
        else wait()
      })
  }

  return {
    follow: (triggers) => {
      schedules.clear()
      for (const { trigger } of triggers) {
        if (trigger.source.kind === 'cron') schedules.set(trigger.id, parseCron(trigger.source.expression))
      }
      run()
    },
    startMark: async () => String(clock.now()),
    close: () => {
      isClosed = true
      stopTimer()
    },
  }
}
