import { z } from 'zod'
import type { HomePaths } from '../config/paths.ts'

/** The file that ends a backup. It is written last, so a folder without it is no whole backup. */
export const MANIFEST = 'orrery-backup.json'

export const Manifest = z.object({
  format: z.literal(1),
  /** Time in milliseconds. */
  madeAt: z.number(),
  appVersion: z.string(),
})
export type Manifest = z.infer<typeof Manifest>

/**
 * Returns the files and folders that a backup holds beside the database. The list names what goes in, so that a new place
 * of the home, such as a lock, a socket or the vault, stays out of backups.
 */
export function partsOf(paths: HomePaths): readonly string[] {
  return [
    paths.config,
    paths.agentsFile,
    paths.agents,
    paths.skills,
    paths.commands,
    paths.tools,
    paths.hooks,
    paths.styles,
    paths.workflows,
    paths.plugins,
    paths.pluginLock,
    paths.bundles,
    paths.drafts,
    paths.blobs,
  ]
}
