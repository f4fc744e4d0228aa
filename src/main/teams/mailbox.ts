import { AppError } from '#shared/errors.ts'
import type { TeamId } from '#shared/ids.ts'
import { say } from '#shared/sentences.ts'
import { isSameName, LEAD, PERSON } from '#shared/team/member-name.ts'
import {
  type CardMessage,
  isAboutCard,
  isText,
  MAILBOX_LIMITS,
  type MessageBody,
  type TeamMessage,
  type TextMessage,
} from '#shared/team/message.ts'
import type { MessageRows, Posting } from './message-rows.ts'

type Deps = {
  readonly rows: MessageRows
  readonly now: () => number
  readonly changed: (teamId: TeamId) => void
}

/** Pending mail of a teammate, in priority order: stop request, messages of the lead, other messages. */
export type Mail = {
  readonly shutdown: TeamMessage | null
  readonly texts: readonly TextMessage[]
  /** Of cards that became theirs, or are it no longer. The app says it in words of its own, as the board stands then. */
  readonly cards: readonly CardMessage[]
  /** Signals that are no request. They are recorded, and no model reads them. */
  readonly others: readonly TeamMessage[]
}

/** Mailboxes by name. Texts are for models to read; signals are for the app. */
export function createMailbox({ rows, now, changed }: Deps) {
  return {
    /** Puts a message into each mailbox, or into none when one of them is full. */
    post: (teamId: TeamId, posting: Omit<Posting, 'at'>): number => {
      checkText(posting.body)
      const sent = rows.post(teamId, { ...posting, at: now() }, () => {
        for (const to of posting.to) makeRoom(rows, teamId, to)
      })
      changed(teamId)
      return sent
    },
    mailOf: (teamId: TeamId, name: string): Mail => {
      const all = rows.unread(teamId, name)
      const texts = all.filter(isText)
      return {
        shutdown: all.find(({ body }) => body.type === 'shutdown_request') ?? null,
        texts: [...texts.filter(isFromAbove), ...texts.filter((text) => !isFromAbove(text))],
        cards: all.filter(isAboutCard),
        others: all.filter(
          (message) => !isText(message) && !isAboutCard(message) && message.body.type !== 'shutdown_request',
        ),
      }
    },
    /** These have reached whom they were for. */
    read: (teamId: TeamId, messages: readonly TeamMessage[]): void => {
      if (messages.length === 0) return
      rows.read(
        messages.map(({ id }) => id),
        now(),
      )
      changed(teamId)
    },
    /** Returns recent messages, newest first. */
    newest: rows.newest,
  }
}

export type Mailbox = ReturnType<typeof createMailbox>

function isFromAbove({ from }: TeamMessage): boolean {
  return isSameName(from, LEAD) || isSameName(from, PERSON)
}

function checkText(body: MessageBody): void {
  if (body.type !== 'text') return
  if (new TextEncoder().encode(body.text).length <= MAILBOX_LIMITS.textBytes) return
  throw AppError.saying('team.refused', say('team.textTooLong', { most: '64 KB' }))
}

/** Trims a mailbox. Throws when too many unread messages remain. */
function makeRoom(rows: MessageRows, teamId: TeamId, name: string): void {
  const { bytes, keptBytes, keptRead, texts, unreadSignals } = MAILBOX_LIMITS
  rows.trim(teamId, name, { messages: keptRead, bytes: keptBytes }, unreadSignals)
  const size = rows.size(teamId, name)
  if (size.bytes <= bytes && size.texts <= texts) return
  throw AppError.saying('team.refused', say('team.mailboxFull', { name }))
}
