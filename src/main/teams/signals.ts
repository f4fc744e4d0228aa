import type { DurableEvent, SessionEvent } from '#shared/events/event.ts'
import type { RunId, SessionId } from '#shared/ids.ts'
import type { PermissionRule } from '#shared/permission/rule.ts'
import type { Interaction } from '#shared/session/interactions/interaction.ts'
import { EVERYBODY, PERSON } from '#shared/team/member-name.ts'
import type { MessageBody } from '#shared/team/message.ts'
import type { TeamDeps } from './team-deps.ts'
import type { TeamRows } from './team-rows.ts'
import { logSignal } from './team-scheduler.ts'

type Asked = Pick<Interaction, 'what' | 'preview' | 'tool' | 'proposedRules'>

type Deps = Pick<TeamDeps, 'mailbox'> & {
  readonly rows: Pick<TeamRows, 'bySession'>
  /** Returns a run's questions to the person from the log. */
  readonly asksOf: (runId: RunId) => readonly DurableEvent[]
}

/**
 * Notes what teammates put to the person, and the answers, as letters: calls that need approval, plans, and what
 * everybody may do from then on. The answer itself goes the way of every approval.
 */
export function createSignals(deps: Deps) {
  const { rows } = deps

  const asked = (sessionId: SessionId, ask: Interaction): void => {
    const found = rows.bySession(sessionId)
    if (found === null) return
    logSignal(deps, found.teamId, { from: found.member.name, to: PERSON, body: requestOf(ask) })
  }

  const answered = (sessionId: SessionId, event: Answer): void => {
    const found = rows.bySession(sessionId)
    const { outcome, value, remember } = event.payload
    // No answer was given: the run ended or no longer needs it.
    if (found === null || outcome === 'expired') return
    const ask = askBehind(deps, event)
    const isYes = outcome === 'approved' || outcome === 'answered'
    const to = found.member.name
    const body: MessageBody =
      ask?.what === 'plan_approval'
        ? {
            type: 'plan_approval_response',
            accepted: isYes,
            reason: isYes || typeof value !== 'string' ? '' : value,
          }
        : {
            type: 'permission_response',
            allowed: isYes,
            ...(ask?.tool === undefined ? {} : { tool: ask.tool }),
          }
    logSignal(deps, found.teamId, { from: PERSON, to, body })
    // Any permission beyond one call applies to the chat, and so to its whole team.
    if (!isYes || ask?.what !== 'permission' || remember === undefined || remember.scope === 'once') return
    for (const { tool, pattern = '*' } of distinct(ask.proposedRules ?? [])) {
      const update = { type: 'team_permission_update', tool, pattern } as const
      logSignal(deps, found.teamId, { from: PERSON, to: EVERYBODY, body: update })
    }
  }

  return {
    /** Called with what happened in the log of a teammate. */
    heard: (sessionId: SessionId, events: readonly SessionEvent[]): void => {
      for (const event of events) {
        if (event.kind === 'interaction.requested') asked(sessionId, event.payload)
        if (event.kind === 'interaction.resolved') answered(sessionId, event)
      }
    },
  }
}

type Answer = Extract<SessionEvent, { kind: 'interaction.resolved' }>

/**
 * Returns the question of an answer. It is read from the log, which also has questions from before a restart.
 */
function askBehind({ asksOf }: Deps, { runId, payload }: Answer): Asked | null {
  if (runId === undefined) return null
  for (const event of asksOf(runId)) {
    if (event.kind === 'interaction.requested' && event.payload.requestId === payload.requestId) {
      return event.payload
    }
  }
  return null
}

function requestOf({ what, preview, tool }: Asked): MessageBody {
  if (what !== 'plan_approval') return { type: 'permission_request', tool: tool ?? '' }
  const plan = preview?.kind === 'plan' ? preview : null
  return { type: 'plan_approval_request', goal: plan?.goal ?? '', steps: plan?.steps.length ?? 0 }
}

function distinct(rules: readonly PermissionRule[]): PermissionRule[] {
  const known = new Map(rules.map((rule) => [`${rule.tool} ${rule.pattern ?? '*'}`, rule]))
  return [...known.values()]
}
