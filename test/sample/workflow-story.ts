import { RunId, SessionId } from '#shared/ids.ts'
import { EMPTY_WORKFLOW, foldWorkflow, type WorkflowView } from '#shared/workflow/fold-workflow.ts'
import type { WorkflowAgentChanged, WorkflowEvent } from '#shared/workflow/workflow-events.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

export const AGENT_SESSION = SessionId.parse('ses_wfagent0')

type Story = { view: WorkflowView; next: number }

const usage = (tokens: number) => ({ input: Math.round(tokens * 0.85), output: Math.round(tokens * 0.15) })

function say(story: Story, event: WorkflowEvent, at: number): void {
  story.view = foldWorkflow(story.view, event, at)
}

type Told = {
  readonly label: string
  readonly phase: string | null
  readonly group?: string
  readonly model: string
  readonly from: number | null
  readonly to?: number
  readonly tokens?: number
  readonly end?: Partial<WorkflowAgentChanged>
  readonly attempt?: number
}

function tell(story: Story, start: number, told: Told): void {
  const agentId = story.next
  story.next += 1
  const call = {
    label: told.label,
    phase: told.phase,
    group: told.group ?? null,
    key: `k${agentId}`,
    nth: 0,
    prompt:
      'Try to refute this finding. Answer with the schema. Finding F7: totals.ts serialises cents as a float and the export API forwards the number.',
    model: told.model,
    agentType: null,
    isolation: null,
  }
  const changed = (payload: WorkflowAgentChanged, at: number) =>
    say(story, { kind: 'workflow.agent', payload }, at)
  const attempt = told.attempt ?? 1
  changed({ agentId, state: 'queued', attempt: 0, call, waits: 'slot' }, start)
  if (told.from === null) return
  const ref = { sessionId: AGENT_SESSION, runId: RunId.parse('run_wfagent0') }
  changed(
    { agentId, state: 'running', attempt, ref, ...(told.to === undefined ? told.end : {}) },
    start + told.from,
  )
  if (told.to === undefined) return
  const tokens = told.tokens ?? 12_000
  const usd = told.model.startsWith('ollama') ? 0 : tokens / 100_000
  const result = {
    kind: 'object' as const,
    summary: '{ finding: "F6", verdict: "confirmed", confidence: 0.8 }',
  }
  const dead = told.end?.state === 'dead'
  changed(
    {
      agentId,
      state: 'done',
      attempt,
      cost: { usage: usage(tokens), usd },
      tools: 2 + (tokens % 7),
      ...(dead ? {} : { result }),
      ...told.end,
    },
    start + told.to,
  )
}

const HAIKU = 'anthropic/claude-haiku-4-5'
const MINI = 'openai/gpt-5-mini'
const LOCAL = 'ollama/qwen3-coder:30b'
const MODELS = [HAIKU, MINI, LOCAL] as const
const PLACES = [
  'tax.ts:48',
  'refund.ts:112',
  'export.ts:77',
  'split.ts:31',
  'invoice.ts:203',
  'tax.ts:90',
] as const

/** A run like the one of the pictures: 25 of 31 agents are through. */
export function reviewView(now: number): WorkflowView {
  const resumed = now - 702 * SECOND
  // Everything before the app was closed lies seven minutes further back.
  let start = resumed - 7 * MINUTE
  const story: Story = { view: EMPTY_WORKFLOW, next: 1 }
  const titles = ['Scope', 'Review', 'Verify', 'Report']
  begin(story, start, titles, 120_000, 1)
  const at = (seconds: number) => seconds * SECOND
  const phase = (title: string, group: string | null, seconds: number) =>
    say(story, { kind: 'workflow.phase', payload: { title, group } }, start + at(seconds))
  const log = (text: string, seconds: number, level: 'info' | 'warn' = 'info') =>
    say(
      story,
      { kind: 'workflow.log', payload: { level, text, phase: null, group: null } },
      start + at(seconds),
    )
  phase('Scope', null, 0)
  tell(story, start, { label: 'scope', phase: 'Scope', model: HAIKU, from: at(0), to: at(37), tokens: 6_200 })
  log('14 files, 5 dimensions', 38)
  phase('Review', null, 38)
  const reviews = ['Correctness', 'Money', 'Security', 'Performance', 'Tests'] as const
  const spans = [
    [38, 175],
    [38, 213],
    [38, 147],
    [38, 130],
    [131, 261],
  ] as const
  for (const [index, label] of reviews.entries()) {
    const [from, to] = spans[index] ?? [38, 100]
    tell(story, start, { label, phase: 'Review', model: HAIKU, from: at(from), to: at(to), tokens: 22_000 })
  }
  phase('Merge', 'dedupe-findings', 262)
  tell(story, start, {
    label: 'dedupe',
    phase: 'Merge',
    group: 'dedupe-findings',
    model: MINI,
    from: at(262),
    to: at(297),
    tokens: 8_000,
  })
  log('11 findings, 8 merged', 298)
  start = resumed
  takeUp(story, start + at(302), () => begin(story, start + at(300), titles, 120_000, 2))
  log('Resumed, 7 from memo', 302)
  phase('Verify', null, 316)
  log('24 votes, 2 of 3 decide', 316)
  verifyAgents(story, start)
  log('F4 has one dead vote', 604, 'warn')
  return story.view
}

