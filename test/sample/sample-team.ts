import type { AgentRun, AgentRunState } from '#shared/agent/agent-run.ts'
import { TeamId } from '#shared/ids.ts'
import type { Card, CardStatus } from '#shared/team/card.ts'
import type { TeamMessage } from '#shared/team/message.ts'
import type { PastTeam, TeamView } from '#shared/team/team.ts'
import { LEDGER, OPEN_SESSION, sessionId } from './sample-app.ts'
import { sampleChildren } from './sample-children.ts'

const MINUTE = 60_000
const MEMBERS = [
  ['mira', 'build', 'waiting', 378_000],
  ['tomas', 'build', 'running', 291_000],
  ['ines', 'explore', 'running', 72_000],
  ['bo', 'review', 'done', 55_000],
] as const satisfies readonly (readonly [string, string, AgentRunState, number])[]

/** A team at work for the chat of the pictures. */
export function sampleTeam(now: number): TeamView {
  return {
    team: {
      id: TeamId.parse('tea_invoice000'),
      name: 'invoice-migration',
      chatId: OPEN_SESSION,
      projectId: LEDGER,
      createdAt: now - 40 * MINUTE,
      endedAt: null,
      limits: {
        warnCost: 3,
        stopCost: 5,
        warnTokens: null,
        stopTokens: null,
        warnMinutes: null,
        stopMinutes: 60,
      },
    },
    members: MEMBERS.map(([name, agentId]) => ({
      name,
      agentId,
      sessionId: sessionId(name),
      state: 'active',
      problem: null,
      joinedAt: now - 38 * MINUTE,
    })),
    cards: cards(now),
    messages: messages(now),
  }
}

/** Teams that were dissolved. */
export function samplePast(now: number): readonly PastTeam[] {
  const { team } = sampleTeam(now)
  const ended = {
    ...team,
    id: TeamId.parse('tea_docs0000000'),
    name: 'docs-sweep',
    endedAt: now - 90 * MINUTE,
  }
  return [{ team: ended, members: 3, cards: 14, done: 14 }]
}

const workFor = (now: number, state: AgentRun['state'], ms: number) => ({
  ms,
  at: now,
  going: state === 'running' ? 1 : 0,
})

/** What its teammates do. */
export function sampleCrew(now: number): readonly AgentRun[] {
  const [some] = sampleChildren(now, 0)
  if (some === undefined) return []
  return MEMBERS.map(([name, agentId, state, age]) => ({
    ...some,
    sessionId: sessionId(name),
    title: name,
    agentId,
    state,
    background: true,
    startedAt: now - age,
    endedAt: state === 'done' ? now - 20_000 : null,
    doing:
      state === 'running'
        ? { tool: 'bash', args: { command: 'pnpm vitest run export' }, since: now - 20_000 }
        : null,
    teammate: name,
    subtree: { ...some.subtree, worked: workFor(now, state, age) },
  }))
}

function cards(now: number): readonly Card[] {
  const card = (
    id: number,
    subject: string,
    status: CardStatus,
    { owner = null, after = [], age = 0 }: { owner?: string | null; after?: number[]; age?: number },
  ): Card => ({
    id,
    subject,
    status,
    owner,
    blockedBy: after,
    blocks: [],
    metadata: {},
    description:
      'Keep the order of lines; the exporter relies on it.\nThe sample file lies in fixtures/2026-09.',
    createdAt: now - 40 * MINUTE,
    startedAt: status === 'pending' ? null : now - age,
    completedAt: status === 'completed' ? now - age : null,
  })
  return [
    card(1, 'Write down what must not change', 'completed', { owner: 'lead', age: 31 * MINUTE }),
    card(2, 'Map the export code', 'completed', { owner: 'tomas', age: 26 * MINUTE }),
    card(3, 'Agree on the rounding rule', 'completed', { owner: 'lead', age: 21 * MINUTE }),
    card(4, 'Collect real invoices as fixtures', 'completed', { owner: 'ines', age: 14 * MINUTE }),
    card(5, 'Reproduce the missing cent', 'completed', { owner: 'bo', age: 9 * MINUTE }),
    card(6, 'Move line totals to splitTax', 'in_progress', { owner: 'mira', age: 378_000 }),
    card(7, 'Write the new CSV exporter', 'in_progress', { owner: 'tomas', age: 291_000 }),
    card(8, 'List every field the bank expects', 'in_progress', { owner: 'ines', age: 72_000 }),
    card(9, 'Remove the old exporter', 'pending', { after: [7, 8] }),
    card(10, 'Update the import guide', 'pending', { after: [8] }),
    card(11, 'Review rounding in credit notes', 'pending', { owner: 'bo', after: [6] }),
    card(12, 'Measure export of 10,000 invoices', 'pending', {}),
  ]
}

function messages(now: number): readonly TeamMessage[] {
  const said = (id: number, from: string, to: string, summary: string, age: number): TeamMessage => ({
    id,
    sent: id,
    from,
    to,
    toAll: to === '*',
    at: now - age * MINUTE,
    readAt: null,
    body: { type: 'text', summary, text: `${summary}.\nThe whole of it is in docs/invoice-format.md.` },
  })
  const signal = (id: number, from: string, body: TeamMessage['body'], age: number): TeamMessage => ({
    id,
    sent: id,
    from,
    to: 'lead',
    toAll: false,
    body,
    at: now - age * MINUTE,
    readAt: now,
  })
  return [
    signal(6, 'mira', { type: 'permission_request', tool: 'edit' }, 1),
    said(5, 'mira', 'lead', 'splitTax keeps the order of lines; the exporter may rely on it', 3),
    signal(4, 'bo', { type: 'idle' }, 5),
    said(3, 'lead', '*', 'Rounding rule is settled: once per invoice, largest remainder first', 8),
    said(2, 'ines', 'tomas', 'The bank wants a comma in amounts and a point in rates; sample in #8', 12),
    signal(1, 'lead', { type: 'task_assignment', card: 11, subject: 'Review rounding in credit notes' }, 15),
  ]
}
