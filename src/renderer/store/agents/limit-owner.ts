import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { SessionId } from '#shared/ids.ts'
import { isPause, spendScopeOf } from '#shared/run/is-paused.ts'
import { lineTo } from '../line-to.ts'

/** The owner of a limit that paused an agent: its chat, its team, itself or a parent. */
export type LimitOwner =
  | { readonly kind: 'chat' | 'team'; readonly chatId: SessionId }
  /** A limit per day or month, over everything or over the project. */
  | { readonly kind: 'all' }
  | { readonly kind: 'project' }
  | { readonly kind: 'agent'; readonly agent: AgentRun }

type Paused = Pick<AgentRun, 'sessionId' | 'parentSessionId' | 'chatId' | 'state' | 'said'>

/** Returns the owner of the limit that paused an agent; null for none or a removed limit. */
export function limitOwnerOf(run: Paused, runs: readonly AgentRun[]): LimitOwner | null {
  if (run.state !== 'paused') return null
  const reached = run.said.find(({ name }) => isPause([name]))
  const whose = reached?.name.split('.')[0]
  if (whose === 'chat' || whose === 'team') return { kind: whose, chatId: run.chatId }
  const scope = spendScopeOf(reached?.name ?? '')
  if (scope !== null) return { kind: scope }
  if (whose !== 'agent') return null
  const drawn = lineTo(run.sessionId, runs)
    .toReversed()
    .filter(({ limits }) => limits !== null)
  // The sentence names the agent; if it was renamed, the nearest parent with a limit counts.
  const agent = drawn.find(({ title }) => title === reached?.facts['agent']) ?? drawn[0]
  return agent === undefined ? null : { kind: 'agent', agent }
}
