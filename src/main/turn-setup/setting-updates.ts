import type { DurableEvent } from '#shared/events/event.ts'
import type { Effort } from '#shared/model/efforts.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import { sentEffort } from '#shared/model/sent-effort.ts'
import type { Catalog } from '../models/catalogue/catalog.ts'
import type { Inbox } from '../runs/run/inbox.ts'
import type { RunHandle } from '../runs/run/run-handle.ts'
import type { RunLog } from '../runs/run/run-log.ts'
import type { SessionAgent } from './session-agents.ts'
import { answerStyle, turnEffort } from './settings/answer-style.ts'
import { settingChanges } from './settings/model-change.ts'

type Deps = { readonly log: Pick<RunLog, 'folds'>; readonly catalog: Pick<Catalog, 'keySince' | 'listingOf'> }

type Asking = {
  readonly agent: Pick<SessionAgent, 'definition'>
  /** The effort of the run alone. */
  readonly effort: Effort | null | undefined
  readonly path: () => readonly DurableEvent[]
  readonly model: () => ModelInfo
}

/** Tells before a request what the person has changed about how its model is asked. */
export function settingUpdates(
  { log, catalog }: Deps,
  run: RunHandle,
  { agent, effort, path, model }: Asking,
): Pick<Inbox, 'has' | 'take'> {
  const changes = () => {
    const info = model()
    const ofTurn = effort ?? turnEffort(log, run.record())
    const style = answerStyle(agent.definition, log.folds(run.sessionId).session, null)
    return settingChanges(path(), {
      model: info,
      agentId: run.record().agentId,
      keySince: catalog.keySince(info.ref),
      isKeyMissing: catalog.listingOf(info.ref)?.key === 'missing',
      effort: ofTurn === null && info.reasoning ? sentEffort(info, style.effort ?? null) : undefined,
    })
  }
  return {
    has: () => changes().length > 0,
    take: () => {
      const events = changes()
      if (events.length > 0) run.publish(events)
    },
  }
}
