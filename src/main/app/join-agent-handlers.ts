import type { SessionId } from '#shared/ids.ts'
import { createResumeAll } from '../agents/after-restart/resume-all.ts'
import { createAgentHandlers } from '../handlers/agent-handlers.ts'
import { createTeamHandlers } from '../handlers/team-handlers.ts'
import type { InWindow } from './in-window.ts'
import type { Rooms } from './open-rooms.ts'

/** More agents paused at a limit than a person reads. */
const MOST_PAUSED = 200

/** Answers calls about agents and their definitions. */
export function agentHandlers({ deps: { shell }, rooms, signal }: InWindow) {
  const { settings } = rooms
  return createAgentHandlers({
    agents: rooms.definitions.agents,
    skills: rooms.definitions.skills,
    turnSkill: rooms.definitions.turnSkill,
    commandFiles: rooms.definitions.commandFiles,
    styles: rooms.definitions.styles,
    agentFiles: rooms.definitions.agentFiles,
    drafts: rooms.definitionDrafts,
    signal,
    children: rooms.agents.children,
    agentRuns: rooms.agents.agentRuns,
    ...goingOn(rooms),
    openPath: shell.openPath,
    allowsBackground: () => settings.current().backgroundAgents,
  })
}

/** Answers calls about teams. */
export function teamHandlers({ rooms, signal }: Omit<InWindow, 'deps'>) {
  return createTeamHandlers({
    oversight: rooms.teams.oversight,
    teams: rooms.teams.teams,
    teammates: rooms.teams.teammates,
    talk: rooms.teams.talk,
    board: rooms.teams.board,
    moves: rooms.teams.moves,
    mailbox: rooms.teams.mailbox,
    ...heldIn(rooms),
    session: rooms.runtime.sessions.get,
    signal,
  })
}

/** Returns the agent operations beyond the agents room: open questions and resuming all. */
function goingOn(rooms: Rooms) {
  return {
    asking: () => rooms.inbox.list().map(({ sessionId }) => sessionId),
    pausedOnce: () => rooms.storage.reader.stoppedAtLimit(MOST_PAUSED),
    resumeAll: createResumeAll({
      awaited: rooms.agents.awaited,
      children: rooms.agents.children,
      agentRuns: rooms.agents.agentRuns,
      heldAt: rooms.runtime.heldAt,
      log: rooms.runtime.log,
      goOnChat: goOnIn(rooms),
    }),
  }
}

/** Returns the lookup of the limit that blocks a resume. */
const heldIn = ({ runtime: { heldAt } }: Rooms) => ({ heldAt })

/** Resumes an interrupted chat: its plan or its answer. */
function goOnIn({ runtime: { planRuns, branches } }: Rooms) {
  return async (sessionId: SessionId): Promise<void> => {
    if (planRuns.isBrokenOff(sessionId)) await planRuns.goOn(sessionId)
    else branches.goOn(sessionId)
  }
}
