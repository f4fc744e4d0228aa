import { z } from 'zod'
import type { FileProblem } from './file-problem.ts'

/**
 * What stands between the two lines of `---` in a SKILL.md. The keys that other programs write there are taken and
 * mean nothing here.
 */
export const SkillHeader = z.strictObject({
  name: z.exactOptional(z.string()),
  description: z.string().trim().min(1).max(1_000),
  /** The tools without which the skill is of no use: agents that lack one do not see it. */
  needs: z.exactOptional(z.array(z.string().min(1).max(200)).max(50)),
  license: z.exactOptional(z.unknown()),
  compatibility: z.exactOptional(z.unknown()),
  metadata: z.exactOptional(z.unknown()),
  'allowed-tools': z.exactOptional(z.unknown()),
})
export type SkillHeader = z.infer<typeof SkillHeader>

/** Knowledge an agent can load when a task calls for it. */
export type Skill = {
  /** The name of its folder. */
  readonly name: string
  readonly description: string
  readonly needs: readonly string[]
  readonly source: 'builtin' | 'user' | 'project'
  /** Where its other files are, or null for one that comes with the app. */
  readonly folder: string | null
  readonly text: string
}

/** The skills that can be used in a project, by name, and the files that cannot. */
export type SkillList = {
  readonly skills: readonly Omit<Skill, 'text'>[]
  readonly problems: readonly FileProblem[]
}
