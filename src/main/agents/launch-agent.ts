import type { NewDurableEvent } from '#shared/events/event.ts'
import type { SessionId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { type BeginDeps, type Beginning, beginAgent } from './begin-agent.ts'
import type { Child } from './child-task.ts'
import type { LiveAgents } from './live-agents.ts'
import { SECOND_TRY, withSecondTry } from './second-try.ts'

export type LaunchDeps = BeginDeps & {
  /** An agent nobody waits for has ended. */
  readonly ended: (sessionId: SessionId, run: RunRecord) => void
}

/** An agent at work, with its second try. Its end is told once, when neither works any more. */
export function launchAgent(deps: LaunchDeps, live: LiveAgents, beginning: Beginning): Child {
  const { sessionId, asked } = beginning
  let at = beginAgent(deps, live, beginning)
  deps.changed(sessionId)
  const leave = (): void => {
    if (live.get(sessionId) === at) live.delete(sessionId)
    deps.changed(sessionId)
  }
  const child = withSecondTry(at, () => {
    leave()
    const { waited: _over, ...anew } = asked
    const again = { ...anew, background: at.background, first: [promptEvent(SECOND_TRY)] }
    at = beginAgent(deps, live, { ...beginning, asked: again })
    deps.changed(sessionId)
    return at
  })
  child.done
    .then((run) => {
      leave()
      if (at.background && isTerminal(run.status)) deps.ended(sessionId, run)
    })
    .catch(() => deps.changed(sessionId))
  return child
}

/** What is said to an agent, as a message. */
export function promptEvent(prompt: string): NewDurableEvent {
  return { kind: 'message', payload: { message: { role: 'user', parts: [{ t: 'text', text: prompt }] } } }
}
