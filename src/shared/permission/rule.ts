import { z } from 'zod'
import { GrantId, Millis, ProjectId, RequestId, SessionId } from '../ids.ts'

export const Permission = z.enum(['allow', 'ask', 'deny'])
export type Permission = z.infer<typeof Permission>

/**
 * `pattern` matches what the tool acts on: a command for `bash`, a path for file tools, a host for `network`,
 * `name=value` of a repository setting for `git`. `*` matches anything.
 */
export const PermissionRule = z.strictObject({
  tool: z.string(),
  pattern: z.exactOptional(z.string()),
  action: Permission,
})
export type PermissionRule = z.infer<typeof PermissionRule>

/**
 * The scope and duration of a remembered approval. `path` is one of the folders of the request (`foldersOf`).
 */
export const Remember = z.strictObject({
  scope: z.enum(['once', 'session', 'project', 'folder']),
  path: z.exactOptional(z.string()),
  expiresAt: z.exactOptional(Millis),
})
export type Remember = z.infer<typeof Remember>

/** A stored permission. It can be listed and taken back at any time. */
export const Grant = z.strictObject({
  id: GrantId,
  rule: PermissionRule,
  scope: z.enum(['session', 'project', 'folder']),
  sessionId: SessionId.nullable(),
  projectId: ProjectId.nullable(),
  /** The whole path of the folder it holds in; null for one that is not about a folder. */
  path: z.string().nullable(),
  createdAt: Millis,
  expiresAt: Millis.nullable(),
  /** The answer it came from; null where an earlier version did not note it, or the chat is gone. */
  answer: z.strictObject({ sessionId: SessionId, requestId: RequestId, title: z.string() }).nullable(),
  /** Number of uses and time of the last one; null for never. */
  uses: z.number(),
  lastUsedAt: Millis.nullable(),
})
export type Grant = z.infer<typeof Grant>
