import { z } from 'zod'
import { EventId, ModelRef, ProjectId, SessionId } from '../../ids.ts'
import {
  type ManyExported,
  type SessionExported,
  SessionFileFormat,
  type TranscriptTaken,
} from '../../session/exports/session-file.ts'
import type { SessionListing } from '../../session/session.ts'
import { call } from '../call.ts'

const ofSession = z.strictObject({ sessionId: SessionId })

/** Chats as wholes: copied, written to files and read from them, thrown away and taken back. */
export const SESSION_FILE_CALLS = {
  /** A new chat with everything up to an event; null: with the whole branch that is shown. */
  'session.fork': call<{ readonly sessionId: SessionId }>()(() =>
    z.strictObject({ sessionId: SessionId, eventId: EventId.nullable() }),
  ),
  /** Main asks where to. Null: the person thought better of it. */
  'session.export': call<SessionExported | null>()(() =>
    z.strictObject({ sessionId: SessionId, format: SessionFileFormat, redact: z.boolean() }),
  ),
  /** Writes each chat into a file of a folder that main asks for. Null: the person thought better of it. */
  'session.exportMany': call<ManyExported | null>()(() =>
    z.strictObject({
      sessionIds: z.array(SessionId).min(1).max(1_000),
      format: SessionFileFormat,
      redact: z.boolean(),
    }),
  ),
  /** Imports a file chosen in a dialog of main. `model` applies to transcripts without a usable model. */
  'session.import': call<(TranscriptTaken & { readonly sessionId: SessionId }) | null>()(() =>
    z.strictObject({ projectId: ProjectId, model: ModelRef }),
  ),
  'session.delete': call<null>()(() => ofSession),
  'session.restore': call<null>()(() => ofSession),
  'session.bin': call<readonly SessionListing[]>()(() => z.strictObject({})),
  /** Nothing of what is in the bin can be had back. Answers with how many chats that were. */
  'session.emptyBin': call<number>()(() => z.strictObject({})),
} as const
