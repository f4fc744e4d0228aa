import type { SessionId } from '#shared/ids.ts'
import { costOf } from '#shared/model/cost.ts'
import type { Usage } from '#shared/session/message.ts'
import { subtreeOf, usageOf } from '../agents/subtree.ts'
import type { Catalog } from '../models/catalog.ts'
import type { ChatUse } from '../runs/chat-allowance.ts'
import type { RunLog } from '../runs/run-log.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly childrenOf: (sessionId: SessionId) => readonly SessionId[]
  readonly catalog: Pick<Catalog, 'infoOf'>
}

/** What a chat has used with all its agents, over all its runs. */
export function createUseOfChat({ log, childrenOf, catalog }: Deps) {
  return (chatId: SessionId): ChatUse => {
    const usage = Object.entries(usageOf({ log }, [chatId, ...subtreeOf({ childrenOf }, chatId)]))
    let cost: number | null = 0
    let tokens = 0
    for (const [model, used] of usage) {
      const count = tokensOf(used)
      if (count === 0) continue
      tokens += count
      const prices = catalog.infoOf(model)
      const paid = prices === null ? null : costOf(used, prices)
      cost = cost === null || paid === null ? null : cost + paid
    }
    return { cost, tokens }
  }
}

function tokensOf({ input, output, cacheRead = 0, cacheWrite = 0 }: Usage): number {
  return input + output + cacheRead + cacheWrite
}
