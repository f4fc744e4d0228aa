import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import { isPaused } from '#shared/run/is-paused.ts'
import type { Sessions } from '../../runs/chats/sessions.ts'
import type { Inbox } from '../../runs/run/inbox.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import type { TeamRuns } from '../../teams/team-runs.ts'
import type { Children } from '../children/children.ts'
import { AGENT_LIMITS } from '../records/agent-limits.ts'
import { newestRunOf } from '../records/newest-run.ts'

type Deps = {
  readonly children: Children
  readonly inbox: Pick<Inbox, 'put'>
  readonly log: Pick<RunLog, 'folds'>
  readonly sessions: Pick<Sessions, 'get' | 'update'>
  /** The line of an agent looks different. */
  readonly changed: (sessionId: SessionId) => void
}

/** Teammates are agents in the background: they have logs of their own and are stopped, resumed and asked as those are. */
export function createTeamRuns({ children, inbox, log, sessions, changed }: Deps): TeamRuns {
  return {
    start: ({ name, first, plans, ...recruit }, signal) =>
      children.start(
        {
          ...recruit,
          ...(plans === true ? { permissionMode: 'plan' as const } : {}),
          title: name,
          teammate: name,
          before: first.map(eventOf),
          background: true,
          fork: false,
          hardMs: AGENT_LIMITS.hardMs,
        },
        signal,
      ),
    wake: (sessionId, first) => children.wake(sessionId, first.map(eventOf)),
    isAtWork: children.isAtWork,
    isPaused: (sessionId) => {
      const run = children.lifeOf(sessionId) === null ? newestRunOf(log, sessionId) : null
      return run !== null && isPaused(run)
    },
    setMode: (sessionId, permissionMode) => {
      sessions.update(sessionId, { permissionMode })
      changed(sessionId)
    },
    modeOf: (sessionId) => sessions.get(sessionId).meta.permissionMode,
    stop: children.stop,
    tellLead: (chatId, item, wakes, stored) => inbox.put(chatId, { item, wakes, stored }),
  }
}

const eventOf = (payload: HarnessItem): NewDurableEvent => ({ kind: 'harness.item', payload })
