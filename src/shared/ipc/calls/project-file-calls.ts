import { z } from 'zod'
import {
  type FileMatches,
  type FolderEntries,
  type KeptText,
  MOST_EDITED,
  type OpenedFile,
  type SavedFile,
} from '../../file/project-file.ts'
import { ProjectId } from '../../ids.ts'
import { call, personCall } from '../call.ts'

const FilePath = z
  .string()
  .min(1)
  .max(4_096)
  .refine((path) => !path.includes('\0'))
const Fingerprint = z.string().regex(/^[0-9a-f]{64}$/)
const Text = z.string().max(MOST_EDITED * 2)
const ofFile = { projectId: ProjectId, path: FilePath } as const
/** A file of the project; null for its folder. */
const ofPlace = { projectId: ProjectId, path: FilePath.nullable() } as const

/** Calls about the files of a project. Paths are relative to its folder, and lead to nothing outside of it. */
export const PROJECT_FILE_CALLS = {
  /** Reads a file for the viewer. Nothing in the project runs. */
  'file.open': call<OpenedFile>()(() => z.strictObject(ofFile)),
  /** Returns the fingerprints of text files as they are now; null for one that is gone or no text. */
  'file.stamps': call<readonly (string | null)[]>()(() =>
    z.strictObject({ projectId: ProjectId, paths: z.array(FilePath).min(1).max(50) }),
  ),
  /**
   * Writes a text over the file with the fingerprint `base`, or as a new file for null. Any other file stays as it
   * is. Needs trust.
   */
  'file.save': personCall<SavedFile>()(() =>
    z.strictObject({ ...ofFile, text: Text, base: Fingerprint.nullable() }),
  ),
  /** Stores an unsaved text; null forgets it. */
  'file.keep': call<null>()(() =>
    z.strictObject({
      ...ofFile,
      kept: z.strictObject({ text: Text, base: Fingerprint.nullable() }).nullable(),
    }),
  ),
  /** Returns the unsaved texts of a project. */
  'file.kept': call<readonly KeptText[]>()(() => z.strictObject({ projectId: ProjectId })),
  /** Lists folders of a project by their paths, `.` for its own; null for one that is gone. */
  'file.folders': call<readonly (FolderEntries | null)[]>()(() =>
    z.strictObject({ projectId: ProjectId, paths: z.array(FilePath).min(1).max(300) }),
  ),
  /** Finds lines in the files of a project. A new search of the window ends the one before. */
  'file.find': call<FileMatches>()(() =>
    z.strictObject({
      projectId: ProjectId,
      words: z
        .string()
        .min(1)
        .max(1_000)
        .refine((words) => !words.includes('\0')),
      isPattern: z.boolean(),
      matchCase: z.boolean(),
    }),
  ),
  /** Shows a file or the project's folder in the file manager of the system. */
  'file.reveal': call<null>()(() => z.strictObject(ofPlace)),
  /** Opens a file, at a line, or the project's folder in the person's editor. */
  'file.openInEditor': call<null>()(() =>
    z.strictObject({ ...ofPlace, line: z.number().int().min(1).max(10_000_000).nullable() }),
  ),
  /** Copies the full path of a file or of the project's folder. */
  'file.copyPath': call<null>()(() => z.strictObject(ofPlace)),
} as const
