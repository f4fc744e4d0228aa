import type { HarnessItem } from '#shared/context/harness-item.ts'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import type { ContextId, SessionId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import { estimateTokens } from '../../context/budget/count-tokens.ts'
import { chatDigest } from '../../context/compaction/chat-digest.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import type { AgentPlace } from '../host/agent-runner.ts'

type Deps = {
  readonly log: Pick<RunLog, 'folds'>
  readonly pathOf: (sessionId: SessionId, contextId: ContextId) => readonly DurableEvent[]
}

/**
 * Creates the lookup of launch context for workflow agents. Chats of another project or in the bin are
 * excluded. Messages after the launch are excluded too, so that a resume gets the same context.
 */
export function createLaunchContext({ log, pathOf }: Deps) {
  return ({ projectId, gist }: AgentPlace): NewDurableEvent | null => {
    if (gist === null) return null
    const { session, plans } = log.folds(gist.sessionId)
    const contextId = session?.meta.activeContextId
    if (session?.kind !== 'chat' || contextId === null || contextId === undefined) return null
    if (session.meta.projectId !== projectId || typeof session.meta.deletedAt === 'number') return null
    const said = pathOf(gist.sessionId, contextId).filter((event) => event.ts <= gist.until)
    const content = chatDigest(said, Object.values(plans), estimateTokens)
    return content === '' ? null : { kind: 'harness.item', payload: itemOf(content, session.meta.title) }
  }
}

function itemOf(content: string, title: string): HarnessItem {
  return {
    kind: 'chat-gist',
    origin: 'system',
    content,
    attrs: { title },
    visibility: 'compact',
    lifetime: 'session',
    placement: 'in-place',
    data: { said: [say('workflow.gist', { title })] },
  }
}
