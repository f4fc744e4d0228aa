import { afterEach } from 'vitest'
import type { TeamView } from '#shared/team/team.ts'
import { CALLER, openAgentHost } from './agent-host.ts'
import { type Part, respondAs, takeIn, use } from './team-script.ts'

type Host = Awaited<ReturnType<typeof openAgentHost>>
type App = Awaited<ReturnType<Host['start']>>

/** Opens homes whose model plays these parts. Each is closed after its test. */
export function openTeamHosts() {
  let host: Host | null = null
  afterEach(async () => {
    await host?.close()
    host = null
  })
  return async (parts: Readonly<Record<string, Part>>): Promise<Host> => {
    host = await openAgentHost({ respond: respondAs(parts) })
    return host
  }
}

/** The one team there is. */
export const teamOf = async (app: App): Promise<TeamView | undefined> =>
  (await app.handlers['team.list']({ projectId: null }, CALLER))[0]

/** The cards of its board, each as one line. */
export const board = async (app: App) =>
  (await teamOf(app))?.cards.map(({ id, status, owner }) => `#${id} ${status} ${owner}`)

/** The line of its first teammate. */
export const runOfMember = async (app: App) => {
  const sessionId = (await teamOf(app))?.members[0]?.sessionId
  const runs = await app.handlers['agent.runs']({ projectId: null, limit: 50 }, CALLER)
  return runs.find((run) => run.sessionId === sessionId)
}

const CARDS = {
  cards: [
    { subject: 'Read', description: 'Read the readme.' },
    { subject: 'Write', description: 'Write it down.', blockedBy: [1] },
  ],
}

/** Who leads makes a team with two cards and takes these in. */
export const leading =
  (names: readonly string[], then: Part): Part =>
  (newest, request) => {
    if (newest.includes('Begin')) return use('team_create', { name: 'docs' })
    if (newest.includes('you lead it')) return use('task_create', CARDS)
    if (newest.includes('On the board now')) return takeIn(...names)
    return then(newest, request)
  }

/** Says of a card that it is done. */
export const done = (card: number) => use('task_update', { id: card, status: 'completed' })
