import type { AttachReply, WindowMessage } from '#shared/events/delivery.ts'
import { EMPTY_FOLDS } from '#shared/events/fold.ts'
import { SessionId, type WorkflowRunId, WorkflowRunId as WorkflowRunIdSchema } from '#shared/ids.ts'
import type { SavedWorkflow, WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { LEDGER, OPEN_SESSION, projectId } from './sample-app.ts'
import { bigView, finishedView, reviewView } from './workflow-story.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const runIdOf = (name: string): WorkflowRunId => WorkflowRunIdSchema.parse(`wfr_0000${name}`)
const sessionIdOf = (name: string) => SessionId.parse(`ses_wf00${name}`)

/** The runs of the tabs and of the history. */
export function sampleRuns(now: number, big: boolean): readonly WorkflowRunListing[] {
  const run = (
    name: string,
    id: string,
    state: WorkflowRunListing['state'],
    age: number,
    more: Partial<WorkflowRunListing> = {},
  ): WorkflowRunListing => ({
    id: runIdOf(id),
    sessionId: sessionIdOf(id),
    projectId: LEDGER,
    launcherSessionId: OPEN_SESSION,
    name,
    title: null,
    description: SAVED.find((saved) => saved.name === name)?.description ?? '',
    state,
    attempt: 1,
    agentsDone: 12,
    agentsTotal: 12,
    agentsWaiting: 0,
    pausing: false,
    tokens: 38_400,
    budget: null,
    concurrency: 4,
    warnAt: null,
    budgetUsd: null,
    warnUsd: null,
    warnedAt: null,
    usd: 1.2,
    createdAt: now - age,
    updatedAt: now - age + 10 * MINUTE,
    endedAt: state === 'running' ? null : now - age + 10 * MINUTE,
    forkOf: null,
    forkChanges: [],
    told: null,
    imported: false,
    error: null,
    ...more,
  })
  const busy = big ? { agentsDone: 700, agentsTotal: 1_000 } : { agentsDone: 25, agentsTotal: 31 }
  return [
    run('review-changes', '7f3a', 'running', 12 * MINUTE, {
      attempt: 2,
      forkOf: runIdOf('55c1'),
      forkChanges: ['script', 'args'],
      agentsWaiting: 1,
      budget: 120_000,
      budgetUsd: 6,
      warnUsd: 4.5,
      tokens: 72_400,
      ...busy,
    }),
    run('survey-project', '1c20', 'running', 20 * MINUTE, { agentsDone: 9, agentsTotal: 12 }),
    run('judge-panel', 'b9e4', 'done', 2 * HOUR),
    run('migrate-fixtures', '40dd', 'failed', 5 * HOUR, {
      budget: 50_000,
      error: {
        code: 'limit.exceeded',
        message: 'The budget of 50000 tokens is spent (50412). Raise it and resume.',
        recoverable: false,
      },
    }),
    run('survey-project', 'e2a7', 'stopped', 26 * HOUR),
    run('survey-project', 'c044', 'done', 28 * HOUR, {
      updatedAt: now - 28 * HOUR + 23 * MINUTE,
      endedAt: now - 28 * HOUR + 23 * MINUTE,
    }),
    run('review-changes', '55c1', 'done', 30 * HOUR, { tokens: 61_000, agentsTotal: 27, usd: 2.6 }),
    run('review-changes', '91ae', 'done', 54 * HOUR, { tokens: 98_000, agentsTotal: 41, usd: 4.8 }),
    ...Array.from({ length: 34 }, (_, index) =>
      run(
        'release-notes',
        (4_096 + index).toString(16),
        index % 5 === 0 ? 'failed' : 'done',
        (60 + index * 9) * HOUR,
      ),
    ),
  ]
}

/** News of another project. */
export function runsElsewhere(now: number): readonly WorkflowRunListing[] {
  const [waiting, , , failed] = sampleRuns(now, false)
  if (waiting === undefined || failed === undefined) return []
  const there = (run: WorkflowRunListing, id: string): WorkflowRunListing => ({
    ...run,
    id: runIdOf(id),
    sessionId: sessionIdOf(id),
    projectId: projectId('fieldnotes'),
  })
  return [there(waiting, '8c12'), { ...there(failed, '9d03'), endedAt: now + MINUTE }]
}

const SCRIPT = `export const meta = {
  name: 'review-changes',
  description: 'Reviews what changed along several dimensions.',
  phases: [
    { title: 'Scope' }, { title: 'Review' },
    { title: 'Verify' }, { title: 'Report' },
  ],
}

phase('Scope')
const scope = await agent(ask.files, { schema: shape })

phase('Review')
const found = await parallel(
  args.dimensions.map((d) => () => agent(ask.review(d, scope), { label: d })),
)
const merged = await workflow('dedupe-findings', { found })

// Three sceptics look at each finding; two must agree.
phase('Verify')
return await agent(\`Report on \${merged.length} findings\`)
`

const saved = (
  name: string,
  source: SavedWorkflow['source'],
  description: string,
  more: Partial<SavedWorkflow> = {},
): SavedWorkflow => ({
  name,
  source,
  file: `${name}.js`,
  editedAt: null,
  description,
  phases: [{ title: 'Scope' }, { title: 'Review' }, { title: 'Verify' }, { title: 'Report' }],
  argsSchema: null,
  script: SCRIPT,
  problem: null,
  ...more,
})

export const SAVED: readonly SavedWorkflow[] = [
  saved('review-changes', 'bundled', 'Findings by dimension, then a vote', {
    description:
      'Reviews what changed on this branch along several dimensions. Each finding is put to three sceptics; two must agree.',
    argsSchema: {
      type: 'object',
      required: ['against'],
      properties: {
        against: { type: 'string', format: 'branch', title: 'Compare against', default: 'main' },
        reportFromSeverity: { enum: ['Low', 'Medium', 'High'], default: 'Medium' },
        dimensions: {
          type: 'array',
          items: {
            enum: [
              'Correctness',
              'Money and rounding',
              'Security',
              'Performance',
              'Tests and fixtures',
              'Accessibility',
            ],
          },
          default: ['Correctness', 'Money and rounding', 'Security', 'Performance', 'Tests and fixtures'],
        },
        onlyThesePaths: {
          type: 'array',
          items: { type: 'string', format: 'path' },
          default: ['src/billing', 'src/api', 'src/exprt'],
        },
        votes: {
          enum: [1, 3, 5],
          title: 'Votes per finding',
          default: 3,
          description: 'Odd numbers, so that a vote decides.',
        },
        includeTests: { type: 'boolean', default: true },
      },
    },
  }),
  saved('survey-project', 'bundled', 'One agent per part, one report'),
  saved('judge-panel', 'bundled', 'Several answers, judged blind'),
  saved('migrate-fixtures', 'project', 'Moves test fixtures to factories', {
    editedAt: Date.now() - 2 * HOUR,
  }),
  saved('release-notes', 'project', 'Reads merged work, drafts notes'),
  saved('nightly-audit', 'project', 'Looks at what changed over night', {
    problem: { code: 'script.invalid', message: 'line 4: meta must be a literal', recoverable: false },
  }),
  saved('tidy-branches', 'user', 'Sorts local branches by what is left'),
]

/** What main answers when the window attaches to the session of a run. */
export function attachRun(now: number, run: WorkflowRunListing, big: boolean): AttachReply {
  const isFirst = run.id === runIdOf('7f3a')
  const view =
    isFirst && big ? bigView(now) : run.state === 'running' ? reviewView(now) : finishedView(now, run)
  return {
    epoch: 'wf',
    folds: { ...EMPTY_FOLDS, workflow: view },
    path: [],
    hasOlder: false,
    inflight: [],
    tools: [],
    loading: null,
    cursor: { epoch: 'wf', seq: 10_000, durableSeq: 10_000 },
    draft: '',
  }
}

/** Two hundred events a second about the big run, for looking at how smooth the window stays. */
export function stormOf(run: WorkflowRunListing, send: (message: WindowMessage) => void): void {
  let seq = 10_000
  setInterval(() => {
    const events = Array.from({ length: 10 }, () => {
      seq += 1
      // Each agent begins, changes a few times and ends, sixteen at a time.
      const agentId = 701 + ((Math.floor((seq - 10_000) / 96) * 16 + ((seq - 10_000) % 16)) % 300)
      const over = (seq - 10_000) % 96 >= 80
      const payload = { agentId, state: over ? ('done' as const) : ('running' as const), attempt: 1 }
      return {
        v: 1 as const,
        sessionId: run.sessionId,
        seq,
        ts: Date.now(),
        clientId: 'cli_storm0000',
        tier: 'durable' as const,
        id: `evt_${seq}0000`,
        parentId: null,
        kind: 'workflow.agent' as const,
        payload,
      }
    })
    const prevSeq = seq - events.length
    send({ t: 'events', sessionId: run.sessionId, epoch: 'wf', prevSeq, events } as unknown as WindowMessage)
  }, 50)
}
