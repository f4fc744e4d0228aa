import type { DurableEvent } from '#shared/events/event.ts'
import { forgetsPlan, planReminder } from '../../context/updates/plan-reminder.ts'
import type { Inbox } from '../run/inbox.ts'
import type { RunHandle } from '../run/run-handle.ts'
import type { RunLog } from '../run/run-log.ts'
import { todoOf } from './todo-list.ts'

type Deps = {
  readonly log: RunLog
  readonly pathOf: (run: RunHandle) => readonly DurableEvent[]
  /** Whether the model has the tool that keeps the list. */
  readonly isOffered: () => boolean
}

/** Reminds an agent of the list of steps it keeps, between two requests of its run. */
export function planReminders({ log, pathOf, isOffered }: Deps): Pick<Inbox, 'has' | 'take'> {
  const forgotten = (run: RunHandle) => {
    const plan = todoOf(log.folds(run.sessionId).plans)
    return plan !== null && forgetsPlan(pathOf(run), plan, run.runId) && isOffered() ? plan : null
  }
  return {
    has: (run) => forgotten(run) !== null,
    take: (run) => {
      const plan = forgotten(run)
      if (plan !== null) run.publish([{ kind: 'harness.item', payload: planReminder(plan) }])
    },
  }
}
