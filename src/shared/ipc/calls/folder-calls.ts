import { z } from 'zod'
import { ProjectId, SessionId } from '../../ids.ts'
import { type ChatFolders, ExtraFolders } from '../../session/extra-folders.ts'
import { call, personCall } from '../call.ts'

const PathText = z.string().trim().min(1).max(4_096)

export const FOLDER_CALLS = {
  /** Adds an extra folder to a chat. A relative path begins at the folder of the chat. Returns the added folder. */
  'folder.add': personCall<string>()(() => z.strictObject({ sessionId: SessionId, path: PathText })),
  /** Returns the folder that a chat would get with its first message; `folders` were chosen before. */
  'folder.check': personCall<string>()(() =>
    z.strictObject({ projectId: ProjectId, folders: ExtraFolders, path: PathText }),
  ),
  /** Removes an extra folder from a chat. */
  'folder.remove': call<null>()(() =>
    z.strictObject({ sessionId: SessionId, path: z.string().min(1).max(4_096) }),
  ),
  /** Main opens the folder dialog of the system. Null: the person cancelled. */
  'folder.pick': call<string | null>()(() => z.strictObject({})),
  /** The chats with extra folders, newest first. */
  'folder.list': call<readonly ChatFolders[]>()(() => z.strictObject({})),
} as const
