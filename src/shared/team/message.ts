import { z } from 'zod'
import type { Millis } from '../ids.ts'
import { PermissionMode } from '../permission/mode.ts'
import { CardId } from './card.ts'

/** The longest text one message may hold, and what one mailbox holds of them. */
export const MAILBOX_LIMITS = {
  textBytes: 64 * 1024,
  /** Total size of a mailbox, in bytes, including read messages. */
  bytes: 4 * 1024 * 1024,
  keptBytes: 2 * 1024 * 1024,
  texts: 1_000,
  keptRead: 200,
  /** Of messages of the app about work, which are no letters. */
  unreadSignals: 2_000,
} as const

/** One line that says what a text is about; the person reads it in the log. */
export const MessageSummary = z.string().trim().min(1).max(200)

/** A text message. Models read no other kind of mailbox message. */
export const TextBody = z.strictObject({
  type: z.literal('text'),
  summary: MessageSummary,
  text: z.string().min(1),
})

const CardMoved = { card: CardId, subject: z.string() }
/** A card was assigned to the recipient or withdrawn from them. */
const TaskAssignment = z.strictObject({ type: z.literal('task_assignment'), ...CardMoved })
const TaskWithdrawn = z.strictObject({ type: z.literal('task_withdrawn'), ...CardMoved })

/**
 * A mailbox message. All kinds but `text` are signals between leads and the app: the app handles them, and
 * models never read them.
 */
export const MessageBody = z.discriminatedUnion('type', [
  TextBody,
  TaskAssignment,
  TaskWithdrawn,
  z.strictObject({ type: z.literal('shutdown_request') }),
  z.strictObject({ type: z.literal('shutdown_approved') }),
  z.strictObject({ type: z.literal('shutdown_rejected') }),
  z.strictObject({ type: z.literal('permission_request'), tool: z.string() }),
  z.strictObject({
    type: z.literal('permission_response'),
    allowed: z.boolean(),
    /** The tool concerned. Missing for a question and in logs of earlier versions. */
    tool: z.exactOptional(z.string()),
  }),
  z.strictObject({ type: z.literal('plan_approval_request'), goal: z.string(), steps: z.number().int() }),
  z.strictObject({ type: z.literal('plan_approval_response'), accepted: z.boolean(), reason: z.string() }),
  /** The new permission mode of a teammate. */
  z.strictObject({ type: z.literal('mode_set_request'), mode: PermissionMode }),
  /** A permission for the whole team, granted by the person to one teammate. */
  z.strictObject({ type: z.literal('team_permission_update'), tool: z.string(), pattern: z.string() }),
  z.strictObject({ type: z.literal('idle') }),
])
export type MessageBody = z.infer<typeof MessageBody>

/** One message, for one of those it is for. */
export type TeamMessage<Body extends MessageBody = MessageBody> = {
  readonly id: number
  /** The same for all copies of what was said to everybody. */
  readonly sent: number
  readonly from: string
  readonly to: string
  readonly toAll: boolean
  readonly body: Body
  readonly at: Millis
  readonly readAt: Millis | null
}

/** A message a model is given to read. */
export type TextMessage = TeamMessage<z.infer<typeof TextBody>>

/** A signal about whose a card is. */
export type CardMessage = TeamMessage<z.infer<typeof TaskAssignment> | z.infer<typeof TaskWithdrawn>>

export function isAboutCard(message: TeamMessage): message is CardMessage {
  return message.body.type === 'task_assignment' || message.body.type === 'task_withdrawn'
}

export function isText(message: TeamMessage): message is TextMessage {
  return message.body.type === 'text'
}
