import { AppError } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import type { RunLog } from '../runs/run-log.ts'
import { chatOf } from './employer.ts'
import { subtreeOf } from './subtree.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  /** The logs of the agents that runs of a session have started. */
  readonly childrenOf: (sessionId: SessionId) => readonly SessionId[]
}

/** How many agents are named to whoever has named one that is not there. */
const MOST_NAMED = 10

/**
 * Finds the agent of the same chat that somebody names by its id. Throws, worded for the model, when there is none: with
 * a name instead of an id, or after a summary took the ids along, it learns from the answer which there are.
 */
export function createOurAgents({ log, childrenOf }: Deps) {
  const known = (id: SessionId): SessionRecord | null => log.folds(id).session
  return (wanted: string, from: SessionId): SessionId => {
    const self = known(from)
    const chatId = self === null ? from : chatOf(log, self).id
    const others = subtreeOf({ childrenOf }, chatId).filter((id) => id !== from)
    const found = others.find((id) => id === wanted)
    if (found !== undefined) return found
    const all = others.flatMap((id) => known(id) ?? [])
    const [mates, agents] = [true, false].map((isMate) =>
      all.filter(({ task }) => (task?.teammate !== undefined) === isMate),
    )
    throw AppError.forAgent('tool.failed', noneSuch(wanted, agents ?? [], (mates ?? []).length > 0))
  }
}

function noneSuch(wanted: string, agents: readonly SessionRecord[], hasMates: boolean): string {
  const named = agents.slice(-MOST_NAMED).map(({ id, meta }) => `${id} “${meta.title}”`)
  const which =
    named.length === 0
      ? 'None works for this chat yet.'
      : `${agents.length > named.length ? 'The newest of this chat' : 'Those of this chat'}: ${named.join(', ')}.`
  const mates = hasMates ? ' Teammates are written to with send_message.' : ''
  return `No agent of this chat has the id ${wanted}. ${which}${mates}`
}
