import * as fc from 'fast-check'
import type { NewDurableEvent } from '#shared/events/event.ts'
import type { ContextId, EventId, PlanId, QueueItemId, RequestId, RunId, SessionId } from '#shared/ids.ts'
import { StepStatus } from '#shared/plan/plan.ts'
import { JobState } from '#shared/process/job.ts'
import { RunStatus } from '#shared/run/run.ts'
import type { NewId } from '../../../src/main/lib/ids.ts'

/** What one step of a random history does. Numbers pick among what exists by then. */
type Step =
  | { do: 'say'; role: 'user' | 'assistant'; text: string }
  | { do: 'run'; model: string }
  | { do: 'status'; pick: number; to: RunStatus }
  | { do: 'turn'; pick: number; input: number; output: number }
  | {
      do: 'queue'
      op: 'add' | 'update' | 'delete' | 'consume' | 'hold' | 'release'
      pick: number
      at: number
    }
  | { do: 'ask' }
  | { do: 'answer'; pick: number }
  | { do: 'rewind'; pick: number }
  | { do: 'snip'; pick: number; out: boolean }
  | { do: 'note'; key: string; content: string | null }
  | { do: 'rename'; title: string }
  | { do: 'job'; number: number; state: JobState }
  | { do: 'plan'; steps: number; inPlaceOf: number | null }
  | { do: 'step'; pick: number; index: number; from: StepStatus; to: StepStatus }
  | { do: 'context'; mode: 'fresh' | 'continue' | 'bridge' }

const pick = fc.nat(50)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('say' as const),
    role: fc.constantFrom('user' as const, 'assistant' as const),
    text: fc.string(),
  }),
  fc.record({ do: fc.constant('run' as const), model: fc.constantFrom('orrery/practice', 'local/other') }),
  fc.record({ do: fc.constant('status' as const), pick, to: fc.constantFrom(...RunStatus.options) }),
  fc.record({ do: fc.constant('turn' as const), pick, input: fc.nat(9_999), output: fc.nat(9_999) }),
  fc.record({
    do: fc.constant('queue' as const),
    op: fc.constantFrom(
      'add' as const,
      'update' as const,
      'delete' as const,
      'consume' as const,
      'hold' as const,
      'release' as const,
    ),
    pick,
    at: fc.nat(4),
  }),
  fc.record({ do: fc.constant('ask' as const) }),
  fc.record({ do: fc.constant('answer' as const), pick }),
  fc.record({ do: fc.constant('rewind' as const), pick }),
  fc.record({ do: fc.constant('snip' as const), pick, out: fc.boolean() }),
  fc.record({
    do: fc.constant('note' as const),
    key: fc.constantFrom('progress', '笔记', 'ﬀ', '\u{1F600} key', '__proto__', 'b'),
    content: fc.option(fc.string()),
  }),
  fc.record({ do: fc.constant('rename' as const), title: fc.string() }),
  fc.record({
    do: fc.constant('job' as const),
    number: fc.integer({ min: 1, max: 12 }),
    state: fc.constantFrom(...JobState.options),
  }),
  fc.record({ do: fc.constant('plan' as const), steps: fc.nat(4), inPlaceOf: fc.option(pick) }),
  fc.record({
    do: fc.constant('step' as const),
    pick,
    index: fc.nat(4),
    from: fc.constantFrom(...StepStatus.options),
    to: fc.constantFrom(...StepStatus.options),
  }),
  fc.record({
    do: fc.constant('context' as const),
    mode: fc.constantFrom('fresh' as const, 'continue' as const, 'bridge' as const),
  }),
)

/** Random histories of one session, legal and illegal steps mixed, in batches as they would be appended. */
export function histories(): fc.Arbitrary<(sessionId: SessionId, newId: NewId) => NewDurableEvent[][]> {
  return fc
    .array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 25 })
    .map((batches) => (_sessionId: SessionId, newId: NewId) => {
      const world = createWorld(newId)
      return [world.opening(), ...batches.map((steps) => steps.flatMap(world.eventsOf))]
    })
}

