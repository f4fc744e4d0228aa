import { chatOf } from '../agents/employer.ts'
import type { Clock } from '../lib/clock.ts'
import type { Catalog } from '../models/catalog.ts'
import { type Allowance, createAllowance, type Limits } from '../runs/allowance.ts'
import { createChatAllowance } from '../runs/chat-allowance.ts'
import type { RunHandle } from '../runs/run-handle.ts'
import type { RunLog } from '../runs/run-log.ts'
import { createCostOfWork } from './cost-of-work.ts'
import type { Storage } from './open-storage.ts'
import { createUseOfChat } from './use-of-chat.ts'

type Deps = {
  readonly log: RunLog
  readonly storage: Pick<Storage, 'reader'>
  readonly catalog: Catalog
  readonly clock: Clock
}

/**
 * What watches a run: the limits of runs in the settings, and the lines of the chat it belongs to. Asked for anew
 * before each request, as the person may draw a line meanwhile; null while there is nothing to watch.
 */
export function createRunAllowances({ log, storage, catalog, clock }: Deps) {
  const { childrenOf } = storage.reader
  const costOf = createCostOfWork({ log, childrenOf, pricesOf: catalog.infoOf })
  const chats = createChatAllowance({
    chatOf: ({ sessionId }) => {
      const { session } = log.folds(sessionId)
      const chat = session === null ? null : chatOf(log, session)
      return chat === null ? { id: sessionId } : { id: chat.id, limits: chat.meta.limits }
    },
    spentIn: createUseOfChat({ log, childrenOf, catalog }),
  })
  return (run: RunHandle, limits: Limits): (() => Allowance | null) => {
    const ofRun = createAllowance({ limits, costOf, now: clock.now })
    return () => joined(ofRun, chats.of(run))
  }
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
