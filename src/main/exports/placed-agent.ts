import type { AgentTask } from '#shared/agent/agent-run.ts'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { AgentId, EventId, SessionId } from '#shared/ids.ts'
import type { AgentTaken } from './agent-logs.ts'
import { type AgentHere, begunMeta, type Place, placed } from './placed.ts'

/** Who an imported agent worked for: the log of that one here, and its events. */
export type Above = { readonly sessionId: SessionId; readonly events: readonly NewDurableEvent[] }

/**
 * The log of an agent of an imported chat. Nobody waits for it, it works in the background of nobody and is in no team:
 * nothing of it goes on by itself, and its end is not told once more.
 */
export function placedAgent(
  { created, events, parentRunId }: AgentTaken,
  above: Above,
  place: Place,
  agents: ReadonlyMap<AgentId, AgentHere>,
): NewDurableEvent[] {
  const { projectId, cwd, deviceId, permissionMode } = place
  const made: NewDurableEvent = {
    kind: 'session.created',
    payload: {
      ...{ kind: 'child', cwd, projectId, deviceId },
      meta: { ...begunMeta(created.meta), projectId, permissionMode },
      ...{ parentSessionId: above.sessionId, parentRunId },
      ...(created.task === undefined ? {} : { task: withoutTeam(created.task) }),
    },
  }
  const copies = created.task?.fork === true ? copiesIn(events, above.events) : new Map<EventId, EventId>()
  return [made, ...events.map((event) => copied(placed(event, agents), copies))]
}

function withoutTeam({ teammate: _teammate, ...task }: AgentTask): AgentTask {
  return task
}

function copied(event: NewDurableEvent, copies: ReadonlyMap<EventId, EventId>): NewDurableEvent {
  const of = event.id === undefined ? undefined : copies.get(event.id)
  return of === undefined ? event : { ...event, copiedFrom: of }
}

/**
 * A fork begins with what had been said to whoever started it. A file does not say so, but a copy has the kind and the
 * moment of what it is a copy of.
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
