import { z } from 'zod'
import { Millis, ProjectId } from '../ids.ts'

/** A part of `.orrery/` that could act: the name of its folder or file, and how many entries it has. */
export const CarriedPart = z.strictObject({ name: z.string(), count: z.number() })
export type CarriedPart = z.infer<typeof CarriedPart>

/** A folder the person registered. Removing it here deletes nothing on disk. */
export const Project = z.strictObject({
  id: ProjectId,
  path: z.string(),
  name: z.string(),
  lastOpenedAt: Millis,
  missing: z.boolean(),
  branch: z.string().nullable(),
  /** Whether programs that the folder names in `.orrery/` or in its Git repository may run. `null`: not asked. */
  trusted: z.boolean().nullable(),
  /** Whether the folder carries `.orrery/` content that trust would turn on. */
  carriesCode: z.boolean(),
  /** The parts carried. Missing when there are none or reading them timed out. */
  carries: z.exactOptional(z.array(CarriedPart)),
  /** Whether its Git repository may start programs. Agents then get a work tree of their own only with trust. */
  gitMayStart: z.boolean(),
})
export type Project = z.infer<typeof Project>
