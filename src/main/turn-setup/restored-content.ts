import type { ToolCallDeps } from '../runs/calls/calling.ts'
import {
  createRestoreAfterCompaction,
  type RestoreAfterCompaction,
} from '../runs/compaction/restore-after-compaction.ts'
import type { Inbox } from '../runs/run/inbox.ts'
import type { RunHandle } from '../runs/run/run-handle.ts'
import type { RequestBuilder } from './requests/request-builder.ts'
import type { SessionAgent } from './session-agents.ts'
import type { TurnCallsDeps } from './turn-calls.ts'

type Deps = Pick<TurnCallsDeps, 'log' | 'storage' | 'ledgerOf' | 'standing'> & {
  readonly requests: Pick<RequestBuilder, 'count'>
}

/** Collects the content restored for an agent after a compaction. */
export function restoredContent(
  deps: Deps,
  run: RunHandle,
  { agent, calls, toolNews }: GivingAgain,
): RestoreAfterCompaction {
  const { log, storage, requests } = deps
  const again = createRestoreAfterCompaction({
    log,
    calls,
    ledger: deps.ledgerOf(run.sessionId),
    countText: requests.count.text,
    path: () => storage.paths.recent(run.sessionId, run.contextId),
    whole: () => storage.paths.of(run.sessionId, run.contextId),
    inPlanMode: () => deps.standing(run.sessionId, agent).some(({ mode }) => mode === 'plan'),
  })
  return {
    ...again,
    give: async (of, room) => {
      await again.give(of, room)
      toolNews.take(of)
    },
  }
}

type GivingAgain = {
  readonly agent: SessionAgent
  readonly calls: ToolCallDeps
  /** Tells again of tools that a summary left out. */
  readonly toolNews: Pick<Inbox, 'take'>
}
