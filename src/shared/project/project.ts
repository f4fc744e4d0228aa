import { z } from 'zod'
import { Millis, ProjectId } from '../ids.ts'

/** A folder the person registered. Removing it here deletes nothing on disk. */
export const Project = z.strictObject({
  id: ProjectId,
  path: z.string(),
  name: z.string(),
  lastOpenedAt: Millis,
  missing: z.boolean(),
  branch: z.string().nullable(),
  /** Whether commands, hooks and servers that the folder carries in `.orrery/` may run. `null`: not asked. */
  trusted: z.boolean().nullable(),
  /** Whether the folder carries `.orrery/` content that trust would turn on. */
  carriesCode: z.boolean(),
})
export type Project = z.infer<typeof Project>
