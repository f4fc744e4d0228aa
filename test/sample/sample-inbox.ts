import { RequestId, RunId, SessionId, WorkflowRunId } from '#shared/ids.ts'
import type { ProcessLine } from '#shared/process/process.ts'
import type { InboxItem } from '#shared/session/interactions/inbox.ts'
import { LEDGER, OPEN_SESSION } from './sample-app.ts'

const SECOND = 1_000
const request = (id: string) => RequestId.parse(`req_${id.padEnd(10, '0')}`)
const session = (id: string) => SessionId.parse(`ses_${id.padEnd(10, '0')}`)
const RUN = WorkflowRunId.parse('wfr_7f3a000000')

function command(id: string, text: string, rule: string, askedAt: number): InboxItem['ask'] {
  return {
    requestId: request(id),
    what: 'permission',
    prompt: 'Run',
    tool: 'bash',
    args: { command: text },
    agentId: 'build',
    cwd: '/home/lin/code/ledger',
    proposedRules: [{ tool: 'bash', pattern: rule, action: 'allow' }],
    preview: { kind: 'command', command: text, timeoutMs: 120_000 },
    askedAt,
  }
}

/** What waits for the person: a child of a chat, agents of a workflow and chats. */
export function sampleInbox(now: number): readonly InboxItem[] {
  const edit: InboxItem['ask'] = {
    requestId: request('edit'),
    what: 'permission',
    prompt: 'Edit',
    tool: 'edit',
    agentId: 'build',
    cwd: '/home/lin/code/ledger',
    proposedRules: [{ tool: 'edit', pattern: 'src/billing/**', action: 'allow' }],
    askedAt: now - 84 * SECOND,
    preview: {
      kind: 'diff',
      diff: {
        path: 'src/billing/credit.ts',
        added: 1,
        removed: 1,
        cut: false,
        hunks: [
          {
            oldStart: 87,
            newStart: 87,
            lines: [
              ' const tax = sum(',
              '-  lines.map((l) => roundLine(l))',
              '+  splitTax(lines, rate)',
              ' );',
            ],
          },
        ],
      },
    },
  }
  const workflow = { kind: 'workflow', workflowRunId: RUN, run: 'review-changes' } as const
  const vote = (nth: number, age: number): InboxItem => ({
    sessionId: session(`vote${nth}`),
    projectId: LEDGER,
    title: `F7 vote ${nth}`,
    asker: workflow,
    ask: command(
      `vote${nth}`,
      `pnpm vitest run totals-${nth} --reporter=dot`,
      'pnpm vitest run *',
      now - age * SECOND,
    ),
  })
  return [
    {
      sessionId: session('mira'),
      projectId: LEDGER,
      title: 'Move line totals',
      asker: { kind: 'child', parentSessionId: OPEN_SESSION, parentTitle: 'Fix VAT rounding' },
      ask: edit,
    },
    vote(1, 71),
    vote(2, 70),
    {
      sessionId: OPEN_SESSION,
      projectId: LEDGER,
      title: 'Fix VAT rounding',
      asker: { kind: 'chat' },
      ask: command(
        'vat',
        'pnpm vitest run billing --reporter=dot && pnpm tsc --noEmit',
        'pnpm tsc *',
        now - 38 * SECOND,
      ),
    },
    {
      sessionId: session('import'),
      projectId: LEDGER,
      title: 'Plan the importer',
      asker: { kind: 'chat' },
      ask: {
        requestId: request('ask'),
        what: 'question',
        prompt: 'Should credit notes keep their own number range, or share the one of invoices?',
        choices: ['Their own', 'The one of invoices'],
        askedAt: now - 12 * SECOND,
      },
    },
  ]
}

/** What of the machine the app uses. */
export function sampleProcesses(now: number): readonly ProcessLine[] {
  const line = (
    pid: number,
    command: string,
    kind: ProcessLine['kind'],
    more: Partial<ProcessLine> = {},
  ) => ({
    id: `pid_${pid}`,
    kind,
    owner: null,
    command,
    pid,
    count: 1,
    cpu: 0.01,
    memory: 48e6,
    startedAt: now - 720 * SECOND,
    canStop: false,
    ...more,
  })
  const run = (nth: number, command: string, title: string, more: Partial<ProcessLine>) =>
    line(8100 + nth, command, 'command', {
      id: `prog_${nth}`,
      owner: { sessionId: OPEN_SESSION, runId: RunId.parse('run_sample0000'), agentId: 'build', title },
      canStop: true,
      ...more,
    })
  return [
    run(1, 'pnpm vitest run export --reporter=dot', 'Write the new CSV exporter', {
      count: 6,
      cpu: 1.84,
      memory: 612e6,
      startedAt: now - 41 * SECOND,
    }),
    run(2, 'npm run dev', 'Fix VAT rounding on split invoices', {
      count: 3,
      cpu: 0.02,
      memory: 184e6,
      startedAt: now - 3_900 * SECOND,
    }),
    line(8000, '/opt/orrery/orrery', 'app', { cpu: 0.04, memory: 131e6 }),
    line(8011, '/opt/orrery/orrery --type=renderer', 'window', { cpu: 0.06, memory: 158e6 }),
    line(8012, '/opt/orrery/orrery --type=gpu-process', 'graphics'),
    line(8090, '/opt/orrery/rg --json --hidden taxOf(', 'search', { cpu: 0.91, memory: 9e6 }),
  ]
}
