import type { NewDurableEvent } from '#shared/events/event.ts'
import type { Millis, SessionId } from '#shared/ids.ts'
import { dayOf } from '../../context/instructions/clock-words.ts'
import { dateItem, toldTime } from '../../context/updates/date-change.ts'
import {
  type SkillsNow,
  skillsItem,
  type ToldSkills,
  untoldSkills,
} from '../../context/updates/skill-delta.ts'
import type { PathOf } from '../run/closing.ts'
import type { Inbox } from '../run/inbox.ts'
import type { RunHandle } from '../run/run-handle.ts'

type Deps = {
  readonly pathOf: PathOf
  /** The instructions that count for a session; null when it has none. */
  readonly toldIn: (sessionId: SessionId) => ToldSkills | null
  readonly now: () => number
  /** IANA name of the person's time zone. */
  readonly timeZone: () => string
}

/** Wherever people live, a day begins at a quarter of an hour. */
const QUARTER_MS = 15 * 60_000
const quarterOf = (at: Millis): number => Math.floor(at / QUARTER_MS)

/**
 * Announces outdated instructions of a session: the date and the available skills. Each change is appended
 * once after the conversation, so that requests keep their prefix.
 */
export function createInstructionUpdates({ pathOf, toldIn, now, timeZone }: Deps) {
  return {
    /** For one run. Skills are as they were when it began; null where they are not to be told. */
    of: (skills: SkillsNow | null): Pick<Inbox, 'has' | 'take'> => {
      let day: string | null = null
      let quarter = 0
      /** Asked between any two requests, so the calendar is opened once in a quarter of an hour. */
      const isAnotherDay = (): boolean => {
        if (day === null) return false
        const at = now()
        if (quarterOf(at) === quarter) return false
        if (dayOf(at, timeZone()) !== day) return true
        quarter = quarterOf(at)
        return false
      }
      return {
        has: isAnotherDay,
        take: (run: RunHandle): void => {
          const told = toldIn(run.sessionId)
          if (told === null) return
          const path = pathOf(run.sessionId, run.contextId)
          const [at, zone] = [now(), timeZone()]
          const before = toldTime(path, told.snapshot)
          day = dayOf(at, zone)
          quarter = quarterOf(at)
          const changes = skills === null ? null : untoldSkills(path, told, skills)
          const items = [
            ...(before === null || dayOf(before, zone) === day ? [] : [dateItem(at, zone)]),
            ...(changes === null || changes.came.length + changes.gone.length === 0
              ? []
              : [skillsItem(changes)]),
          ]
          if (items.length === 0) return
          run.publish(items.map((payload): NewDurableEvent => ({ kind: 'harness.item', payload })))
        },
      }
    },
  }
}