function createWorld(newId: NewId) {
  const contexts: ContextId[] = [newId('context')]
  const runs: RunId[] = []
  const items: QueueItemId[] = []
  const requests: RequestId[] = []
  const plans: PlanId[] = []
  const said: string[] = []
  const chosen = <T>(from: readonly T[], index: number): T | undefined =>
    from[index % Math.max(1, from.length)]
  const contextId = () => contexts.at(-1) as ContextId

  const opening = (): NewDurableEvent[] => [
    {
      kind: 'session.created',
      payload: {
        kind: 'chat',
        cwd: '/tmp/中文 folder',
        projectId: null,
        deviceId: newId('device'),
        meta: {
          title: 'A session',
          projectId: null,
          model: 'orrery/practice',
          thinking: 'off',
          archived: false,
          permissionMode: 'ask',
          activeContextId: contextId(),
        },
      },
    },
    {
      kind: 'context.status',
      payload: {
        contextId: contextId(),
        agentId: 'build',
        status: 'created',
        mode: 'fresh',
        personaHash: 'x',
      },
    },
  ]

  const eventsOf = (now: Step): NewDurableEvent[] => {
    switch (now.do) {
      case 'say': {
        const id = newId('event')
        said.push(id)
        const message = { role: now.role, parts: [{ t: 'text' as const, text: now.text }] }
        return [{ kind: 'message', id, contextId: contextId(), payload: { message } }]
      }
      case 'snip': {
        const first = chosen(said, now.pick)
        if (first === undefined) return []
        const kind = now.out ? ('exchange.snipped' as const) : ('exchange.restored' as const)
        return [{ kind, contextId: contextId(), payload: { first: first as EventId } }]
      }
      case 'run': {
        const runId = newId('run')
        const parent = runs.at(-1)
        runs.push(runId)
        const spec = {
          kind: 'chat' as const,
          contextId: contextId(),
          agentId: 'build',
          model: now.model,
          ...(parent === undefined ? {} : { parentRunId: parent }),
        }
        return [{ kind: 'run.status', runId, payload: { runId, from: null, to: 'pending', spec } }]
      }
      case 'status': {
        const runId = chosen(runs, now.pick)
        if (runId === undefined) return []
        return [{ kind: 'run.status', runId, payload: { runId, from: 'pending', to: now.to, reason: 'why' } }]
      }
      case 'turn': {
        const runId = chosen(runs, now.pick)
        if (runId === undefined) return []
        const usage = { input: now.input, output: now.output, cacheRead: now.input }
        const times = { durationMs: 3, llmMs: 2, toolMs: 1 }
        return [
          { kind: 'turn.ended', runId, payload: { runId, turnIndex: 0, stop: 'stop', usage, ...times } },
        ]
      }
      case 'queue': {
        const itemId = now.op === 'add' ? newId('queueItem') : chosen(items, now.pick)
        if (itemId === undefined) return []
        items.push(itemId)
        const payload = {
          lane: 'followup' as const,
          op: now.op,
          itemId,
          text: `words ${now.at}`,
          position: now.at,
        }
        return [{ kind: 'queue.changed', payload }]
      }
      case 'ask': {
        const requestId = newId('request')
        requests.push(requestId)
        return [
          { kind: 'interaction.requested', payload: { requestId, what: 'permission', prompt: 'May I?' } },
        ]
      }
      case 'answer': {
        const requestId = chosen(requests, now.pick)
        if (requestId === undefined) return []
        return [{ kind: 'interaction.resolved', payload: { requestId, outcome: 'approved' } }]
      }
      case 'rewind': {
        const to = chosen(said, now.pick) ?? null
        return [{ kind: 'leaf.moved', payload: { cause: 'rewind', contextId: contextId(), to: to as never } }]
      }
      case 'job': {
        const payload = {
          id: `job_${now.number}`,
          runId: runs.at(-1) ?? newId('run'),
          agentId: 'build',
          callId: 'call_1',
          command: 'sleep 9',
          startedAt: 1,
          state: now.state,
          endedAt: now.state === 'running' ? null : 2,
          exitCode: null,
          signal: null,
          port: null,
          isOpen: false,
        }
        return [{ kind: 'job.changed', payload }]
      }
      case 'note':
        return [{ kind: 'note.changed', payload: { key: now.key, content: now.content, by: 'agent' } }]
      case 'rename':
        return [{ kind: 'session.meta', payload: { changes: { title: now.title } } }]
      case 'plan': {
        const id = newId('plan')
        const replaced = now.inPlaceOf === null ? undefined : chosen(plans, now.inPlaceOf)
        plans.push(id)
        const steps = Array.from({ length: now.steps }, (_, index) => ({
          index,
          title: `Step ${index}`,
          status: 'pending' as const,
        }))
        const retryOf = replaced === undefined ? {} : { retryOf: replaced }
        return [
          {
            kind: 'plan.created',
            payload: { plan: { id, source: 'todo', goal: 'Do it', ...retryOf, steps } },
          },
        ]
      }
      case 'step': {
        const planId = chosen(plans, now.pick)
        if (planId === undefined) return []
        return [{ kind: 'plan.step', payload: { planId, index: now.index, from: now.from, to: now.to } }]
      }
      case 'context': {
        const from = contextId()
        const created = newId('context')
        contexts.push(created)
        return [
          {
            kind: 'context.status',
            payload: {
              contextId: created,
              agentId: 'build',
              status: 'created',
              mode: now.mode,
              from,
              personaHash: 'y',
            },
          },
        ]
      }
    }
  }

  return { opening, eventsOf }
}
