import fc from 'fast-check'
import type { AttachReply, WindowMessage } from '#shared/events/delivery.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import { EMPTY_FOLDS, fold } from '#shared/events/fold.ts'
import { SessionId } from '#shared/ids.ts'
import type { WorkflowAgentState, WorkflowEvent } from '#shared/workflow/workflow-events.ts'

export const RUN_SESSION = SessionId.parse('ses_00000001')

/** One thing that may happen in a run: what it is, to which agent, and how long after the one before. */
export type Happening = {
  readonly what: 'begin' | 'call' | 'change' | 'memo' | 'phase' | 'log' | 'end'
  readonly agent: number
  readonly state: WorkflowAgentState
  readonly after: number
}

export const happening: fc.Arbitrary<Happening> = fc.record({
  what: fc.constantFrom('begin', 'call', 'call', 'change', 'change', 'change', 'memo', 'phase', 'log', 'end'),
  agent: fc.nat(5),
  state: fc.constantFrom('running', 'done', 'dead', 'stopped', 'skipped'),
  after: fc.nat(5_000),
})

const PHASES = ['Look', 'Join'] as const
const ENDS = ['stopped', 'failed', 'done'] as const

/** The log of one workflow run as main keeps it. What happens is made to fit: agents are called before they change. */
export function createRunLog() {
  const events: DurableEvent[] = []
  let [now, attempt, called, isRunning] = [1_000, 0, 0, false]

  const append = (event: WorkflowEvent): void => {
    const seq = events.length + 1
    const base = { tier: 'durable', id: `evt_${String(seq).padStart(8, '0')}`, seq, ts: now, parentId: null }
    events.push({ ...base, sessionId: RUN_SESSION, ...event } as unknown as DurableEvent)
  }
  const begin = (): void => {
    attempt += 1
    ;[called, isRunning] = [0, true]
    const phases = PHASES.map((title) => ({ title }))
    const started = { attempt, name: 'tale', description: '', phases, scriptHash: 'h', args: null }
    append({ kind: 'workflow.started', payload: { ...started, concurrency: 3, budget: null, memo: 0 } })
  }
  const call = (agentId: number): void => {
    const told = { label: `agent ${agentId}`, phase: PHASES[agentId % 2] ?? null, group: null }
    const asked = {
      key: `k${agentId}`,
      nth: 0,
      prompt: 'do it',
      model: null,
      agentType: null,
      isolation: null,
    }
    append({
      kind: 'workflow.agent',
      payload: { agentId, state: 'queued', attempt: 0, call: { ...told, ...asked } },
    })
  }

  return {
    events: (): readonly DurableEvent[] => events,
    happen: ({ what, agent, state, after }: Happening): void => {
      now += after
      if (what === 'begin' || !isRunning) {
        if (!isRunning) begin()
        return
      }
      if (what === 'call' || called === 0) {
        called += 1
        call(called)
        return
      }
      const agentId = 1 + (agent % called)
      if (what === 'change') append({ kind: 'workflow.agent', payload: { agentId, state, attempt: 1 } })
      if (what === 'memo') {
        append({ kind: 'workflow.agent', payload: { agentId, state: 'done', attempt: 0, memo: true } })
      }
      if (what === 'phase')
        append({ kind: 'workflow.phase', payload: { title: PHASES[agent % 2] ?? '', group: null } })
      if (what === 'log')
        append({ kind: 'workflow.log', payload: { level: 'info', text: 'x', phase: null, group: null } })
      if (what === 'end') {
        append({ kind: 'workflow.ended', payload: { state: ENDS[agent % 3] ?? 'done', spent: 0 } })
        isRunning = false
      }
    },
    folded: () => events.reduce(fold, EMPTY_FOLDS),
    /** What main answers a window that attaches now. */
    attach: (): AttachReply => ({
      epoch: 'e',
      path: [],
      hasOlder: false,
      inflight: [],
      tools: [],
      loading: null,
      draft: '',
      folds: events.reduce(fold, EMPTY_FOLDS),
      cursor: { epoch: 'e', seq: events.length, durableSeq: events.length },
    }),
    batch: (from: number, to: number): Extract<WindowMessage, { t: 'events' }> => ({
      t: 'events',
      sessionId: RUN_SESSION,
      epoch: 'e',
      prevSeq: from,
      events: events.slice(from, to),
    }),
  }
}
