import { z } from 'zod'
import type { RemoteSkillRef, Skill } from '#shared/agent/skill.ts'
import { AppError } from '#shared/errors.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { McpSkillListing } from '#shared/mcp/skill-list.ts'
import { rememberLast } from '#shared/remember-last.ts'
import { say } from '#shared/sentences.ts'
import type { ServerDefinition } from '../definition.ts'
import { Offers, type RemoteSkill } from '../messages.ts'
import type { McpRows } from '../rows.ts'
import type { RunningServers } from '../running-servers.ts'

type Place = { readonly projectId: ProjectId | null; readonly key: string }

type Deps = {
  readonly rows: Pick<McpRows, 'of' | 'listing' | 'list' | 'allowSkills'>
  readonly running: Pick<RunningServers, 'get' | 'mayRun'>
  readonly serversOf: (projectId: ProjectId | null) => Promise<readonly ServerDefinition[]>
  readonly find: (projectId: ProjectId | null, key: string) => Promise<ServerDefinition>
  readonly changed: () => void
  /** Called when agents can load other skills. */
  readonly skillsChanged: () => void
}

/** A skill as the person has seen it. */
export type SeenSkill = { readonly uri: string; readonly digest: string }

/** The longest wait for a file of a skill, in milliseconds. */
const READ_MS = 30_000

const Answer = z.discriminatedUnion('state', [
  z.object({ state: z.literal('read'), text: z.string().max(300_000) }),
  z.object({ state: z.literal('changed') }),
])

/**
 * Skills that servers offer. They are off until the person allows them for a server as it is configured now. Each is
 * allowed with the digest of its files. One that changes is not listed for agents until the person allows it again.
 */
export function createServerSkills({ rows, running, serversOf, find, changed, skillsChanged }: Deps) {
  const sameSkills = rememberLast((text: string): readonly Skill[] => JSON.parse(text) as readonly Skill[])
  const listed = ({ key, digest }: ServerDefinition): readonly RemoteSkill[] =>
    rows.listing(key, digest)?.skills ?? []

  const stateOf = ({ key, digest }: ServerDefinition, skill: RemoteSkill): McpSkillListing['state'] => {
    const { skills } = rows.of(key)
    if (skill.digest === null) return 'unfixed'
    if (skills === null || skills.digest !== digest) return 'off'
    const pin = skills.pins.find(([uri]) => uri === skill.uri)?.[1]
    if (pin === undefined) return 'new'
    return pin === skill.digest ? 'allowed' : 'changed'
  }
  const skillsOf = async (definition: ServerDefinition): Promise<readonly Skill[]> => {
    if (rows.of(definition.key).skills === null || !(await running.mayRun(definition))) return []
    return listed(definition).flatMap((skill) => {
      const { uri, digest, name, description, files } = skill
      if (digest === null || stateOf(definition, skill) !== 'allowed') return []
      const { key, name: server } = definition
      const remote = { key, uri, digest, files }
      const named = { name: `${server}:${name}`, description, needs: [], source: 'server' as const, server }
      return [{ ...named, folder: null, text: '', remote }]
    })
  }
  /** Reads the lists of a server again, after one of its skills was not as it was listed. */
  const listAgain = async (definition: ServerDefinition, signal: AbortSignal): Promise<void> => {
    const { key, digest } = definition
    const known = rows.listing(key, digest)
    const offers = Offers.safeParse(await running.get(definition).ask({ what: 'offers' }, signal))
    if (known !== null && offers.success) rows.list(key, digest, { ...known, ...offers.data })
    changed()
    skillsChanged()
  }

  return {
    /** The allowed skills of all servers of a place. Starts no server. The same skills are the same list. */
    allowedSkills: async (projectId: ProjectId | null): Promise<readonly Skill[]> => {
      const all = await Promise.all((await serversOf(projectId)).map(skillsOf))
      return sameSkills(JSON.stringify(all.flat()))
    },
    /** Lists the skills of a server for the settings. */
    listSkills: async ({ projectId, key }: Place): Promise<readonly McpSkillListing[]> => {
      const definition = await find(projectId, key)
      return listed(definition).map((skill) => ({ ...skill, state: stateOf(definition, skill) }))
    },
    /**
     * Allows skills of a server as the person has seen both, in addition to those allowed before; null switches all of the
     * server off. Rejects where one of them has changed since.
     */
    allowSkills: async (
      { projectId, key }: Place,
      seen: { readonly digest: string; readonly skills: readonly SeenSkill[] } | null,
    ): Promise<void> => {
      const definition = await find(projectId, key)
      const { digest } = definition
      if (seen !== null) {
        if (seen.digest !== digest) throw AppError.saying('config.invalid', say('mcp.changed'))
        const now = listed(definition)
        const isNow = (skill: SeenSkill) =>
          now.some(({ uri, digest }) => uri === skill.uri && digest === skill.digest)
        if (!seen.skills.every(isNow)) throw AppError.saying('config.invalid', say('mcp.skillsChanged'))
      }
      const before = rows.of(key).skills
      const pins = new Map(before?.digest === digest ? before.pins : [])
      for (const skill of seen?.skills ?? []) pins.set(skill.uri, skill.digest)
      rows.allowSkills(key, seen === null ? null : { digest, pins: [...pins] })
      changed()
      skillsChanged()
    },
    /** Loads a file of an allowed skill. Rejects where the skill is not the one that the person allowed any more. */
    loadSkill: async (
      projectId: ProjectId | null,
      { key, uri, digest }: RemoteSkillRef,
      file: string | null,
      signal: AbortSignal,
    ): Promise<string> => {
      const definition = await find(projectId, key)
      const skill = listed(definition).find((each) => each.uri === uri)
      const isAllowed = skill?.digest === digest && stateOf(definition, skill) === 'allowed'
      if (!isAllowed || !(await running.mayRun(definition)))
        throw AppError.forAgent('tool.failed', NOT_ALLOWED)
      const limit = AbortSignal.any([signal, AbortSignal.timeout(READ_MS)])
      const asked = await running.get(definition).ask({ what: 'skill', uri, digest, file }, limit)
      const answer = Answer.parse(asked)
      if (answer.state === 'read') return answer.text
      await listAgain(definition, limit)
      throw AppError.forAgent('tool.failed', CHANGED)
    },
  }
}

const NOT_ALLOWED = 'The person does not allow this skill now. It can be allowed under Settings, MCP.'
const CHANGED =
  'The server has changed this skill since the person allowed it, so it was not loaded. The person can look at it under Settings, MCP.'
