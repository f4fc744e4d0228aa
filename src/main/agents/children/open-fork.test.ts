import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import { EMPTY_FOLDS } from '#shared/events/fold.ts'
import { GOVERNANCE } from '#shared/events/governance.ts'
import { ContextId, DeviceId } from '#shared/ids.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import { countingIds } from '../../../../test/support/data/counting-ids.ts'
import {
  call,
  createHistory,
  type History,
  runId,
  SESSION,
  testModel,
} from '../../../../test/support/data/history.ts'
import { createInjectionRegistry } from '../../context/branch/injections.ts'
import { createTokenCounter } from '../../context/budget/count-tokens.ts'
import { DEFAULT_POLICY } from '../../context/budget/policy.ts'
import { buildRequest } from '../../context/request/build-request.ts'
import { BUILTIN_INJECTIONS } from '../../context/updates/builtin-injections.ts'
import type { RunLog } from '../../runs/run/run-log.ts'
import { openFork } from './open-fork.ts'

const registry = createInjectionRegistry(BUILTIN_INJECTIONS)
const CONTEXT = ContextId.parse('ctx_00000000')

const requestOf = (path: readonly DurableEvent[], run: number) =>
  buildRequest({
    path,
    snapshot: null,
    persona: 'You build.',
    notes: '',
    currentRunId: runId(run),
    policy: DEFAULT_POLICY,
    model: testModel,
    tools: [],
    registry,
    count: createTokenCounter(),
  }).request

/** Generates a chat as the app writes it, where every run has notices of its own. */
const chat = fc
  .array(
    fc.array(
      fc.record({ ids: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }), text: fc.string() }),
      { minLength: 1, maxLength: 4 },
    ),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((runs) => {
    const history = createHistory()
    for (const [index, turns] of runs.entries()) {
      history.user(`question ${index}`, index + 1)
      history.item({ kind: 'memory-recall', origin: 'memory', lifetime: 'run' }, index + 1)
      for (const { ids, text } of turns) {
        history.answer(`${text}.`, ...ids.map((id) => call(id)))
        for (const id of ids) history.result(id, `${text} of ${id}`)
      }
    }
    return { history, run: runs.length }
  })

/** Returns the branch in the log of a fork. */
function forkOf(path: History['path'], run: number): readonly DurableEvent[] {
  const written: NewDurableEvent[] = []
  const context = { id: CONTEXT, agentId: 'build', personaHash: 'x' }
  const folds = {
    ...EMPTY_FOLDS,
    runs: { [runId(run)]: { contextId: CONTEXT } },
    contexts: { [CONTEXT]: context },
  }
  const log = {
    folds: () => folds,
    publish: (_id: unknown, events: readonly NewDurableEvent[]) => {
      written.push(...events)
      return []
    },
  } as unknown as RunLog
  openFork(
    {
      log,
      newId: countingIds(),
      deviceId: DeviceId.parse('dev_00000000'),
      pathOf: () => path,
      instructionsOf: () => null,
    },
    { id: SESSION, cwd: '/', meta: {} } as SessionRecord,
    {
      parent: { sessionId: SESSION, runId: runId(run), callId: 'a' },
      agentId: null,
      title: 'Try it',
      prompt: 'Try it.',
      background: true,
      hardMs: 1,
      fork: true,
    },
    {},
  )
  return written.filter(({ kind }) => GOVERNANCE[kind].leaf === 'advance') as unknown as DurableEvent[]
}

it('sends byte for byte what had been sent for the agent that was copied, and its answer', () => {
  fc.assert(
    fc.property(chat, ({ history, run }) => {
      const at = history.path.findLastIndex(
        (event) => event.kind === 'message' && event.payload.message.role === 'assistant',
      )
      const before = requestOf(history.path.slice(0, at), run)
      const after = requestOf(history.path.slice(0, at + 1), run)
      const fork = requestOf(forkOf(history.path, run), 99)
      const bytes = (messages: readonly unknown[]) => JSON.stringify(messages).slice(0, -1)
      expect(fork.system).toBe(before.system)
      expect(bytes(fork.messages).startsWith(bytes(before.messages))).toBe(true)
      expect(JSON.stringify(fork.messages.slice(0, before.messages.length + 1))).toBe(
        JSON.stringify([
          ...before.messages,
          ...after.messages.slice(before.messages.length, before.messages.length + 1),
        ]),
      )
    }),
  )
})

it('answers every call of the turn it was made in, in their order', () => {
  fc.assert(
    fc.property(chat, ({ history, run }) => {
      const fork = requestOf(forkOf(history.path, run), 99).messages
      const asked = fork.findLast(({ role }) => role === 'assistant')
      const calls = asked?.parts.flatMap((part) => (part.t === 'tool_call' ? [part.callId] : []))
      const at = asked === undefined ? 0 : fork.indexOf(asked)
      expect(fork.slice(at + 1).flatMap(({ tool }) => tool?.callId ?? [])).toEqual(calls)
    }),
  )
})
