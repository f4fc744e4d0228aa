import { z } from 'zod'

/** How something was found: by words it shares with the question, or because it means something like it. */
export const FoundBy = z.enum(['words', 'meaning'])
export type FoundBy = z.infer<typeof FoundBy>
