import { z } from 'zod'
import {
  CheckpointDirection,
  type CheckpointPreview,
  type CheckpointResult,
  CheckpointScope,
  type CheckpointUsage,
  FileId,
  type FileLook,
  OverwriteChoice,
  type TouchedFiles,
} from '../../checkpoint/checkpoint.ts'
import { EventId, ProjectId, SessionId } from '../../ids.ts'
import { call } from '../call.ts'

/** All files of the scope, unless some are named. */
const Files = z.exactOptional(z.array(FileId).max(10_000))

const restoring = z.strictObject({
  sessionId: SessionId,
  scope: CheckpointScope,
  files: Files,
  /** Files in conflict that the person chose to overwrite. What they hold is kept first. */
  force: z.exactOptional(z.array(OverwriteChoice).max(10_000)),
})

export const CHECKPOINT_CALLS = {
  /** The files agents of this session have changed, and which of them others have changed since. */
  'checkpoint.files': call<TouchedFiles>()(() => z.strictObject({ sessionId: SessionId })),
  /** The changes that agents made to one file, and any later changes from outside. */
  'checkpoint.look': call<FileLook>()(() =>
    z.strictObject({ sessionId: SessionId, scope: CheckpointScope, file: FileId }),
  ),
  /** Returns the effect that undo or redo would have now. */
  'checkpoint.preview': call<CheckpointPreview>()(() =>
    z.strictObject({
      sessionId: SessionId,
      direction: CheckpointDirection,
      scope: CheckpointScope,
      files: Files,
    }),
  ),
  'checkpoint.undo': call<CheckpointResult>()(() => restoring),
  'checkpoint.redo': call<CheckpointResult>()(() => restoring),
  /** Leaves as they are the files that were being put back when the app ended. */
  'checkpoint.leave': call<null>()(() => z.strictObject({ sessionId: SessionId, begun: EventId })),
  'checkpoint.usage': call<CheckpointUsage>()(() => z.strictObject({ projectId: ProjectId.nullable() })),
} as const
