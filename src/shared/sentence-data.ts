import { z } from 'zod'

/** A sentence as it is stored and sent. The name is any text: what was stored may be of another version. */
export const Sentence = z.strictObject({ name: z.string(), facts: z.record(z.string(), z.string()) })

/** Words for a window as they are stored and sent: in English, and as sentences it can say in its own language. */
export const Told = z.strictObject({ text: z.string(), said: z.array(Sentence).readonly() })
