import { z } from 'zod'

/**
 * What a place steers instead of being worked on. `app_home_read` is reading the app's own folder; all others are
 * changes.
 */
export const GuardKind = z.enum([
  'app_home',
  'app_home_read',
  'git',
  'orrery',
  'claude',
  'mcp',
  'shell',
  'instructions',
  'programs',
])
export type GuardKind = z.infer<typeof GuardKind>

/** A place that a call would read or change and that steers the app, git, agents or other programs. */
export const GuardedPlace = z.strictObject({ kind: GuardKind, path: z.string() })
export type GuardedPlace = z.infer<typeof GuardedPlace>

/** Kinds that ask only where edits would go unasked: no mode but *Full access* lets them through. */
const MILD: ReadonlySet<GuardKind> = new Set(['instructions', 'programs'])

/** Whether a place asks a question of its own in every mode. */
export function asksInEveryMode({ kind }: GuardedPlace): boolean {
  return !MILD.has(kind)
}
