import { type Card, type CardId, openBlockers } from '#shared/team/card.ts'
import { isSameName, LEAD, PERSON } from '#shared/team/member-name.ts'
import type { CardMessage } from '#shared/team/message.ts'
import { cardNotice } from './notices.ts'

/** A notice about an assigned or withdrawn card. */
export type CardNotice = {
  readonly card: CardId
  readonly words: string
  /** It is to be at this card now, so it is woken for it. */
  readonly isBegun: boolean
}

/**
 * Merges card messages with the current board: at most one notice per card. A card assigned and withdrawn
 * before delivery gives no notice.
 */
export function cardNoticesOf(
  letters: readonly CardMessage[],
  name: string,
  cards: readonly Card[],
): CardNotice[] {
  const firsts = letters.filter(
    ({ body }, at) => letters.findIndex((other) => other.body.card === body.card) === at,
  )
  return firsts.flatMap(({ from, body }): CardNotice[] => {
    const card = cards.find(({ id }) => id === body.card) ?? null
    if (card !== null && isWith(card, name) && (card.status !== 'completed' || isGiven(body)))
      return [{ card: card.id, words: given(card, cards), isBegun: card.status === 'in_progress' }]
    if (isGiven(body)) return []
    const words = takenNotice({ id: body.card, subject: body.subject }, { card, from, name })
    return [{ card: body.card, words, isBegun: false }]
  })
}

const isGiven = ({ type }: CardMessage['body']): boolean => type === 'task_assignment'
const isWith = ({ owner }: Card, name: string): boolean => owner !== null && isSameName(owner, name)

function given(card: Card, cards: readonly Card[]): string {
  const head = `Card #${card.id} of the board`
  if (card.status === 'in_progress') return cardNotice(card)
  if (card.status === 'completed') return `${head} is done and stands under your name now: ${card.subject}`
  const blockers = openBlockers(card, cards)
  const when =
    blockers.length === 0
      ? 'You are given it when you end your turn, before any card that is for anybody.'
      : `It waits for ${blockers.map((id) => `#${id}`).join(', ')}; once that is done you are given it.`
  return `${head} is meant for you: ${card.subject}. ${when}`
}

/**
 * Returns the notice about a withdrawn card. `card` is its current state, null after removal from the board.
 */
export function takenNotice(
  { id, subject }: Pick<Card, 'id' | 'subject'>,
  { card, from, name }: { readonly card: Card | null; readonly from: string; readonly name: string },
): string {
  const head = `Card #${id}`
  if (card === null) return `${head} was taken off the board: ${subject}. Do not go on with it.`
  if (isWith(card, name))
    return `${head} was set to done by ${called(from)}: ${subject}. Do not go on with it.`
  const away = `${head} is not yours any more: ${subject}. Do not go on with it, and do not set it to done.`
  if (card.owner === null) return `${away} It is free for anybody.`
  const to = `${away} It was given to ${called(card.owner)}`
  if (card.status === 'completed') return `${to} and is done.`
  if (isSameName(card.owner, PERSON)) return `${to}.`
  return `${to}. Tell ${card.owner} with send_message what is done of it, and in which files.`
}

function called(name: string): string {
  if (isSameName(name, PERSON)) return 'the person'
  return isSameName(name, LEAD) ? 'the lead' : name
}
