import { z } from 'zod'
import type { CacheLedger } from '../../context/cache-ledger.ts'
import { ChatPolicy } from '../../context/chat-policy.ts'
import type { InstructionsRefreshed, InstructionsView } from '../../context/instructions-view.ts'
import { LongChats } from '../../context/long-chats.ts'
import type { PolicyInForce } from '../../context/policy-in-force.ts'
import { type RequestReport, type RequestTaken, RequestWhen } from '../../context/report.ts'
import { EventId, SessionId } from '../../ids.ts'
import { NoteContent, NoteKey } from '../../session/notes/note.ts'
import { call } from '../call.ts'

const ofSession = z.strictObject({ sessionId: SessionId })
const ofRequest = z.strictObject({ sessionId: SessionId, when: RequestWhen })

/** Calls to inspect requests and to export them without secrets. */
export const CONTEXT_CALLS = {
  /** Returns the outcome of every event of the branch; null before the first request. */
  'context.report': call<RequestReport | null>()(() => ofRequest),
  /** By which policy the next run builds its requests, and who settled it; null when the model is not set up any more. */
  'context.policy': call<PolicyInForce | null>()(() => ofSession),
  /** Returns what the requests of a branch read from the provider's cache. */
  'context.cache': call<CacheLedger>()(() => ofSession),
  /** Main puts the request on the clipboard: it never passes through a window. */
  'context.copyRequest': call<RequestTaken>()(() => ofRequest),
  /** Main asks where to. Null: the person thought better of it. */
  'context.saveRequest': call<(RequestTaken & { readonly fileName: string }) | null>()(() => ofRequest),
  /** Returns the frozen instructions and the current state of their files. */
  'instructions.view': call<InstructionsView>()(() => ofSession),
  /** Tells the model from its next request on what the files say now. */
  'instructions.refresh': call<InstructionsRefreshed>()(() => ofSession),
  /** Takes a refresh back. `eventId` is what it answered with as `before`. */
  'instructions.restore': call<null>()(() => z.strictObject({ sessionId: SessionId, eventId: EventId })),
  /** Returns the settings for long chats. */
  'context.longChats': call<LongChats>()(() => z.strictObject({})),
  /** Settles it, in `config.toml`. It holds from the next run on. */
  'context.setLongChats': call<LongChats>()(() => LongChats),
  /** Returns what the person's file says about requests, profiles and old chats. */
  'context.chatPolicy': call<ChatPolicy>()(() => z.strictObject({})),
  /** Writes it into `config.toml`. It applies from the next run on. */
  'context.setChatPolicy': call<ChatPolicy>()(() => ChatPolicy),
  /** Writes a note of the chat, or takes it away. Its agent hears of it before the next request. */
  'note.set': call<null>()(() =>
    z.strictObject({ sessionId: SessionId, key: NoteKey, content: NoteContent.nullable() }),
  ),
} as const
