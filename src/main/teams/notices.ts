import type { HarnessItem } from '#shared/context/harness-item.ts'
import { englishOf, type Sentence, say } from '#shared/sentences.ts'
import type { Card, CardId } from '#shared/team/card.ts'
import type { TextMessage } from '#shared/team/message.ts'

const COMMON = { lifetime: 'session', placement: 'in-place' } as const

/** What somebody of the team says, as a model reads it. */
export function messageItem({ from, toAll, body }: TextMessage): HarnessItem {
  return {
    ...{ ...COMMON, kind: 'team-message', origin: 'agent', visibility: 'display', content: body.text },
    attrs: { from, to: toAll ? 'everybody' : 'you', summary: body.summary },
  }
}

/**
 * What the app tells somebody of a team about it. `said` is what the person reads in its place in another language: the
 * words for the model may say more.
 */
export function noticeItem(content: string, said: readonly Sentence[] = []): HarnessItem {
  const data = said.length === 0 ? {} : { data: { said: [...said] } }
  return { ...COMMON, kind: 'team-notice', origin: 'system', visibility: 'compact', content, ...data }
}

/** News of a team: for the model, and in sentences for the person. */
export type TeamNews = { readonly words: string; readonly said: readonly Sentence[] }

/** Who leads is told that somebody lost its work, and which cards are free again. */
export function fallenNews(name: string, problem: string, cards: readonly CardId[]): TeamNews {
  const said = [
    say('team.fell', { name, problem }),
    ...(cards.length === 0 ? [] : [say('team.freeAgain', { cards: cards.map((id) => `#${id}`).join(', ') })]),
    say('team.bringsBack'),
  ]
  return { words: englishOf(said), said }
}

/** Who leads is told that somebody has left. */
export function leftNews(name: string): TeamNews {
  const said = [say('team.hasLeft', { name })]
  return { words: englishOf(said), said }
}

/** What a teammate is told when it is asked to stop. The words are the app's own, whoever asked. */
export const SHUTDOWN_NOTICE = `You are asked to stop working for this team. If nothing would be lost, call send_message with to: "lead" and answer: "approve_shutdown", then end your turn. If something has to be finished first, answer: "reject_shutdown" and say in text what and how long it takes.`

/** What a teammate is told of the card that became its own. */
export function cardNotice({ id, subject, description }: Card): string {
  return `Card #${id} of the board is yours now: ${subject}\n\n${description}\n\nWhen it is done, call task_update with id: ${id} and status: "completed". If you cannot do it, set it back to "pending" and tell the lead why.`
}

/** The same for the person. */
export const cardSaid = ({ id, subject }: Card): Sentence =>
  say('team.cardIsTheirs', { id: String(id), subject })

/** What a teammate is told when it is brought back. */
const BACK_NOTICE =
  'Your work was cut off, and you are back. The cards you had not finished are on the board again, and somebody else may have taken them: call task_list before you go on, and look at the files before you trust what you remember of them.'

/** What a teammate is told that a limit has paused. */
const GO_ON_NOTICE =
  'You were paused because a limit was reached. You may go on now: continue where you stopped.'

/** What a teammate is told when it is let go on, by why it did not work. */
export const ROUSED = {
  back: noticeItem(BACK_NOTICE, [say('team.isBack')]),
  goesOn: noticeItem(GO_ON_NOTICE, [say('team.goesOn')]),
} as const

type Introduction = { readonly name: string; readonly team: string; readonly others: readonly string[] }

/** What a teammate is told of itself and of the others before its first task. */
export function introduction({ name, team, others }: Introduction): string {
  const known = others.length === 0 ? 'Nobody else has joined yet.' : `The others: ${others.join(', ')}.`
  return `You are ${name}, a teammate in the team “${team}”. Who leads it is called lead. ${known} Nobody reads what you say at the end of a turn: send what others have to know with send_message. Work lies on the board of the team (task_list); when you end your turn without work you are given the next card that is free, and messages wake you.`
}