/** A second attempt finds what the first had done. */
function takeUp(story: Story, at: number, started: () => void): void {
  const { agents, phases } = story.view
  started()
  for (const payload of phases) say(story, { kind: 'workflow.phase', payload }, at)
  for (const { agentId, label, phase, group, key, nth, prompt, model, cost, tools, result } of agents) {
    const call = { label, phase, group, key, nth, prompt, model, agentType: null, isolation: null }
    const known = { cost: cost ?? undefined, tools: tools ?? undefined, result: result ?? undefined }
    const from = agentId <= 3 ? { taken: true } : {}
    const payload = {
      agentId,
      state: 'done',
      attempt: 0,
      memo: true,
      call,
      ...from,
      ...known,
    } as WorkflowAgentChanged
    say(story, { kind: 'workflow.agent', payload }, at)
  }
}

function verifyAgents(story: Story, start: number): void {
  const free = [316, 316, 316, 316]
  for (let finding = 1; finding <= 6; finding += 1) {
    for (let vote = 1; vote <= 3; vote += 1) {
      const slot = free.indexOf(Math.min(...free))
      const from = free[slot] ?? 316
      const dead = finding === 4 && vote === 1
      const skipped = finding === 5 && vote === 3
      const took = dead ? 120 : skipped ? 34 : 46 + ((finding * 17 + vote * 29) % 40)
      free[slot] = from + took + 2
      tell(story, start, {
        label: `F${finding} vote ${vote} ${PLACES[finding - 1]}`,
        phase: 'Verify',
        model: MODELS[vote - 1] ?? HAIKU,
        from: from * SECOND,
        to: (from + took) * SECOND,
        tokens: 9_000 + ((finding * 3_700 + vote * 5_100) % 14_000),
        ...(dead
          ? {
              end: {
                state: 'dead' as const,
                error: { code: 'tool.failed', message: 'invalid output (3 tries)', recoverable: false },
              },
            }
          : skipped
            ? { end: { state: 'skipped' as const } }
            : {}),
      })
    }
  }
  const verify = { phase: 'Verify' } as const
  tell(story, start, {
    ...verify,
    label: 'F7 vote 1 totals.ts:18',
    model: HAIKU,
    from: 604 * SECOND,
    attempt: 2,
    end: { cost: { usage: usage(16_500), usd: 0.17 }, tools: 8 },
  })
  tell(story, start, {
    ...verify,
    label: 'F7 vote 2 totals.ts:18',
    model: MINI,
    from: 632 * SECOND,
    end: { waits: 'person', cost: { usage: usage(14_600), usd: 0.12 }, tools: 6 },
  })
  tell(story, start, {
    ...verify,
    label: 'F7 vote 3 totals.ts:18',
    model: LOCAL,
    from: 658 * SECOND,
    end: { cost: { usage: usage(6_500), usd: 0 }, tools: 4 },
  })
  tell(story, start, {
    ...verify,
    label: 'F8 vote 1 split.test.ts:12',
    model: HAIKU,
    from: 678 * SECOND,
    end: { cost: { usage: usage(4_500), usd: 0.05 }, tools: 2 },
  })
  tell(story, start, { ...verify, label: 'F8 vote 2 split.test.ts:12', model: MINI, from: null })
  tell(story, start, { ...verify, label: 'F8 vote 3 split.test.ts:12', model: LOCAL, from: null })
}

function begin(
  story: Story,
  at: number,
  titles: readonly string[],
  budget: number | null,
  attempt = 1,
): void {
  const phases = titles.map((title) => ({ title }))
  const rest = { attempt, description: '', scriptHash: 'h', args: null, concurrency: 4, memo: 0 }
  // Of what the first attempt used, the answer of one agent that was cut off is lost.
  const before = attempt === 1 ? {} : { before: { usage: usage(88_000), usd: 1.1 } }
  say(
    story,
    { kind: 'workflow.started', payload: { name: 'review-changes', phases, budget, ...rest, ...before } },
    at,
  )
}

/** A thousand agents, sixteen at a time, of which seven hundred are through. */
export function bigView(now: number): WorkflowView {
  const start = now - 30 * MINUTE
  const story: Story = { view: EMPTY_WORKFLOW, next: 1 }
  begin(story, start, ['Scan', 'Judge'], null)
  const free = Array.from({ length: 16 }, () => 0)
  for (let index = 0; index < 1_000; index += 1) {
    const slot = free.indexOf(Math.min(...free))
    const from = free[slot] ?? 0
    const took = (20 + ((index * 37) % 41)) * SECOND
    free[slot] = from + took
    tell(story, start, {
      label: `file ${index + 1} part-${index % 40}.ts:${index}`,
      phase: index < 500 ? 'Scan' : 'Judge',
      model: MODELS[index % 3] ?? HAIKU,
      from: index < 716 ? from : null,
      ...(index < 700 ? { to: from + took } : {}),
    })
  }
  return story.view
}

export function finishedView(now: number, run: WorkflowRunListing): WorkflowView {
  const story: Story = { view: reviewView(now - HOUR), next: 32 }
  const payload = {
    state: run.state === 'running' ? ('done' as const) : run.state,
    spent: 50_412,
    ...(run.state === 'done'
      ? {
          value: {
            confirmed: 5,
            refuted: 2,
            report: 'docs/review.md',
            findings: [{ id: 'F1', file: 'src/tax.ts', line: 48 }],
          },
        }
      : {}),
  }
  const agents = story.view.agents.map((agent, index) =>
    index % 9 === 4
      ? {
          ...agent,
          prompt: agent.prompt.replace('Try to refute', 'Look for proof of'),
          endedAt: (agent.endedAt ?? now) + MINUTE,
        }
      : agent,
  )
  story.view = {
    ...story.view,
    agents: agents.filter((agent) => agent.state !== 'running' && agent.state !== 'queued'),
  }
  say(story, { kind: 'workflow.ended', payload }, now - HOUR + MINUTE)
  return story.view
}
