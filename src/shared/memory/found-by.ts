import { z } from 'zod'

/** The kind of match: shared words or similar meaning. */
export const FoundBy = z.enum(['words', 'meaning'])
export type FoundBy = z.infer<typeof FoundBy>
