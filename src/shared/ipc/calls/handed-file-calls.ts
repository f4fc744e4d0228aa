import { z } from 'zod'
import type { HandedText } from '../../file/handed-file.ts'
import { BlobId, SessionId } from '../../ids.ts'
import { call } from '../call.ts'

const ofHanded = { sessionId: SessionId, blobId: BlobId } as const

/** Calls about files that agents handed to the person. A window names the stored copy; main reads the path in the log. */
export const HANDED_FILE_CALLS = {
  /** Opens the file where it is now, unless opening may run it. */
  'handed.open': call<null>()(() => z.strictObject(ofHanded)),
  /** Returns the beginning of a text in another character set than UTF-8, decoded. */
  'handed.text': call<HandedText>()(() => z.strictObject(ofHanded)),
  /** Shows the file in the file manager of the system. */
  'handed.reveal': call<null>()(() => z.strictObject(ofHanded)),
  /** Saves the stored copy. Main asks where to. Null: the person cancelled. */
  'handed.save': call<{ readonly fileName: string } | null>()(() => z.strictObject(ofHanded)),
} as const
