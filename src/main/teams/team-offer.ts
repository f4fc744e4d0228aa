import type { SessionId } from '#shared/ids.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import type { Teams } from './teams.ts'

/** The tool that creates a team, and the tools for team members only. */
const CREATE = 'team_create'
const WITHIN: ReadonlySet<string> = new Set([
  ...['team_delete', 'send_message', 'task_create', 'task_update', 'task_list'],
])

type Deps = {
  readonly seatOf: Teams['seatOf']
  readonly sessionOf: (id: SessionId) => Pick<SessionRecord, 'task' | 'parentSessionId'> | null
  /** False while the person has switched teams off. */
  readonly isOn: () => boolean
}

/**
 * Selects the team tools for an agent: a possible lead gets the creation tool, members get the others. None
 * while teams are switched off.
 */
export function createTeamOffer({ seatOf, sessionOf, isOn }: Deps) {
  const isSeated = (sessionId: SessionId): boolean => {
    const session = sessionOf(sessionId)
    // A copy begins with the same words as what it copies, tools included.
    return seatOf(session?.task?.fork === true ? (session.parentSessionId ?? sessionId) : sessionId) !== null
  }
  return (sessionId: SessionId): ((tool: string) => boolean) => {
    // Looked for once for all tools of a request, and not at all when none of them is about teams.
    let seated: boolean | null = null
    return (tool) => {
      if (tool !== CREATE && !WITHIN.has(tool)) return true
      if (!isOn()) return false
      seated ??= isSeated(sessionId)
      return seated === (tool !== CREATE)
    }
  }
}
