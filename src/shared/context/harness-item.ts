import { z } from 'zod'

export const Placement = z.enum([
  'in-place',
  'after-system',
  'before-current-user',
  'after-current-user',
  'after-last-tool-result',
])
export type Placement = z.infer<typeof Placement>

export const ItemOrigin = z.enum(['user', 'system', 'tool', 'skill', 'memory', 'hook', 'agent', 'extension'])
export type ItemOrigin = z.infer<typeof ItemOrigin>

/** Kebab-case, so that a kind is a valid tag name without escaping. Extension kinds start with `ext-`. */
export const HARNESS_KIND = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/

/** Side information for the model: stored, traceable, and never passed off as the user's own words. */
export const HarnessItem = z.strictObject({
  kind: z.string().regex(HARNESS_KIND),
  origin: ItemOrigin,
  content: z.string(),
  attrs: z.exactOptional(z.record(z.string(), z.string())),
  visibility: z.enum(['display', 'compact', 'hidden']),
  lifetime: z.enum(['session', 'run']),
  placement: Placement,
  data: z.exactOptional(z.unknown()),
})
export type HarnessItem = z.infer<typeof HarnessItem>
