import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import type { ContextId, RunId, SessionId } from '#shared/ids.ts'
import type { sessionFiles } from './session-files.ts'

const RAW = { format: 'jsonl', redact: false } as const

type Rig = ReturnType<typeof sessionFiles>
/** A log that was made, with its one run and the context of it. */
export type Made = { readonly id: SessionId; readonly context: ContextId; readonly run: RunId }

const META = {
  projectId: null,
  model: 'test/scripted',
  thinking: 'off' as const,
  archived: false,
  permissionMode: 'bypass' as const,
}

/** A log with one run in it: of a chat, or of an agent that works for another log. */
export function begin(
  { bus, newId }: Rig,
  title: string,
  above: Made | null = null,
  more: object = {},
): Made {
  const made = { id: newId('session'), context: newId('context'), run: newId('run') }
  const { id, context: contextId, run: runId } = made
  const of =
    above === null
      ? { kind: 'chat' as const }
      : {
          kind: 'child' as const,
          parentSessionId: above.id,
          parentRunId: above.run,
          task: { callId: `call ${title}`, fork: false, ...more },
        }
  const deviceId = newId('device')
  const meta = { ...META, title, activeContextId: contextId }
  const parent = above === null ? {} : { parentRunId: above.run }
  const spec = {
    kind: above === null ? ('chat' as const) : ('child' as const),
    agentId: 'build',
    model: 'test/scripted',
    contextId,
    ...parent,
  }
  bus.publish(id, [
    { kind: 'session.created', payload: { ...of, cwd: '/there', projectId: null, deviceId, meta } },
    {
      kind: 'context.status',
      payload: { contextId, agentId: 'build', status: 'created', mode: 'fresh', personaHash: 'theirs' },
    },
    { kind: 'run.status', runId, contextId, payload: { runId, from: null, to: 'running', spec } },
    says(made, `words of ${title}`),
  ])
  return made
}

function says({ context: contextId, run: runId }: Made, text: string): NewDurableEvent {
  const payload = { message: { role: 'assistant' as const, parts: [{ t: 'text' as const, text }] } }
  return { kind: 'message', contextId, runId, payload }
}

const wordsIn = (events: readonly DurableEvent[]) =>
  events.flatMap((event) =>
    event.kind === 'message'
      ? event.payload.message.parts.flatMap((part) => (part.t === 'text' ? [part.text] : []))
      : [],
  )

/** Writes a chat whole, as JSONL, and says where it stands. */
export async function exported(rig: Rig, { id }: Made): Promise<string> {
  const path = rig.file('chat.jsonl')
  await rig.exporting.write(id, RAW, path)
  return path
}

/** The agents below a log with what they said, as a tree. */
export function treeOf(rig: Rig, id: SessionId): unknown[] {
  return rig.reader
    .childrenOf(id)
    .map((child) => [wordsIn(rig.reader.eventsAfter(child, 0)), treeOf(rig, child)])
}
