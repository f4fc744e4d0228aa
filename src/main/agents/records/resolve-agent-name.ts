import { AppError } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import { chatOf } from './parent.ts'
import { subtreeOf } from './subtree.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  /** The logs of the agents that runs of a session have started. */
  readonly childrenOf: (sessionId: SessionId) => readonly SessionId[]
}

/** The purpose of naming an agent: to send a message, or to stop it. */
export type NamedTo = 'speak' | 'stop'

/** Maximum agents listed after an unknown name. */
const MOST_NAMED = 10

/**
 * Resolves an agent by id, or by a unique title, among all subagents of the caller. Throws, worded for the
 * model, with the list of agents, because a summary may have dropped the ids. Teammates are stopped by the
 * lead only and get messages through mailboxes.
 */
export function createResolveAgentName({ log, childrenOf }: Deps) {
  const known = (id: SessionId): SessionRecord[] => {
    const { session } = log.folds(id)
    return session === null ? [] : [session]
  }
  const below = (id: SessionId): SessionRecord[] => subtreeOf({ childrenOf }, id).flatMap(known)

  /** Returns the teammates of an agent's team. A subagent of a teammate is in no team. */
  const matesOf = ([self]: readonly SessionRecord[]): SessionRecord[] =>
    self === undefined || (self.kind === 'child' && !isMate(self))
      ? []
      : below(chatOf(log, self).id).filter(isMate)

  return (wanted: string, from: SessionId, to: NamedTo): SessionId => {
    const ours = below(from).filter((each) => each.id !== from && (to === 'stop' || !isMate(each)))
    const found = fitting(ours, wanted)
    const [one, ...others] = found
    if (one !== undefined && others.length === 0) return one.id
    if (one !== undefined) {
      const which = `Name one by its id: ${listed(found)}.`
      throw refusal(`Several agents that work for you are called ${wanted}. ${which}`)
    }
    if (to === 'speak' && fitting(matesOf(known(from)), wanted).length > 0) {
      throw refusal(`${wanted} is a teammate: write to it with send_message.`)
    }
    throw refusal(`No agent that works for you is called ${wanted}. ${whichThereAre(ours)}`)
  }
}

const isMate = ({ task }: SessionRecord): boolean => task?.teammate !== undefined

const refusal = (words: string): AppError => AppError.forAgent('tool.failed', words)

/** The one with this id, or all with this title. */
function fitting(all: readonly SessionRecord[], wanted: string): readonly SessionRecord[] {
  const named = all.filter(({ id }) => id === wanted)
  return named.length > 0 ? named : all.filter(({ meta }) => plain(meta.title) === plain(wanted))
}

const plain = (title: string): string => title.normalize('NFC').trim().toLowerCase()

const listed = (agents: readonly SessionRecord[]): string =>
  agents
    .slice(-MOST_NAMED)
    .map(({ id, meta }) => `${id} “${meta.title}”`)
    .join(', ')

function whichThereAre(agents: readonly SessionRecord[]): string {
  if (agents.length === 0) return 'None works for you yet.'
  return `${agents.length > MOST_NAMED ? 'The newest that do' : 'Those that do'}: ${listed(agents)}.`
}
