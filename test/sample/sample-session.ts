import type { AttachReply } from '#shared/events/delivery.ts'
import type { DurableEvent, NewDurableEvent } from '#shared/events/event.ts'
import { EMPTY_FOLDS, fold } from '#shared/events/fold.ts'
import { GOVERNANCE } from '#shared/events/governance.ts'
import { ClientId, ContextId, DeviceId, EventId, PlanId, QueueItemId, RequestId, RunId } from '#shared/ids.ts'
import type { Message, Part } from '#shared/session/message.ts'
import type { ToolDetails } from '#shared/session/tool-details.ts'
import { LEDGER, OPEN_SESSION } from './sample-app.ts'

const CONTEXT = ContextId.parse('ctx_sample0000')
const RUN = RunId.parse('run_sample0000')
const MODEL = 'openai/gpt-5-mini'

const text = (words: string): Part[] => [{ t: 'text', text: words }]

function user(words: string): NewDurableEvent {
  return { kind: 'message', payload: { message: { role: 'user', parts: text(words) } } }
}

function assistant(
  words: string,
  calls: readonly { id: string; name: string; args: unknown }[],
): NewDurableEvent {
  const parts: Part[] = [
    ...text(words),
    ...calls.map(({ id, name, args }): Part => ({ t: 'tool_call', callId: id, name, args })),
  ]
  const message: Message = {
    role: 'assistant',
    parts,
    model: MODEL,
    stop: calls.length > 0 ? 'tool_calls' : 'stop',
    usage: { input: 84_200, output: 640 },
  }
  return { kind: 'message', payload: { message } }
}

function tool(
  id: string,
  name: string,
  words: string,
  durationMs: number,
  details: ToolDetails,
  isError = false,
) {
  const message: Message = {
    role: 'tool',
    parts: text(words),
    tool: { callId: id, name, isError, durationMs, details },
  }
  return { kind: 'message', payload: { message } } as const satisfies NewDurableEvent
}

const CODE = `Reproduced. I round the total once, then hand the missing cents to the lines with the largest remainder:

\`\`\`ts
export function splitTax(lines: Line[], rate: Rate): Cents[] {
  const exact = lines.map((l) => l.net * rate)
  return allocate(Math.round(sum(exact)), exact) // largest remainder
}
\`\`\`
`

const COMMAND = 'pnpm vitest run billing --reporter=dot && pnpm tsc --noEmit'

function conversation(): readonly NewDurableEvent[] {
  return [
    user('VAT on split invoices is a cent off for three customers. Find out why before you change anything.'),
    assistant(
      'I will look at how a line’s tax is computed, then at every place that sums lines, and reproduce the cent with the existing fixtures.',
      [{ id: 'c0', name: 'list', args: { path: 'src/billing' } }],
    ),
    tool('c0', 'list', 'tax.ts\nsplit.test.ts', 4, { kind: 'list', path: 'src/billing', entries: 2 }),
    assistant(
      'Every line of a split is rounded on its own and the cents are summed afterwards, so each line can drift by half a cent. Three lines of 33.33 at 19 % give 18.99 instead of 19.00. The remainder has to be handed out, not rounded away. Shall I fix it?',
      [],
    ),
    user('Yes. Keep the public signature, and prove it with the split tests.'),
    assistant('', [
      { id: 'c1', name: 'read', args: { path: 'src/billing/tax.ts', offset: 40, limit: 19 } },
      { id: 'c2', name: 'grep', args: { pattern: 'roundLine(', path: 'src/' } },
      { id: 'c3', name: 'bash', args: { command: 'pnpm vitest run billing/split' } },
    ]),
    tool('c1', 'read', '40  export …', 6, {
      kind: 'read',
      path: 'src/billing/tax.ts',
      from: 40,
      lines: 19,
      total: 88,
    }),
    tool('c2', 'grep', 'src/billing/tax.ts:47', 28, {
      kind: 'grep',
      pattern: 'roundLine(',
      matches: 4,
      files: 3,
      truncated: false,
    }),
    tool(
      'c3',
      'bash',
      'FAIL split.test.ts: keeps the total of a three-way split\n     expected 1899 to be 1900\n3 failed, 45 passed',
      4_200,
      { kind: 'bash', command: 'pnpm vitest run billing/split', exitCode: 1, signal: null, timedOut: false },
      true,
    ),
    assistant(CODE, [
      { id: 'c4', name: 'edit', args: { path: 'src/billing/tax.ts' } },
      { id: 'c4a', name: 'agent', args: { title: 'Callers of roundLine', prompt: 'Find them.' } },
    ]),
    tool('c4', 'edit', 'Edited src/billing/tax.ts', 12, {
      kind: 'edit',
      path: 'src/billing/tax.ts',
      diff: {
        path: 'src/billing/tax.ts',
        added: 9,
        removed: 3,
        cut: false,
        hunks: [
          {
            oldStart: 46,
            newStart: 46,
            lines: [
              ' export function taxOf(inv: Invoice): Cents {',
              '-  return sum(inv.lines.map((l) => roundLine(l, inv.rate)));',
              '+  return sum(splitTax(inv.lines, inv.rate));',
              ' }',
            ],
          },
        ],
      },
    }),
    assistant('', [{ id: 'c5', name: 'bash', args: { command: COMMAND } }]),
  ]
}

