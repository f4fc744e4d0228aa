import { AppError } from '#shared/errors.ts'
import type { AppEvent, AttachReply, WindowMessage } from '#shared/events/delivery.ts'
import type { ScriptCheck, WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { attachRun, runsElsewhere, SAVED, sampleRuns, stormOf } from './workflow-data.ts'
import { AGENT_SESSION } from './workflow-story.ts'

/** The part of main that runs workflows, played by sample data. */
export function workflowHandlers(
  wish: (name: string) => string | null,
  tell: (event: AppEvent) => void,
  send: (message: WindowMessage) => void,
  chat: AttachReply,
) {
  const now = Date.now()
  const big = wish('agents') === '1000'
  let runs = [
    ...(wish('runs') === 'none' ? [] : sampleRuns(now, big)),
    ...(wish('elsewhere') === null ? [] : runsElsewhere(now)),
  ].toSorted((left, right) => right.createdAt - left.createdAt)
  const find = ({ workflowRunId }: { workflowRunId: string }): WorkflowRunListing => {
    const run = runs.find((each) => each.id === workflowRunId)
    if (run === undefined) throw AppError.quoting('session.not_found', 'There is no such run.')
    return run
  }
  const change = (run: WorkflowRunListing, changes: Partial<WorkflowRunListing>) => {
    const changed = { ...run, ...changes }
    runs = runs.map((each) => (each.id === run.id ? changed : each))
    tell({ kind: 'workflow.listed', listing: changed })
    return changed
  }
  let calm = wish('storm') === null
  const handlers = {
    'project.branches': () => ['fix/vat-rounding', 'main', 'origin/main'],
    'project.unmatched': ({ paths }: { paths: readonly string[] }) =>
      paths.includes('src/exprt') ? [{ path: 'src/exprt', nearest: 'src/export' }] : [],
    'workflow.saved': () => (wish('saved') === 'none' ? [] : SAVED),
    'workflow.runs': (asked: {
      projectId: string | null
      offset: number
      limit: number
      name?: string
      states?: readonly string[]
    }) => {
      const found = runs.filter(
        (run) =>
          (asked.projectId === null || run.projectId === asked.projectId) &&
          run.name.includes(asked.name ?? '') &&
          (asked.states?.includes(run.state) ?? true),
      )
      return { runs: found.slice(asked.offset, asked.offset + asked.limit), total: found.length }
    },
    'workflow.get': (asked: { workflowRunId: string }) => ({
      ...find(asked),
      script: SAVED[0]?.script ?? '',
      args: { against: 'main' },
    }),
    'workflow.find': ({ id }: { id: string }) => find({ workflowRunId: id }),
    'workflow.warm': () => null,
    'workflow.check': ({ script }: { script: string }) => checkOf(script),
    'workflow.draft': () => ({
      draft: { script: SAVED[0]?.script ?? '' },
      model: 'Claude Sonnet 4.5',
      usd: 0.04,
    }),
    'workflow.stopDraft': () => null,
    'workflow.pasted': () => SAVED[0]?.script ?? '',
    'workflow.save': () => 'review-changes',
    'workflow.launch': () => runs[0] ?? null,
    'workflow.fork': find,
    'workflow.pause': (asked: { workflowRunId: string }) => {
      change(find(asked), { pausing: true })
      return null
    },
    'workflow.stop': (asked: { workflowRunId: string }) => {
      change(find(asked), { state: 'stopped', endedAt: Date.now() })
      return null
    },
    'workflow.resume': (asked: { workflowRunId: string }) => change(find(asked), { state: 'running' }),
    'workflow.skipAgent': () => null,
    'workflow.retryAgent': () => null,
    'workflow.stopAgent': () => null,
    'workflow.agent': () => ({
      prompt:
        'Try to refute this finding. Answer with the schema. Finding F7: totals.ts serialises cents as a float.',
      whole: true,
      value: {
        finding: 'F7',
        verdict: 'confirmed',
        confidence: 0.82,
        evidence: [
          { file: 'src/api/totals.ts', line: 18 },
          { file: 'src/api/export.ts', line: 64 },
        ],
      },
    }),
    'workflow.export': () => '/home/lin/code/ledger/.orrery/workflow-runs/7f3a',
  }
  const attach = (sessionId: string): AttachReply | null => {
    if (sessionId === AGENT_SESSION) return { ...chat, draft: '' }
    const run = runs.find((each) => each.sessionId === sessionId)
    if (run === undefined) return null
    if (!calm && run === runs[0]) {
      calm = true
      stormOf(run, send)
    }
    return attachRun(now, run, big)
  }
  return { handlers, attach }
}

function checkOf(script: string): ScriptCheck {
  const line = script.split('\n').findIndex((each) => each.includes('import '))
  const problems =
    line < 0
      ? []
      : [{ line: line + 1, column: 1, message: 'import is not there in a workflow; use agent().', said: [] }]
  return {
    name: 'my-workflow',
    description: 'Says what it does in one sentence.',
    phases: [{ title: 'Look' }, { title: 'Report' }],
    argsSchema: null,
    problems,
  }
}
