import type { AgentTask } from '#shared/agent/agent-run.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { AgentId, EventId, SessionId } from '#shared/ids.ts'
import type { AgentTaken } from './agent-logs.ts'
import { type ImportLocation, importedEvent, initialMeta, type LocalAgent } from './imported-session.ts'

/** The parent of an imported agent: its new session and events. */
export type ImportedParent = { readonly sessionId: SessionId; readonly events: readonly NewDurableEvent[] }

/**
 * Returns the log of an imported agent. It is no awaited, background or team agent, so it never resumes
 * automatically and its end is not reported again.
 */
export function importedAgent(
  { created, events, parentRunId }: AgentTaken,
  above: ImportedParent,
  place: ImportLocation,
  agents: ReadonlyMap<AgentId, LocalAgent>,
): NewDurableEvent[] {
  const { projectId, cwd, deviceId, permissionMode } = place
  const made: NewDurableEvent = {
    kind: 'session.created',
    payload: {
      kind: 'child',
      cwd,
      projectId,
      deviceId,
      meta: { ...initialMeta(created.meta), projectId, permissionMode },
      parentSessionId: above.sessionId,
      parentRunId,
      ...(created.task === undefined ? {} : { task: withoutTeam(created.task) }),
    },
  }
  const copies = created.task?.fork === true ? copiesIn(events, above.events) : new Map<EventId, EventId>()
  return [made, ...events.map((event) => copied(importedEvent(event, agents), copies))]
}

function withoutTeam({ teammate: _teammate, ...task }: AgentTask): AgentTask {
  return task
}

function copied(event: NewDurableEvent, copies: ReadonlyMap<EventId, EventId>): NewDurableEvent {
  const of = event.id === undefined ? undefined : copies.get(event.id)
  return of === undefined ? event : { ...event, copiedFrom: of }
}

/**
 * Matches the copied events of a fork with those of its parent. The file lacks this link, but a copy has the
 * kind and time of its original.
 */
function copiesIn(
  fork: readonly NewDurableEvent[],
  from: readonly NewDurableEvent[],
): ReadonlyMap<EventId, EventId> {
  const nameOf = ({ kind, at }: NewDurableEvent) => `${kind} ${at}`
  const originals = new Map<string, NewDurableEvent[]>()
  for (const event of from) {
    const name = nameOf(event)
    originals.set(name, [...(originals.get(name) ?? []), event])
  }
  const own = fork.findIndex((event) => event.kind === 'harness.item' && event.payload.kind === 'fork')
  const copies = new Map<EventId, EventId>()
  for (const event of fork.slice(0, Math.max(0, own))) {
    const original = originals.get(nameOf(event))?.shift()
    if (event.id !== undefined && original?.id !== undefined) copies.set(event.id, original.id)
  }
  return copies
}
