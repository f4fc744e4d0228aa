import type { Agents } from '../../../agents/definitions/agents.ts'
import { estimateTokens } from '../../../context/budget/count-tokens.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { NewId } from '../../../lib/ids.ts'
import type { Catalog } from '../../../models/catalogue/catalog.ts'
import {
  type BridgeSummary,
  createBridgeSummary,
  SUMMARY_AGENT,
} from '../../../runs/compaction/bridge-summary.ts'
import type { RunLog } from '../../../runs/run/run-log.ts'
import type { Supervisor } from '../../../runs/run/supervisor.ts'
import type { Storage } from '../../storage/open-storage.ts'

type Deps = {
  readonly storage: Pick<Storage, 'paths'>
  readonly log: Pick<RunLog, 'folds'>
  readonly supervisor: Pick<Supervisor, 'start'>
  readonly agents: Pick<Agents, 'get'>
  readonly catalog: Pick<Catalog, 'infoOf' | 'resolve' | 'forSmallJob'>
  readonly clock: Clock
  readonly newId: NewId
}

/** Opens the summaries of the hidden agent for agents that take over a chat. */
export function openBridgeSummary(deps: Deps): BridgeSummary {
  const { storage, log, supervisor, agents, catalog, clock, newId } = deps
  return createBridgeSummary({
    log,
    supervisor,
    clock,
    newId,
    countText: estimateTokens,
    pathOf: storage.paths.of,
    writerFor: async (projectId, model) => {
      // The Practice model is no AI: it cannot tell what came of anything.
      if (catalog.infoOf(model)?.api === 'builtin') return null
      // A definition that broke leaves the agent with the gist it was given.
      const found = await agents.get(projectId, SUMMARY_AGENT).catch(() => null)
      if (found === null) return null
      const { model: own, persona } = found.definition
      const ref = catalog.forSmallJob(own, model)
      return {
        ref,
        writer: (run) => {
          const onRetry: Parameters<Catalog['resolve']>[1]['onRetry'] = (attempt, delayMs, error) =>
            run.live({ kind: 'request.retry', payload: { attempt, delayMs, error: error.toData() } })
          return { ...catalog.resolve(ref, { onRetry }), persona }
        },
      }
    },
  })
}
