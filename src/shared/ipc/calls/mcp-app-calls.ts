import { z } from 'zod'
import { BlobId, ProjectId, SessionId } from '../../ids.ts'
import type { McpAppCall, McpAppPage } from '../../mcp/app.ts'
import type { McpSkillListing } from '../../mcp/skill-list.ts'
import { call } from '../call.ts'

const Place = () => ({ projectId: ProjectId.nullable(), key: z.string().min(1).max(300) })

export const MCP_APP_CALLS = {
  /** Allows the interactive views of a server as it is configured with this digest; null takes that back. */
  'mcp.allowApps': call<null>()(() =>
    z.strictObject({ ...Place(), digest: z.string().length(64).nullable() }),
  ),
  /** Lists the skills that a server offers. */
  'mcp.skills': call<readonly McpSkillListing[]>()(() => z.strictObject(Place())),
  /** Allows skills of a server as both were seen, beside those allowed before; null switches its skills off. */
  'mcp.allowSkills': call<null>()(() =>
    z.strictObject({
      ...Place(),
      seen: z
        .strictObject({
          digest: z.string().length(64),
          skills: z
            .array(z.strictObject({ uri: z.string().min(1).max(4_000), digest: z.string().length(64) }))
            .max(200),
        })
        .nullable(),
    }),
  ),
  /** Opens a stored view in a frame; null where the views of its server are not allowed. */
  'mcp.openApp': call<McpAppPage | null>()(() =>
    z.strictObject({ ...Place(), html: BlobId, result: BlobId }),
  ),
  /** Calls a tool for a view by the rules of the chat. Rules that ask lead to a question with an id. */
  'mcp.callForApp': call<McpAppCall>()(() =>
    z.strictObject({
      ...Place(),
      sessionId: SessionId,
      tool: z.string().min(1).max(1_000),
      args: z.record(z.string().max(1_000), z.unknown()),
    }),
  ),
  /** Answers the question about a call of a view. */
  'mcp.answerForApp': call<McpAppCall>()(() =>
    z.strictObject({ ask: z.number().int().positive(), allow: z.boolean() }),
  ),
} as const
