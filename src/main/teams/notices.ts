import type { HarnessItem } from '#shared/context/harness-item.ts'
import { englishOf, type Sentence, say } from '#shared/sentences.ts'
import type { Card, CardId } from '#shared/team/card.ts'
import type { TextMessage } from '#shared/team/message.ts'

const COMMON = { lifetime: 'session', placement: 'in-place' } as const

/** Returns a team message as an item for the model. */
export function messageItem({ from, toAll, body }: TextMessage): HarnessItem {
  return {
    ...COMMON,
    kind: 'team-message',
    origin: 'agent',
    visibility: 'display',
    content: body.text,
    attrs: { from, to: toAll ? 'everybody' : 'you', summary: body.summary },
  }
}

/**
 * Returns a notice of the app for a team agent. `said` is the localised text for the person; the model's text
 * may say more.
 */
export function noticeItem(content: string, said: readonly Sentence[] = []): HarnessItem {
  const data = said.length === 0 ? {} : { data: { said: [...said] } }
  return { ...COMMON, kind: 'team-notice', origin: 'system', visibility: 'compact', content, ...data }
}

/** News of a team: for the model, and in sentences for the person. */
export type TeamNews = { readonly words: string; readonly said: readonly Sentence[] }

/** Returns the notice to the lead about a dead teammate and its released cards. */
export function fallenNews(name: string, problem: string, cards: readonly CardId[]): TeamNews {
  const said = [
    say('team.fell', { name, problem }),
    ...(cards.length === 0 ? [] : [say('team.freeAgain', { cards: cards.map((id) => `#${id}`).join(', ') })]),
    say('team.bringsBack'),
  ]
  return { words: englishOf(said), said }
}

/** Returns the notice to the lead about a teammate that left. */
export function leftNews(name: string): TeamNews {
  const said = [say('team.hasLeft', { name })]
  return { words: englishOf(said), said }
}

/** The stop request as a teammate reads it. The wording is the app's own, and the same for every sender. */
export const SHUTDOWN_NOTICE = `You are asked to stop working for this team. If nothing would be lost, call send_message with to: "lead" and answer: "approve_shutdown", then end your turn. If something has to be finished first, answer: "reject_shutdown" and say in text what and how long it takes.`

/** Returns the notice about a newly claimed card. */
export function cardNotice({ id, subject, description }: Card): string {
  return `Card #${id} of the board is yours now: ${subject}\n\n${description}\n\nWhen it is done, call task_update with id: ${id} and status: "completed". If you cannot do it, set it back to "pending" and tell the lead why.`
}

/** The same for the person. */
export const cardSaid = ({ id, subject }: Card): Sentence =>
  say('team.cardIsTheirs', { id: String(id), subject })

/** The notice to a restarted teammate. */
const BACK_NOTICE =
  'Your work was cut off, and you are back. The cards you had not finished are on the board again, and somebody else may have taken them: call task_list before you go on, and look at the files before you trust what you remember of them.'

/** The notice to a teammate that a limit paused. */
const GO_ON_NOTICE =
  'You were paused because a limit was reached. You may go on now: continue where you stopped.'

/** Notices to a resumed teammate, by the reason it was idle. */
export const ROUSED = {
  back: noticeItem(BACK_NOTICE, [say('team.isBack')]),
  goesOn: noticeItem(GO_ON_NOTICE, [say('team.goesOn')]),
} as const

type Introduction = { readonly name: string; readonly team: string; readonly others: readonly string[] }

/** Returns the introduction of a teammate to its team, shown before its first task. */
export function introduction({ name, team, others }: Introduction): string {
  const known = others.length === 0 ? 'Nobody else has joined yet.' : `The others: ${others.join(', ')}.`
  return `You are ${name}, a teammate in the team “${team}”. Who leads it is called lead. ${known} Nobody reads what you say at the end of a turn: send what others have to know with send_message. Work lies on the board of the team (task_list); when you end your turn without work you are given the next card that is free, and messages wake you.`
}
