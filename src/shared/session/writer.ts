import { z } from 'zod'

/** Who wrote a message to an agent: the person, whoever gives it its work, or the app. */
export const Writer = z.enum(['person', 'employer', 'app'])
export type Writer = z.infer<typeof Writer>
