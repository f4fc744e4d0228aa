import { z } from 'zod'
import {
  CheckpointDirection,
  type CheckpointPreview,
  type CheckpointResult,
  CheckpointScope,
  type CheckpointUsage,
  FileId,
  OverwriteChoice,
  type TouchedFile,
} from '../../checkpoint/checkpoint.ts'
import { ProjectId, SessionId } from '../../ids.ts'
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
  /** The files agents of this session have changed, without a look at the disk. */
  'checkpoint.files': call<{ readonly files: readonly TouchedFile[] }>()(
    z.strictObject({ sessionId: SessionId }),
  ),
  /** What undo or redo would do now. */
  'checkpoint.preview': call<CheckpointPreview>()(
    z.strictObject({
      sessionId: SessionId,
      direction: CheckpointDirection,
      scope: CheckpointScope,
      files: Files,
    }),
  ),
  'checkpoint.undo': call<CheckpointResult>()(restoring),
  'checkpoint.redo': call<CheckpointResult>()(restoring),
  'checkpoint.usage': call<CheckpointUsage>()(z.strictObject({ projectId: ProjectId.nullable() })),
} as const
