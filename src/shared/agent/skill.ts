import { z } from 'zod'
import type { PermissionRule } from '../permission/rule.ts'
import type { FileProblem } from './file-problem.ts'

/**
 * The header between the two `---` lines of a SKILL.md. Keys written by other programs are accepted and
 * ignored.
 */
export const SkillHeader = z.strictObject({
  name: z.exactOptional(z.string()),
  description: z.string().trim().min(1).max(1_024),
  /** The tools without which the skill is of no use: agents that lack one do not see it. */
  needs: z.exactOptional(z.array(z.string().min(1).max(200)).max(50)),
  license: z.exactOptional(z.unknown()),
  compatibility: z.exactOptional(z.unknown()),
  metadata: z.exactOptional(z.unknown()),
  'allowed-tools': z.exactOptional(z.unknown()),
})
export type SkillHeader = z.infer<typeof SkillHeader>

/** The header of a skill in a folder that other programs read too: their keys are ignored. */
export const ForeignSkillHeader = z.looseObject(SkillHeader.shape)

/** A skill of an MCP server: the key of the server, the address and the digest that the person allowed, and its files. */
export type RemoteSkillRef = {
  readonly key: string
  readonly uri: string
  readonly digest: string
  /** Paths of its files beside `SKILL.md`. */
  readonly files: readonly string[]
}

/** Knowledge an agent can load when a task calls for it. */
export type Skill = {
  /** The name of its folder. */
  readonly name: string
  readonly description: string
  readonly needs: readonly string[]
  readonly source: 'builtin' | 'user' | 'project' | 'plugin' | 'server'
  /** The plugin that brings it. */
  readonly plugin?: string
  /** The MCP server that offers it. */
  readonly server?: string
  /** The place of its text at that server: it is read when an agent loads it. */
  readonly remote?: RemoteSkillRef
  /** The folder of its other files; null for a bundled skill. */
  readonly folder: string | null
  readonly text: string
  /** The calls that it allows for the turn that a person starts with its name. Those of a project allow nothing. */
  readonly allowed?: readonly PermissionRule[]
}

/** The skills that can be used in a project, by name, and the files that cannot. */
export type SkillList = {
  /**
   * `isOff` marks a skill that the person has switched off: agents do not see it. `isFixed`: a settings file does so, and
   * the switch has no effect.
   */
  readonly skills: readonly (Omit<Skill, 'text' | 'allowed' | 'remote'> & {
    readonly isOff?: true
    readonly isFixed?: true
  })[]
  readonly problems: readonly FileProblem[]
}
