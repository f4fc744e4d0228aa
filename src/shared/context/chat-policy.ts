import { z } from 'zod'
import { ContextProfile, ProfileName } from '../config/context-table.ts'

/** The choices for filling requests that hold for all chats, beside those of long chats. Missing: as the app does. */
const RequestChoices = ContextProfile.pick({
  reserveOutput: true,
  systemFraction: true,
  toolOutputMaxChars: true,
  toolOutputKeepTurns: true,
  alwaysKeepKinds: true,
  truncation: true,
})
export type RequestChoices = z.infer<typeof RequestChoices>

/** The settings of requests, profiles and old chats in the person's own file. */
export const ChatPolicy = z.strictObject({
  /** Days without anything new after which a chat is archived; null for never. */
  archiveDays: z.number().int().min(1).max(3_650).nullable(),
  requests: RequestChoices,
  /** The profile that counts unless a model, an agent or a chat has another; null for none. */
  profile: ProfileName.nullable(),
  profiles: z.record(ProfileName, ContextProfile),
  /** Profiles by the name of a model in the file, or by `provider/id`. */
  models: z.record(z.string().min(1), ProfileName),
})
export type ChatPolicy = z.infer<typeof ChatPolicy>
