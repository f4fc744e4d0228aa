import { z } from 'zod'

/** The first place at which a request differs from the one before it, in the order a server reads it. */
export const CacheDifference = z.discriminatedUnion('in', [
  /** Another model answers, which shares no cache. */
  z.strictObject({ in: z.literal('model') }),
  z.strictObject({ in: z.literal('tools'), tool: z.string().nullable() }),
  /** `at` counts characters; `was` and `now` are the text there, shortened. */
  z.strictObject({ in: z.literal('system'), at: z.number(), was: z.string(), now: z.string() }),
  /** The effort or a forced tool, where the protocol drops the cached messages with them. */
  z.strictObject({ in: z.literal('settings') }),
  z.strictObject({
    in: z.literal('message'),
    /** The number of the message, from 0. */
    index: z.number(),
    role: z.enum(['user', 'assistant', 'tool']),
    at: z.number(),
    was: z.string(),
    now: z.string(),
  }),
])
export type CacheDifference = z.infer<typeof CacheDifference>

/** Comparison of a request with the one before it. Both figures are estimated tokens. */
export const CacheCheck = z.strictObject({
  /** Size of the request before. */
  before: z.number(),
  /** Size of the equal beginning of both. */
  same: z.number(),
  difference: z.exactOptional(CacheDifference),
  /** The person asked for a request without cache. */
  broken: z.exactOptional(z.literal(true)),
})
export type CacheCheck = z.infer<typeof CacheCheck>

/** Requests of a chat that avoid the cache: the next one only, or all. */
export const CacheBreak = z.enum(['once', 'always'])
export type CacheBreak = z.infer<typeof CacheBreak>
