import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { AttachReply } from '#shared/events/delivery.ts'
import { ModelRef, RequestId, RunId } from '#shared/ids.ts'
import { LEDGER, OPEN_SESSION, sessionId } from './sample-app.ts'
import { sampleSession } from './sample-session.ts'

const MODEL = ModelRef.parse('openai/gpt-5-mini')
const CHAT_RUN = RunId.parse('run_sample0000')

/** The agents that work for the chat of the pictures; `many` more of them when asked for. */
export function sampleChildren(now: number, many: number): readonly AgentRun[] {
  const worksFor = (ms: number, going = 1) => ({ ms, at: now, going })
  const agent = (name: string, more: Partial<AgentRun>): AgentRun => {
    const usage = { [MODEL]: { input: 16_900, output: 1_500 } }
    const worked = worksFor(42_000)
    return {
      sessionId: sessionId(name),
      runId: RunId.parse(`run_${name.padEnd(10, '0')}`),
      agentId: 'explore',
      title: name,
      projectId: LEDGER,
      model: MODEL,
      parentSessionId: OPEN_SESSION,
      parentRunId: CHAT_RUN,
      callId: null,
      chatId: OPEN_SESSION,
      depth: 1,
      background: false,
      fork: false,
      teammate: null,
      quiet: null,
      state: 'running',
      doing: null,
      tools: 11,
      usage,
      worked,
      subtree: { usage, worked, agents: 1 },
      startedAt: now - 42_000,
      endedAt: null,
      problem: null,
      said: [],
      asks: [],
      unheard: 0,
      permissionMode: 'ask',
      limits: null,
      ...more,
    }
  }
  const whole = { [MODEL]: { input: 1_210_000, output: 61_000 } }
  return [
    agent('callers', {
      title: 'Callers of roundLine',
      callId: 'c4a',
      subtree: { usage: whole, worked: worksFor(61_000), agents: 2 },
      doing: { tool: 'grep', args: { pattern: 'taxOf(', path: 'src/' }, since: now - 9_000 },
    }),
    agent('fixtures', {
      title: 'Fixtures without owner',
      depth: 2,
      parentSessionId: sessionId('callers'),
      state: 'queued',
      tools: 0,
      usage: {},
      subtree: { usage: {}, worked: worksFor(0), agents: 1 },
    }),
    agent('exporter', {
      agentId: 'general',
      title: 'Write the new CSV exporter',
      background: true,
      state: 'waiting',
      startedAt: now - 372_000,
      asks: [
        {
          requestId: RequestId.parse('req_child00000'),
          what: 'permission',
          prompt: 'bash',
          tool: 'bash',
          agentId: 'general',
          runId: CHAT_RUN,
          askedAt: now - 64_000,
        },
      ],
    }),
    agent('rounding', {
      agentId: 'review',
      title: 'Try the bank-rounding variant',
      background: true,
      state: 'done',
      startedAt: now - 134_000,
      endedAt: now - 2_000,
      worked: worksFor(132_000, 0),
    }),
    agent('suite', {
      agentId: 'build',
      title: 'Run the whole suite',
      background: true,
      startedAt: now - 402_000,
      doing: { tool: 'bash', args: { command: 'pnpm vitest run --reporter=dot' }, since: now - 251_000 },
      quiet: { since: now - 248_000, limitMs: 960_000 },
      worked: worksFor(402_000),
    }),
    ...Array.from({ length: many }, (_, index) =>
      agent(`many${index}`, { title: `Check fixture ${index + 1}`, background: true }),
    ),
  ]
}

/** The log of one of them: the beginning of the chat's own, without what it asks. */
export function sampleChildSession(now: number, wanted: string): AttachReply | null {
  const run = sampleChildren(now, 0).find((each) => each.sessionId === wanted)
  if (run === undefined) return null
  const session = sampleSession(now)
  const { folds } = session
  return {
    ...session,
    folds: { ...folds, interactions: {}, queue: [], plans: {} },
    path: session.path.slice(0, 4),
  }
}
