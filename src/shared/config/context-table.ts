import { z } from 'zod'

/** The part of a chat that a model reads: all of it, or what followed the last so many messages of the person. */
const ContextWindow = z.discriminatedUnion('strategy', [
  z.strictObject({ strategy: z.literal('full') }),
  z.strictObject({ strategy: z.literal('sliding'), maxTurns: z.number().int().positive() }),
])

/** The kind of a note in a request, such as `memory-recall` or `hook-context`. */
const NoteKind = z.string().regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/)

/** The name of a profile under `[context.profiles]`. */
export const ProfileName = z.string().min(1).max(80)

/** Choices for filling requests. A profile is a named set of them. */
export const ContextProfile = z.strictObject({
  maxInputTokens: z.exactOptional(z.number().int().positive()),
  reserveOutput: z.exactOptional(z.number().int().positive()),
  toolOutputMaxChars: z.exactOptional(z.number().int().positive()),
  /** False: only the person asks for a summary. What does not fit any more is left out, oldest first. */
  autoCompact: z.exactOptional(z.boolean()),
  /** The part of the model's window that may be full before older messages become a summary. */
  compactAt: z.exactOptional(z.number().min(0.2).max(0.95)),
  window: z.exactOptional(ContextWindow),
  /** The share of the model's window that instructions and rules may take. */
  systemFraction: z.exactOptional(z.number().min(0.02).max(0.6)),
  /** Kinds of notes that stay in a request that is too full. */
  alwaysKeepKinds: z.exactOptional(z.array(NoteKind).max(50)),
  /** The share of a request that notes of a kind may take, and how a longer one is cut. */
  truncation: z.exactOptional(
    z
      .array(
        z.strictObject({
          kind: NoteKind,
          maxBudgetFraction: z.number().gt(0).max(1),
          strategy: z.enum(['head', 'tail', 'middle', 'drop']),
        }),
      )
      .max(50),
  ),
  /** Newest answers whose tool outputs are never shortened. */
  toolOutputKeepTurns: z.exactOptional(z.number().int().nonnegative().max(100)),
})
export type ContextProfile = z.infer<typeof ContextProfile>

/** `context` of an agent: choices of its own, and the profile it works with. */
export const AgentContext = z.strictObject({
  ...ContextProfile.shape,
  profile: z.exactOptional(ProfileName),
})
export type AgentContext = z.infer<typeof AgentContext>

/** `[context]` of a settings file. */
export const ContextTable = z.strictObject({
  ...AgentContext.shape,
  profiles: z.exactOptional(z.record(ProfileName, ContextProfile)),
  /** Profiles by the name of a model under `[models]` or by `provider/id`. */
  models: z.exactOptional(z.record(z.string(), ProfileName)),
})
export type ContextTable = z.infer<typeof ContextTable>
