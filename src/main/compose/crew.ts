import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import { AGENT_LIMITS } from '../agents/agent-limits.ts'
import type { Children } from '../agents/children.ts'
import type { Inbox } from '../runs/inbox.ts'
import type { Crew } from '../teams/crew.ts'

type Deps = { readonly children: Children; readonly inbox: Pick<Inbox, 'put'> }

/** Teammates are agents in the background: they have logs of their own and are stopped, resumed and asked as those are. */
export function createCrew({ children, inbox }: Deps): Crew {
  return {
    start: ({ name, first, ...recruit }, signal) =>
      children.start(
        {
          ...recruit,
          ...{ title: name, teammate: name, before: first.map(eventOf) },
          ...{ background: true, fork: false, hardMs: AGENT_LIMITS.hardMs },
        },
        signal,
      ),
    wake: (sessionId, first) => children.wake(sessionId, first.map(eventOf)),
    isAtWork: (sessionId) => children.activityOf(sessionId) !== null,
    stop: children.stop,
    tellLead: (chatId, item, wakes, stored) => inbox.put(chatId, { item, wakes, stored }),
  }
}

const eventOf = (payload: HarnessItem): NewDurableEvent => ({ kind: 'harness.item', payload })
