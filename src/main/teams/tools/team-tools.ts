import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import { MessageSummary } from '#shared/team/message.ts'
import { TeamName } from '#shared/team/team.ts'
import { defineTool, type Tool } from '../../tools/tool.ts'
import type { Messaging } from '../messaging.ts'
import type { Seat, Teams } from '../teams.ts'
import sendMessageText from './send-message.md?raw'
import teamCreateText from './team-create.md?raw'
import teamDeleteText from './team-delete.md?raw'

export type TeamToolDeps = {
  readonly teams: Pick<Teams, 'seatOf' | 'create' | 'dissolve' | 'memberOf'>
  readonly talk: Pick<Messaging, 'say' | 'askToStop' | 'answerStop'>
  readonly projectOf: (sessionId: SessionId) => ProjectId | null
  /** False while the person has switched teams off. */
  readonly isOn: () => boolean
}

/** The error for team tools while teams are switched off. */
export const TEAMS_OFF = 'Teams are switched off. The person can switch them on in the settings, under Chats.'

/** Told when there is a team to lead, and not in every request of everybody who might make one. */
const HOW_TO_LEAD =
  'Put the work on the board with task_create, and take teammates in with the agent tool: `name` is how everybody calls ' +
  'them, `prompt` their first task; with `plans` one changes nothing until its plan is accepted. They take free cards by themselves, one after the other. What they say at the end of a ' +
  'turn reaches nobody; they write to you with send_message. You are told when one is idle: end your turn and wait for ' +
  'that, do not ask. When all is done, check the work and dissolve the team with team_delete.'

/** These tools affect only the team, so they need no approval. */
const plain = async (text: string) => ({ acts: [], preview: { kind: 'args', text } as const })

/** Makes a team of the chat it is called in. */
export function createTeamCreateTool(deps: () => TeamToolDeps): Tool {
  return defineTool({
    name: 'team_create',
    title: 'Create team',
    description: teamCreateText,
    schema: z.strictObject({ name: TeamName }),
    parallel: false,
    access: 'read',
    plan: ({ name }) => plain(name),
    run: async ({ name }, { sessionId }) => {
      const { teams, projectOf, isOn } = deps()
      if (!isOn()) throw AppError.forAgent('tool.failed', TEAMS_OFF)
      teams.create(sessionId, projectOf(sessionId), name)
      return { text: `The team “${name}” is there, and you lead it. ${HOW_TO_LEAD}`, isError: false }
    },
  })
}

/** Dissolves the team of the chat it is called in. */
export function createTeamDeleteTool(deps: () => TeamToolDeps): Tool {
  return defineTool({
    name: 'team_delete',
    title: 'Dissolve team',
    description: teamDeleteText,
    schema: z.strictObject({ waitSeconds: z.exactOptional(z.number().int().min(0).max(600)) }),
    parallel: false,
    access: 'read',
    plan: () => plain(''),
    run: async ({ waitSeconds = 60 }, { sessionId }, signal) => {
      const { teams } = deps()
      const { team } = leadOf(seatIn(teams, sessionId))
      await teams.dissolve(team, waitSeconds * 1_000, signal)
      return { text: `The team “${team.name}” is dissolved.`, isError: false }
    },
  })
}

const MessageArgs = z
  .strictObject({
    to: z.string().min(1).max(60),
    summary: z.exactOptional(MessageSummary),
    text: z.exactOptional(z.string().trim().min(1).max(70_000)),
    ask: z.exactOptional(z.literal('shutdown')),
    answer: z.exactOptional(z.enum(['approve_shutdown', 'reject_shutdown'])),
  })
  .refine(({ text, summary }) => text === undefined || summary !== undefined, {
    path: ['summary'],
    message: 'A text needs a summary: one line that says what it is about.',
  })
  .refine(({ text, ask, answer }) => text !== undefined || ask !== undefined || answer !== undefined, {
    path: ['text'],
    message: 'There is nothing to send.',
  })
  .refine(({ to, ask, answer }) => to !== '*' || (ask === undefined && answer === undefined), {
    path: ['to'],
    message: 'Only text goes to everybody.',
  })

/** Creates the tool to message a teammate, request a stop or answer such a request. */
export function createSendMessageTool(deps: () => TeamToolDeps): Tool {
  return defineTool({
    name: 'send_message',
    title: 'Message',
    description: sendMessageText,
    schema: MessageArgs,
    parallel: false,
    access: 'read',
    plan: ({ to, summary, text }) => plain(`${to}: ${summary ?? ''}\n\n${text ?? ''}`),
    run: async ({ to, summary, text, ask, answer }, { sessionId }) => {
      const { teams, talk } = deps()
      const seat = seatIn(teams, sessionId)
      const said: string[] = []
      if (text !== undefined && summary !== undefined) {
        const names = talk.say(seat.team, seat.name, seat.mayAll, { to, summary, text })
        said.push(`Sent to ${names.join(', ')}.`)
      }
      if (ask !== undefined) {
        talk.askToStop(leadOf(seat).team, seat.name, teams.memberOf(seat.team.id, to))
        said.push(`${to} is asked to stop. You are told when it has.`)
      }
      if (answer !== undefined) said.push(answerOf(talk, seat, answer === 'approve_shutdown'))
      return { text: said.join(' '), isError: false }
    },
  })
}

function answerOf(talk: TeamToolDeps['talk'], { team, member }: Seat, agrees: boolean): string {
  if (member === null) throw AppError.forAgent('tool.failed', 'Who leads a team is not asked to stop.')
  talk.answerStop(team, member, agrees)
  return agrees ? 'You have left the team. End your turn now.' : 'You stay. Go on with your work.'
}

/** Returns the caller's team membership. Throws, worded for the model, outside a team. */
export function seatIn(teams: Pick<Teams, 'seatOf'>, sessionId: SessionId): Seat {
  const seat = teams.seatOf(sessionId)
  if (seat !== null) return seat
  throw AppError.forAgent(
    'tool.failed',
    'There is no team here. team_create makes one, in the chat that leads it.',
  )
}

function leadOf(seat: Seat): Seat {
  if (seat.mayAll) return seat
  throw AppError.forAgent('tool.failed', 'Only who leads the team may do this.')
}
