import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { type Card, CardDraft, CardId, CardStatus, openBlockers } from '#shared/team/card.ts'
import { isSameName } from '#shared/team/member-name.ts'
import { defineTool, type Tool } from '../../tools/tool.ts'
import type { Board } from '../board.ts'
import type { CardMoves } from '../card-moves.ts'
import type { TeamScheduler } from '../team-scheduler.ts'
import type { Seat, Teams } from '../teams.ts'
import { UNCHECKED, uncheckedOf } from '../verification.ts'
import taskCreateText from './task-create.md?raw'
import taskListText from './task-list.md?raw'
import taskUpdateText from './task-update.md?raw'
import { seatIn } from './team-tools.ts'

export type BoardToolDeps = {
  readonly teams: Pick<Teams, 'seatOf' | 'members' | 'memberOf'>
  readonly board: Board
  readonly moves: CardMoves
  readonly scheduler: Pick<TeamScheduler, 'gaveBack' | 'isBusy'>
}

/** Puts cards on the board of the team. */
export function createTaskCreateTool(deps: () => BoardToolDeps): Tool {
  return defineTool({
    name: 'task_create',
    title: 'Add cards',
    description: taskCreateText,
    schema: z.strictObject({ cards: z.array(CardDraft).min(1).max(50) }),
    parallel: false,
    access: 'read',
    plan: async ({ cards }) => ({
      acts: [],
      preview: { kind: 'args', text: cards.map(({ subject }) => subject).join('\n') },
    }),
    run: async ({ cards }, { sessionId }) => {
      const { teams, board } = deps()
      const { team } = seatIn(teams, sessionId)
      const added = board.add(team.id, cards)
      const lines = added.map(({ id, subject }) => `#${id} ${subject}`)
      return { text: `On the board now:\n${lines.join('\n')}`, isError: false }
    },
  })
}

const UpdateArgs = z.strictObject({
  id: CardId,
  status: z.exactOptional(CardStatus),
  owner: z.exactOptional(z.string().max(60).nullable()),
  subject: z.exactOptional(CardDraft.shape.subject),
  description: z.exactOptional(CardDraft.shape.description),
  blockedBy: z.exactOptional(z.array(CardId).max(100)),
  remove: z.exactOptional(z.literal(true)),
})
type UpdateArgs = z.output<typeof UpdateArgs>

/** Claims, ends, gives back and changes cards. */
export function createTaskUpdateTool(deps: () => BoardToolDeps): Tool {
  return defineTool({
    name: 'task_update',
    title: 'Update card',
    description: taskUpdateText,
    schema: UpdateArgs,
    parallel: false,
    access: 'read',
    plan: async ({ id, status }) => ({
      acts: [],
      preview: { kind: 'args', text: `#${id} ${status ?? ''}`.trim() },
    }),
    run: async (args, { sessionId }) => {
      const seat = seatIn(deps().teams, sessionId)
      return { text: update(deps(), seat, args), isError: false }
    },
  })
}

function update(deps: BoardToolDeps, seat: Seat, args: UpdateArgs): string {
  const { board, moves, scheduler } = deps
  const { team, member } = seat
  const { id, status, owner, remove, ...changes } = args
  if (!seat.mayAll && (owner !== undefined || remove === true || Object.keys(changes).length > 0)) {
    throw AppError.forAgent(
      'tool.failed',
      'Only who leads the team changes whose cards are and what they say.',
    )
  }
  if (remove === true) {
    moves.remove(team, id, seat)
    return `Card #${id} is gone.`
  }
  if (Object.keys(changes).length > 0) board.write(team.id, id, changes)
  if (status === undefined && owner === undefined) return `Card #${id} is changed.`
  const to = owner === undefined ? {} : { owner: ownerOf(deps, seat, owner) }
  const card = moves.move(team, id, { ...to, ...(status === undefined ? {} : { status }) }, seat)
  if (status === 'pending' && member !== null) scheduler.gaveBack(member.sessionId, id)
  if (owner !== undefined) return assigned(card, seat)
  return moved(id, card.status, member !== null) + reminder(board.cards(team.id), card.status, seat.name)
}

/** Returns the owner name for a card. The caller may assign the card to itself. */
function ownerOf({ teams }: BoardToolDeps, { team, name }: Seat, owner: string | null): string | null {
  if (owner === null) return null
  return isSameName(owner, name) ? name : teams.memberOf(team.id, owner).name
}

function assigned({ id, owner, status }: Card, { name }: Seat): string {
  if (owner === null) return `Card #${id} is for anybody now.`
  if (isSameName(owner, name)) return `Card #${id} is yours.`
  return status === 'completed'
    ? `Card #${id} is done, and stands under the name of ${owner}.`
    : `Card #${id} is for ${owner}, who is told.`
}

function moved(id: number, status: Card['status'], isMember: boolean): string {
  if (status === 'in_progress') return `Card #${id} is yours.`
  if (status === 'pending') return `Card #${id} is free again.`
  const next = isMember ? ' When you end your turn you are given the next card that is free.' : ''
  return `Card #${id} is done.${next}`
}

/** Returns a reminder after every few unverified cards of one teammate. */
function reminder(cards: readonly Card[], status: Card['status'], name: string): string {
  if (status !== 'completed') return ''
  const theirs = uncheckedOf(cards).filter(({ owner }) => owner !== null && isSameName(owner, name))
  if (theirs.length === 0 || theirs.length % UNCHECKED !== 0) return ''
  const all = theirs.map(({ id }) => `#${id}`).join(', ')
  return ` You have done ${all}, and nothing of it was checked: run what proves it, or put a card on the board that does, before you go on.`
}

/** Creates the tool that shows the board to team members. */
export function createTaskListTool(deps: () => BoardToolDeps): Tool {
  return defineTool({
    name: 'task_list',
    title: 'Show board',
    description: taskListText,
    schema: z.strictObject({ id: z.exactOptional(CardId) }),
    parallel: true,
    access: 'read',
    plan: async () => ({ acts: [], preview: { kind: 'args', text: '' } }),
    run: async ({ id }, { sessionId }) => {
      const { teams, board, scheduler } = deps()
      const { team } = seatIn(teams, sessionId)
      const cards = board.cards(team.id)
      if (id !== undefined) return { text: wholeCard(cards, id), isError: false }
      const members = teams
        .members(team.id)
        .map(
          (each) =>
            `${each.name} (${each.state === 'active' ? (scheduler.isBusy(each) ? 'at work' : 'idle') : each.state})`,
        )
      const lines = cards.map((card) => lineOf(card, cards))
      const board_ = lines.length === 0 ? 'The board is empty.' : lines.join('\n')
      return { text: `${board_}\n\nTeammates: ${members.join(', ') || 'none yet'}`, isError: false }
    },
  })
}

function lineOf(card: Card, cards: readonly Card[]): string {
  const waits = openBlockers(card, cards)
  const after = waits.length === 0 ? '' : `, waits for ${waits.map((each) => `#${each}`).join(', ')}`
  return `#${card.id} [${card.status}${card.owner === null ? '' : `, ${card.owner}`}${after}] ${card.subject}`
}

function wholeCard(cards: readonly Card[], id: number): string {
  const card = cards.find((each) => each.id === id)
  if (card === undefined) throw AppError.forAgent('tool.failed', `There is no card #${id} on this board.`)
  return `${lineOf(card, cards)}\n\n${card.description}`
}