const STEPS = [
  ['Reproduce the missing cent', 'completed'],
  ['Find where lines are rounded', 'completed'],
  ['Allocate the remainder in splitTax', 'completed'],
  ['Run the billing tests', 'running'],
  ['Check the other callers', 'pending'],
  ['Summarise for review', 'pending'],
] as const

function before(): readonly NewDurableEvent[] {
  const meta = {
    title: 'Fix VAT rounding on split invoices',
    projectId: LEDGER,
    model: MODEL,
    thinking: 'high' as const,
    archived: false,
    permissionMode: 'ask' as const,
    activeContextId: CONTEXT,
  }
  return [
    {
      kind: 'session.created',
      payload: {
        kind: 'chat',
        cwd: '/home/lin/code/ledger',
        projectId: LEDGER,
        deviceId: DeviceId.parse('dev_sample0000'),
        meta,
      },
    },
    {
      kind: 'context.status',
      payload: {
        contextId: CONTEXT,
        agentId: 'main',
        status: 'created',
        mode: 'fresh',
        personaHash: 'sample',
      },
    },
    {
      kind: 'run.status',
      payload: {
        runId: RUN,
        from: null,
        to: 'running',
        spec: { kind: 'chat', contextId: CONTEXT, agentId: 'main', model: MODEL },
      },
    },
  ]
}

function afterwards(): readonly NewDurableEvent[] {
  const steps = STEPS.map(([title, status], index) => ({ index, title, status }))
  return [
    {
      kind: 'turn.ended',
      payload: {
        runId: RUN,
        turnIndex: 0,
        stop: 'tool_calls',
        usage: { input: 1_820_000, output: 7_600 },
        durationMs: 9_000,
        llmMs: 7_000,
        toolMs: 2_000,
      },
    },
    {
      kind: 'plan.created',
      payload: {
        plan: { id: PlanId.parse('pln_sample0000'), source: 'todo', goal: 'Fix the rounding', steps },
      },
    },
    {
      kind: 'note.changed',
      payload: {
        key: 'progress',
        content:
          'The missing cent is reproduced: splitTax rounds each line. Allocation by largest remainder is in; the other callers are still to be looked at.',
        by: 'agent',
      },
    },
    {
      kind: 'note.changed',
      payload: { key: 'decisions', content: 'Keep the public signature of taxOf.', by: 'person' },
    },
    {
      kind: 'queue.changed',
      payload: {
        lane: 'steer',
        op: 'add',
        itemId: QueueItemId.parse('que_steer00000'),
        text: 'Keep the old behaviour behind the flag legacyRounding',
      },
    },
    {
      kind: 'queue.changed',
      payload: {
        lane: 'followup',
        op: 'add',
        itemId: QueueItemId.parse('que_follow0000'),
        text: 'Then write one changelog line for accounting',
      },
    },
    { kind: 'run.status', payload: { runId: RUN, from: 'running', to: 'awaiting_user' } },
    {
      kind: 'interaction.requested',
      payload: {
        requestId: RequestId.parse('req_sample0000'),
        what: 'permission',
        prompt: 'bash wants to run a command',
        callId: 'c5',
        tool: 'bash',
        args: { command: COMMAND },
        agentId: 'main',
        cwd: '/home/lin/code/ledger',
        proposedRules: [{ tool: 'bash', pattern: 'pnpm vitest run:*', action: 'allow' }],
        preview: { kind: 'command', command: COMMAND, timeoutMs: 600_000 },
        runId: RUN,
      },
    },
  ]
}

/** The session of the pictures: a fix in progress that waits for an approval. */
export function sampleSession(now: number): AttachReply {
  let parentId: EventId | null = null
  const all = [...before(), ...conversation(), ...afterwards()]
  const events = all.map((event, index): DurableEvent => {
    const id = EventId.parse(`evt_${String(index).padStart(10, '0')}`)
    const stored = {
      v: 1,
      tier: 'durable',
      sessionId: OPEN_SESSION,
      seq: index + 1,
      ts: now - (all.length - index) * 3_000,
      clientId: ClientId.parse('cli_sample0000'),
      contextId: CONTEXT,
      runId: RUN,
      id,
      parentId,
      ...event,
    } as DurableEvent
    if (GOVERNANCE[event.kind].leaf === 'advance') parentId = id
    return stored
  })
  const seq = events.length
  return {
    epoch: 'sample',
    folds: events.reduce(fold, EMPTY_FOLDS),
    path: events.filter((event) => GOVERNANCE[event.kind].leaf === 'advance'),
    hasOlder: false,
    inflight: [],
    tools: [],
    loading: null,
    cursor: { epoch: 'sample', seq, durableSeq: seq },
    draft: '',
  }
}
