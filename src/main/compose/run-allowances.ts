import type { SessionId } from '#shared/ids.ts'
import { chatOf, employerOf } from '../agents/employer.ts'
import type { Clock } from '../lib/clock.ts'
import type { Catalog } from '../models/catalog.ts'
import { type Allowance, createAllowance, type Limits } from '../runs/allowance.ts'
import { createChatAllowance } from '../runs/chat-allowance.ts'
import type { RunHandle } from '../runs/run-handle.ts'
import type { RunLog } from '../runs/run-log.ts'
import { createTeamAllowance, type TeamLines } from '../runs/team-allowance.ts'
import { createCostOfWork } from './cost-of-work.ts'
import type { Storage } from './open-storage.ts'
import { createUseOf, createUseOfTeam } from './use-of-chat.ts'

type Deps = {
  readonly log: RunLog
  readonly storage: Pick<Storage, 'reader'>
  readonly catalog: Catalog
  readonly clock: Clock
  /** The team a teammate's log belongs to, with its lines; null for who is in none. */
  readonly teamLinesOf: (sessionId: SessionId) => TeamLines | null
}

/**
 * What watches a run: the limits of runs in the settings, and the lines of the chat and the team it belongs to. Asked for anew
 * before each request, as the person may draw a line meanwhile; null while there is nothing to watch.
 */
export function createRunAllowances({ log, storage, catalog, clock, teamLinesOf }: Deps) {
  const { childrenOf } = storage.reader
  const costOf = createCostOfWork({ log, childrenOf, pricesOf: catalog.infoOf })
  const useOf = createUseOf({ log, childrenOf, catalog })
  const chats = createChatAllowance({
    chatOf: ({ sessionId }) => {
      const { session } = log.folds(sessionId)
      const chat = session === null ? null : chatOf(log, session)
      return chat === null ? { id: sessionId } : { id: chat.id, limits: chat.meta.limits }
    },
    spentIn: (chatId) => useOf([chatId]),
  })
  const teams = createTeamAllowance({
    teamOf: ({ sessionId }) => teamAbove({ log, teamLinesOf }, sessionId),
    spentBy: createUseOfTeam({ log, childrenOf, catalog, clock }),
  })
  return (run: RunHandle, limits: Limits): (() => Allowance | null) => {
    const ofRun = createAllowance({ limits, costOf, now: clock.now })
    return () => joined(joined(ofRun, chats.of(run)), teams.of(run))
  }
}

/** The team for which, over however many agents, somebody works. */
function teamAbove(
  { log, teamLinesOf }: Pick<Deps, 'log' | 'teamLinesOf'>,
  sessionId: SessionId,
): TeamLines | null {
  for (let at = log.folds(sessionId).session; at !== null; at = employerOf(log, at)?.session ?? null) {
    const lines = at.task?.teammate === undefined ? null : teamLinesOf(at.id)
    if (lines !== null) return lines
  }
  return null
}

/** Both of them, as far as there are any. */
function joined(left: Allowance | null, right: Allowance | null): Allowance | null {
  if (left === null || right === null) return left ?? right
  return {
    check: (run) => {
      left.check(run)
      right.check(run)
    },
  }
}
