import { z } from 'zod'

/** The hooks that may run: every hook, those of the administrator only, or none. */
export const AllowedHooks = z.enum(['all', 'managed', 'none'])
export type AllowedHooks = z.infer<typeof AllowedHooks>
