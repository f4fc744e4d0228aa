import { type Card, type CardId, openBlockers } from '#shared/team/card.ts'
import { isSameName, LEAD, PERSON } from '#shared/team/member-name.ts'
import type { CardMessage } from '#shared/team/message.ts'
import { cardNotice } from './notices.ts'

/** What one is told of a card that was given to it, or taken from it. */
export type CardNews = {
  readonly card: CardId
  readonly words: string
  /** It is to be at this card now, so it is woken for it. */
  readonly isBegun: boolean
}

/**
 * What these letters come to as the board stands now: one piece of news for each card at most. Of a card that was given
 * and taken again before anybody heard of it, nobody hears.
 */
export function cardNewsOf(
  letters: readonly CardMessage[],
  name: string,
  cards: readonly Card[],
): CardNews[] {
  const firsts = letters.filter(
    ({ body }, at) => letters.findIndex((other) => other.body.card === body.card) === at,
  )
  return firsts.flatMap(({ from, body }): CardNews[] => {
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

/** What one is told whose card was taken from it; `card` as it stands now, null when it is off the board. */
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
