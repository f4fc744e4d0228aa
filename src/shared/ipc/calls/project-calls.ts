import { z } from 'zod'
import { ProjectId, SessionId } from '../../ids.ts'
import type { DirectoryListing, DirectorySummary } from '../../project/directory.ts'
import type { Project } from '../../project/project.ts'
import type { UnmatchedPath } from '../../project/unmatched-path.ts'
import { ExtraFolders } from '../../session/extra-folders.ts'
import { call, personCall } from '../call.ts'
import type { FileInput } from './session-calls.ts'

const NOTHING = z.strictObject({})
const PathText = z.string().min(1).max(4_096)

/** A project, and the extra folders that count too: those of a chat, or those chosen for a new one. */
const ofPlace = () => ({
  projectId: ProjectId,
  sessionId: z.exactOptional(SessionId),
  folders: z.exactOptional(ExtraFolders),
})

export const PROJECT_CALLS = {
  'project.list': call<readonly Project[]>()(() => NOTHING),
  'project.add': personCall<Project>()(() => z.strictObject({ path: PathText })),
  /** Points a project whose folder is missing to where the folder is now; its chats move along. */
  'project.locate': personCall<Project>()(() => z.strictObject({ projectId: ProjectId, path: PathText })),
  /** Main opens the system's own folder dialog. `null`: the person cancelled. */
  'project.pick': call<Project | null>()(() => NOTHING),
  'project.rename': call<Project>()(() =>
    z.strictObject({ projectId: ProjectId, name: z.string().trim().min(1).max(200) }),
  ),
  'project.remove': call<null>()(() => z.strictObject({ projectId: ProjectId })),
  'project.trust': call<Project>()(() => z.strictObject({ projectId: ProjectId, trusted: z.boolean() })),
  'project.opened': call<Project>()(() => z.strictObject({ projectId: ProjectId })),
  /**
   * Files of the project whose names fit what was typed, the best first, as paths in it. With extra folders also
   * those of them, as whole paths.
   */
  'project.files': personCall<readonly string[]>()(() =>
    z.strictObject({ ...ofPlace(), typed: z.string().max(200) }),
  ),
  /** The same for folders, each with a slash at its end. */
  'project.folders': personCall<readonly string[]>()(() =>
    z.strictObject({ ...ofPlace(), typed: z.string().min(1).max(200) }),
  ),
  /** Reads a folder of the project or an extra folder so that it can be attached: the names of its files and their texts. */
  'project.readFolder': personCall<FileInput>()(() => z.strictObject({ ...ofPlace(), path: PathText })),
  /** Returns the paths or patterns that match no file of the project, each with a suggestion. */
  'project.unmatched': call<readonly UnmatchedPath[]>()(() =>
    z.strictObject({ projectId: ProjectId, paths: z.array(z.string().min(1).max(1_000)).max(50) }),
  ),
  /** Branches of the project's repository, the one that is checked out first; none where it is no repository. */
  'project.branches': call<readonly string[]>()(() => z.strictObject({ projectId: ProjectId })),
  'directory.list': personCall<DirectoryListing>()(() =>
    z.strictObject({
      path: PathText,
      showHidden: z.boolean(),
      offset: z.number().int().nonnegative(),
      limit: z.number().int().min(1).max(500),
    }),
  ),
  /** The folders shown at the top of the tree: home, then the roots of the machine. */
  'directory.roots': call<readonly { readonly name: string; readonly path: string }[]>()(() => NOTHING),
  'directory.describe': personCall<DirectorySummary>()(() => z.strictObject({ path: PathText })),
  /** Folders that continue what was typed, at most 50, as full paths. */
  'directory.complete': personCall<readonly string[]>()(() =>
    z.strictObject({ text: z.string().max(4_096) }),
  ),
} as const
