import { z } from 'zod'

/** Requests of main to the process that accesses the system's keychain. */
export const KeychainRequest = z.discriminatedUnion('verb', [
  z.strictObject({ id: z.number(), verb: z.literal('get'), service: z.string(), name: z.string() }),
  z.strictObject({ id: z.number(), verb: z.literal('has'), service: z.string(), name: z.string() }),
  z.strictObject({ id: z.number(), verb: z.literal('delete'), service: z.string(), name: z.string() }),
  z.strictObject({
    id: z.number(),
    verb: z.literal('set'),
    service: z.string(),
    name: z.string(),
    value: z.string(),
  }),
])
export type KeychainRequest = z.infer<typeof KeychainRequest>

/** `library`: the system lacks the keychain library. `keychain`: the keychain itself refused. */
export const KeychainReply = z.discriminatedUnion('ok', [
  z.strictObject({
    id: z.number(),
    ok: z.literal(true),
    value: z.union([z.string(), z.boolean(), z.null()]),
  }),
  z.strictObject({
    id: z.number(),
    ok: z.literal(false),
    reason: z.enum(['library', 'keychain']),
    message: z.string(),
  }),
])
export type KeychainReply = z.infer<typeof KeychainReply>
