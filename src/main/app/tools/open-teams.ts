import type { Database } from 'better-sqlite3'
import { AppError } from '#shared/errors.ts'
import type { AppEvent } from '#shared/events/delivery.ts'
import type { SessionId, TeamId } from '#shared/ids.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import type { TeamFact } from '#shared/team/team-fact.ts'
import type { Settings } from '../../config/settings.ts'
import type { Clock } from '../../lib/clock.ts'
import type { NewId } from '../../lib/ids.ts'
import type { Logger } from '../../lib/logger.ts'
import type { EventReader } from '../../log/event-reader.ts'
import type { RunHandle } from '../../runs/run/run-handle.ts'
import { createBoard } from '../../teams/board.ts'
import { createCardMoves } from '../../teams/card-moves.ts'
import { createCardRows } from '../../teams/card-rows.ts'
import { createChangeSignal } from '../../teams/change-signal.ts'
import { createMailbox } from '../../teams/mailbox.ts'
import { createMessageRows } from '../../teams/message-rows.ts'
import { createMessaging } from '../../teams/messaging.ts'
import { createOversight, type Oversight } from '../../teams/oversight.ts'
import { createSignals } from '../../teams/signals.ts'
import type { TeamDeps } from '../../teams/team-deps.ts'
import { createTeamOffer } from '../../teams/team-offer.ts'
import { createTeamRows } from '../../teams/team-rows.ts'
import type { Recruit, TeamRuns } from '../../teams/team-runs.ts'
import { createTeamScheduler, type TeamScheduler } from '../../teams/team-scheduler.ts'
import { createTeammateRouting } from '../../teams/teammate-routing.ts'
import { createTeammates } from '../../teams/teammates.ts'
import { createTeams } from '../../teams/teams.ts'
import {
  type BoardToolDeps,
  createTaskCreateTool,
  createTaskListTool,
  createTaskUpdateTool,
} from '../../teams/tools/board-tools.ts'
import {
  createSendMessageTool,
  createTeamCreateTool,
  createTeamDeleteTool,
  TEAMS_OFF,
  type TeamToolDeps,
} from '../../teams/tools/team-tools.ts'
import { createMemberPlanTool, type MemberPlanDeps } from '../../tools/propose-plan/member-plan.ts'
import { createLink } from '../link.ts'

type Deps = {
  readonly db: Database
  readonly clock: Clock
  readonly newId: NewId
  readonly logger: Logger
  readonly sessionOf: (id: SessionId) => SessionRecord | null
  /** The log, for what teammates asked before the app was started. */
  readonly reader: Pick<EventReader, 'asksOf'>
  readonly tell: (event: AppEvent) => void
  /** Hears of cards that were made and done, and of teammates that rest. */
  readonly told: (fact: TeamFact, chatId: SessionId) => void
  readonly settings: Pick<Settings, 'current'>
}

