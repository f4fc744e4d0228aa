import type { NewDurableEvent } from '#shared/events/event.ts'
import type { CallId, ContextId, ProjectId, RunId } from '#shared/ids.ts'
import type { Message } from '#shared/session/message.ts'
import type { NewId } from '../src/main/lib/ids.ts'

const MODEL = 'bench/scripted'
export const LONG_TITLE = 'A long conversation'
const WORDS =
  'the log keeps what happened and a window folds it again so nothing is told before it is written down'.split(
    ' ',
  )

/** Words that are the same in every run and differ from message to message. */
export function wordsOf(count: number, seed: number): string {
  return Array.from({ length: count }, (_, index) => WORDS[(index * 7 + seed * 3) % WORDS.length]).join(' ')
}

export const userSays = (seed: number): Message => ({
  role: 'user',
  parts: [{ t: 'text', text: wordsOf(30, seed) }],
})

export const agentSays = (seed: number): Message => ({
  role: 'assistant',
  parts: [{ t: 'text', text: wordsOf(120, seed) }],
  agentId: 'build',
  model: MODEL,
  stop: 'stop',
  usage: { input: 4_000 + seed, output: 180, cacheRead: 3_000 },
})

export const agentCalls = (seed: number): Message => ({
  ...agentSays(seed),
  parts: [
    { t: 'text', text: wordsOf(25, seed) },
    { t: 'tool_call', callId: callId(seed), name: 'read', args: { path: `src/part-${seed % 40}/file.ts` } },
  ],
  stop: 'tool_calls',
})

export const toolSays = (seed: number, words = 150): Message => ({
  role: 'tool',
  parts: [{ t: 'text', text: wordsOf(words, seed) }],
  tool: {
    callId: callId(seed),
    name: 'read',
    isError: false,
    durationMs: 2,
    details: { kind: 'read', path: `src/part-${seed % 40}/file.ts`, from: 1, lines: 40, total: 40 },
  },
})

const callId = (seed: number): CallId => `call_${seed.toString(36).padStart(6, '0')}`

type Place = { readonly contextId: ContextId; readonly runId: RunId }

export const stored = (message: Message, place: Place): NewDurableEvent => ({
  kind: 'message',
  ...place,
  payload: { message },
})

/** The first events of a chat. */
export function opening(
  contextId: ContextId,
  newId: NewId,
  projectId: ProjectId | null = null,
): NewDurableEvent[] {
  return [
    {
      kind: 'session.created',
      payload: {
        kind: 'chat',
        cwd: '/home/somebody/projects/measured',
        projectId,
        deviceId: newId('device'),
        meta: {
          title: LONG_TITLE,
          projectId,
          model: MODEL,
          thinking: 'off',
          archived: false,
          permissionMode: 'ask',
          activeContextId: contextId,
        },
      },
    },
    {
      kind: 'context.status',
      payload: { contextId, agentId: 'build', status: 'created', mode: 'fresh', personaHash: 'measured' },
    },
  ]
}

/** A run from its first state to its last: a question, one round of tools, an answer. Nine events, four of them messages. */
export function wholeRun(contextId: ContextId, newId: NewId, seed: number): NewDurableEvent[] {
  return runOfMessages({ contextId, newId, seed }, [
    userSays(seed),
    agentCalls(seed),
    toolSays(seed),
    agentSays(seed),
  ])
}

/** The same with messages of a few words, so that fifty thousand fit into a large window. */
export function briefRun(contextId: ContextId, newId: NewId, seed: number): NewDurableEvent[] {
  const brief = (message: Message): Message => ({
    ...message,
    parts: message.parts.map((part) => (part.t === 'text' ? { ...part, text: wordsOf(4, seed) } : part)),
  })
  return runOfMessages({ contextId, newId, seed }, [
    brief(userSays(seed)),
    brief(agentCalls(seed)),
    brief(toolSays(seed)),
    brief(agentSays(seed)),
  ])
}

type RunPlace = { readonly contextId: ContextId; readonly newId: NewId; readonly seed: number }
type RunMessages = readonly [asked: Message, called: Message, returned: Message, answered: Message]

function runOfMessages(
  { contextId, newId, seed }: RunPlace,
  [asked, called, returned, answered]: RunMessages,
): NewDurableEvent[] {
  const runId = newId('run')
  const place = { contextId, runId }
  const spec = { kind: 'chat' as const, contextId, agentId: 'build', model: MODEL }
  const turn = (turnIndex: number, stop: 'stop' | 'tool_calls'): NewDurableEvent => ({
    kind: 'turn.ended',
    ...place,
    turnIndex,
    payload: {
      runId,
      turnIndex,
      stop,
      usage: { input: 4_000 + seed, output: 180, cacheRead: 3_000 },
      durationMs: 900,
      llmMs: 880,
      toolMs: 12,
    },
  })
  const status = (payload: Pick<Status, 'from' | 'to' | 'spec'>): NewDurableEvent => ({
    kind: 'run.status',
    ...place,
    payload: { runId, ...payload },
  })
  return [
    stored(asked, place),
    status({ from: null, to: 'pending', spec }),
    status({ from: 'pending', to: 'running' }),
    stored(called, place),
    stored(returned, place),
    turn(0, 'tool_calls'),
    stored(answered, place),
    turn(1, 'stop'),
    status({ from: 'running', to: 'completed' }),
  ]
}

type Status = Extract<NewDurableEvent, { kind: 'run.status' }>['payload']
