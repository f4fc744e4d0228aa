import type { Skill, SkillList } from '#shared/agent/skill.ts'
import type { ProjectId } from '#shared/ids.ts'
import { pluginNames } from '#shared/plugin/plugin-names.ts'
import { rememberLast } from '#shared/remember-last.ts'
import type { Layers } from '../folder-layers.ts'
import { type Layer, NO_LAYER } from '../read-folder.ts'

type Deps = {
  /** The skills that come with the app. */
  readonly builtin: () => Promise<readonly Skill[]>
  readonly layersOf: (projectId: ProjectId | null) => Promise<Layers<Skill>>
  /** Looks again at the files. */
  readonly refresh: (projectId: ProjectId | null) => Promise<void>
  /** The skills of MCP servers that the person allowed. The same skills are the same list. */
  readonly ofServers: (projectId: ProjectId | null) => Promise<readonly Skill[]>
  /** The names of the skills that the person has switched off. */
  readonly off: () => readonly string[]
  /** The names of the skills that settings files switch off in a project. */
  readonly disabled: (projectId: ProjectId | null) => Promise<readonly string[]>
}

/** The skills in force, in a project or outside of all. The last that has a name has it. */
export function createSkills(deps: Deps) {
  const together = rememberLast(joined)
  const withoutOff = rememberLast((skills: readonly Skill[], off: string) => {
    const names = new Set<unknown>(JSON.parse(off))
    return skills.filter(({ name }) => !names.has(name))
  })
  let builtin: Promise<readonly Skill[]> | null = null

  // Asked several times for each agent, and layers that are the same are the same promise.
  const joinedFor = rememberLast(async (layers: ReturnType<Deps['layersOf']>) => {
    builtin ??= deps.builtin()
    const [base, { user, project, plugins = NO_LAYER }] = await Promise.all([builtin, layers])
    return {
      skills: together(base, user, project, plugins),
      problems: [...user.problems, ...project.problems],
    }
  })
  const withServers = rememberLast((skills: readonly Skill[], ofServers: readonly Skill[]) =>
    [...skills, ...ofServers.filter(({ name }) => !skills.some((each) => each.name === name))].sort(byName),
  )
  const inForce = async (projectId: ProjectId | null) => {
    const [{ skills, problems }, ofServers] = await Promise.all([
      joinedFor(deps.layersOf(projectId)),
      deps.ofServers(projectId),
    ])
    return { skills: ofServers.length === 0 ? skills : withServers(skills, ofServers), problems }
  }

  return {
    /** The skills that are switched on. */
    of: async (projectId: ProjectId | null): Promise<readonly Skill[]> => {
      const { skills } = await inForce(projectId)
      const off = [...deps.off(), ...(await deps.disabled(projectId))]
      return off.length === 0 ? skills : withoutOff(skills, JSON.stringify(off))
    },
    list: async (projectId: ProjectId | null): Promise<SkillList> => {
      await deps.refresh(projectId)
      const { skills, problems } = await inForce(projectId)
      const off = new Set(deps.off())
      const fixed = new Set(await deps.disabled(projectId))
      const listed = skills.map(({ text, allowed, remote, ...skill }) => {
        if (fixed.has(skill.name)) return { ...skill, isOff: true as const, isFixed: true as const }
        return off.has(skill.name) ? { ...skill, isOff: true as const } : skill
      })
      return { skills: listed, problems }
    },
  }
}

function joined(
  builtin: readonly Skill[],
  user: Layer<Skill>,
  project: Layer<Skill>,
  plugins: Layer<Skill>,
): readonly Skill[] {
  const named = new Map([...builtin, ...user.items, ...project.items].map((skill) => [skill.name, skill]))
  const ofPlugins = pluginNames(plugins.items, new Set(named.keys()), {
    nameOf: ({ name }) => name,
    pluginOf: ({ plugin = '' }) => plugin,
    renamed: (skill, name) => ({ ...skill, name }),
  })
  return [...named.values(), ...ofPlugins].sort(byName)
}

const byName = (left: Skill, right: Skill): number => (left.name < right.name ? -1 : 1)

export type Skills = ReturnType<typeof createSkills>

/** The skills an agent can make use of: those it is bound to, if any, for which it has the tools. */
export function visibleSkills(
  skills: readonly Skill[],
  agent: { readonly skills: readonly string[] | undefined; readonly tools: readonly string[] },
): readonly Skill[] {
  if (!agent.tools.includes(SKILL_TOOL)) return []
  return skills
    .filter(({ name }) => agent.skills === undefined || agent.skills.includes(name))
    .filter(({ needs }) => needs.every((tool) => agent.tools.includes(tool)))
}

/** The tool with which a skill is loaded. */
export const SKILL_TOOL = 'skill'
