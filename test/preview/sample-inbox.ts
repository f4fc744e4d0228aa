import { RequestId, SessionId, WorkflowRunId } from '#shared/ids.ts'
import type { InboxItem } from '#shared/session/inbox.ts'
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