/** Teams: their boards, their mailboxes, and the tools for both. The runs of teammates are joined later. */
export function openTeams({ db, clock, newId, logger, sessionOf, tell, settings, ...outer }: Deps) {
  let joined: TeamRuns | null = null
  // No run starts automatically until the state after a start is repaired.
  let isOpen = false
  const isOn = () => settings.current().teams
  const teamRuns = (): TeamRuns => {
    if (joined !== null) return joined
    throw AppError.forAgent('other', 'Teams are not open yet.')
  }
  const toScheduler = createLink<Pick<TeamScheduler, 'serveAll'>>('the work of teams')
  const toOversight = createLink<Pick<Oversight, 'remindToCheck'>>('the oversight of teams')
  const due = new Set<TeamId>()
  const changes = createChangeSignal(clock)
  // After whatever changed it is done: a card that was given back, or a letter, may be for who rests.
  const changed = (teamId: TeamId): void => {
    if (due.has(teamId)) return
    due.add(teamId)
    queueMicrotask(() => {
      due.delete(teamId)
      if (isOpen && db.open && isOn()) toScheduler.get().serveAll(teamId)
      changes.emit(teamId)
      tell({ kind: 'team.changed', teamId })
    })
  }
  const rows = createTeamRows(db)
  const told = (fact: TeamFact): void => {
    const team = rows.one(fact.teamId)
    if (team !== null) outer.told(fact, team.chatId)
    if (fact.kind === 'TaskCompleted') toOversight.get().remindToCheck(fact.teamId)
  }
  const board = createBoard({ rows: createCardRows(db), now: clock.now, told, changed })
  const mailbox = createMailbox({ rows: createMessageRows(db), now: clock.now, changed })
  const report = (error: unknown) => logger.error('A teammate could not continue', error)
  const deps: TeamDeps = {
    rows,
    board,
    mailbox,
    teamRuns,
    clock,
    newId,
    changes,
    told,
    changed,
    report,
    isOn,
  }
  const scheduler = createTeamScheduler(deps)
  toScheduler.connect(scheduler)
  const teammates = createTeammates(deps, scheduler)
  const talk = createMessaging(deps, scheduler, teammates)
  const moves = createCardMoves(deps, scheduler, teammates)
  const oversight = createOversight(deps)
  toOversight.connect(oversight)
  const teams = createTeams(deps, scheduler, (team, member) => talk.askToStop(team, 'lead', member))
  const tools = toolsOf({
    teams,
    talk,
    board,
    moves,
    scheduler,
    planAccepted: oversight.planAccepted,
    isOn,
    projectOf: (id) => sessionOf(id)?.meta.projectId ?? null,
  })
  return {
    teams,
    teammates,
    talk,
    board,
    moves,
    mailbox,
    scheduler,
    ...tools,
    oversight,
    signals: createSignals({ rows, mailbox, asksOf: outer.reader.asksOf }),
    mail: mailOf({ scheduler, rows, sessionOf }),
    routing: createTeammateRouting({ seatOf: teams.seatOf, scheduler }),
    offerTo: createTeamOffer({ seatOf: teams.seatOf, sessionOf, isOn }),
    recruit: recruitingFor({ isOn, teams, teammates }),
    connect: (runs: TeamRuns): void => {
      joined = runs
    },
    /** Handles teams being switched on: idle teammates check for new work. */
    resume: (): void => {
      for (const { id } of rows.working()) changed(id)
    },
    /** Frees what was begun when the app ended, and lets teams work from now on. Answers with how many were cut off. */
    recover: (newestRun: (sessionId: SessionId) => RunRecord | null): number => {
      const cut = teammates.recover(newestRun)
      talk.catchUp()
      queueMicrotask(() => {
        isOpen = true
      })
      return cut
    },
  }
}

const NO_TEAM = 'There is no team to join. Make one with team_create, or leave out name.'
const NOT_THE_LEAD =
  'Only who leads the team takes teammates in. Ask the lead, or start an agent of your own without name.'

type Recruiting = {
  readonly isOn: () => boolean
  readonly teams: Pick<ReturnType<typeof createTeams>, 'seatOf'>
  readonly teammates: Pick<ReturnType<typeof createTeammates>, 'join'>
}

/** Returns the function that adds a teammate to the caller's team. */
function recruitingFor({ isOn, teams, teammates }: Recruiting) {
  return async (recruit: Omit<Recruit, 'first'>, signal: AbortSignal) => {
    const seat = teams.seatOf(recruit.parent.sessionId)
    if (!isOn()) throw AppError.forAgent('tool.failed', TEAMS_OFF)
    if (seat === null) throw AppError.forAgent('tool.failed', NO_TEAM)
    if (!seat.mayAll) throw AppError.forAgent('tool.failed', NOT_THE_LEAD)
    return teammates.join(seat.team, recruit, signal)
  }
}

/** Creates the tools of leads and of teammates. */
function toolsOf(deps: TeamToolDeps & BoardToolDeps & MemberPlanDeps) {
  const late = () => deps
  const memberTools = [
    createSendMessageTool(late),
    createTaskCreateTool(late),
    createTaskUpdateTool(late),
    createTaskListTool(late),
  ]
  return {
    memberTools: [...memberTools, createMemberPlanTool(late)],
    leadTools: [createTeamCreateTool(late), createTeamDeleteTool(late), ...memberTools],
  }
}

type MailDeps = {
  readonly scheduler: Pick<ReturnType<typeof createTeamScheduler>, 'mailFor'>
  readonly rows: Pick<TeamDeps['rows'], 'bySession'>
  readonly sessionOf: Deps['sessionOf']
}

/** Returns the mail of running teammates, delivered between two requests. */
function mailOf({ scheduler, rows, sessionOf }: MailDeps) {
  const orderFor = ({ sessionId }: RunHandle) => {
    if (sessionOf(sessionId)?.task?.teammate === undefined) return null
    const found = rows.bySession(sessionId)
    return found === null ? null : scheduler.mailFor(found.teamId, found.member)
  }
  return {
    has: (run: RunHandle): boolean => orderFor(run) !== null,
    take: (run: RunHandle): void => {
      const order = orderFor(run)
      if (order === null) return
      const items = order.items.map((payload) => ({ kind: 'harness.item' as const, payload }))
      if (run.publish(items).length > 0) order.begun()
    },
  }
}
