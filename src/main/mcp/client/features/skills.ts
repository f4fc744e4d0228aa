import { createHash } from 'node:crypto'
import type { Client } from '@modelcontextprotocol/client'
import { type Skill, SkillsClient, SkillVerificationError } from '@modelcontextprotocol/client/ext/skills'
import { RemoteSkill, type ServerRequest } from '../../messages.ts'
import type { Limits } from '../taken-tools.ts'

/** The most skills of a server, and the largest file of one in bytes. */
const MOST = 200
const LARGEST_FILE = 256 * 1024

/** Returns the skills of a server that supports them (SEP-2640). Entries that are not valid are left out. */
export async function takenSkills(client: Client, limits: Limits): Promise<RemoteSkill[]> {
  const skills = new SkillsClient(client, { skipInvalid: true })
  if (!skills.supported) return []
  const listed = await skills.list({}, limits)
  const taken = listed.skills
    .slice(0, MOST)
    .flatMap((skill) => RemoteSkill.safeParse(described(skill)).data ?? [])
  return taken.filter(({ name }, at) => taken.findIndex((each) => each.name === name) === at)
}

function described(skill: Skill): RemoteSkill {
  const { uri, frontmatter, resources } = skill
  const root = uri.slice(0, uri.lastIndexOf('/') + 1)
  const files = resources === 'dynamic' ? [] : resources.map((file) => file.uri)
  return {
    uri,
    name: frontmatter.name,
    description: frontmatter.description,
    digest: digestOf(skill),
    files: files
      .filter((file) => file !== uri && file.startsWith(root))
      .map((file) => file.slice(root.length)),
  }
}

/** The digest of the header and all files of a skill; null where the server does not fix the files. */
function digestOf({ uri, frontmatter, resources }: Skill): string | null {
  if (resources === 'dynamic') return null
  const files = resources.map((file) => [file.uri, file.digest, file.size] as const)
  const inOrder = files.toSorted(([left], [right]) => (left < right ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([uri, sorted(frontmatter), inOrder]))
    .digest('hex')
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .map(([key, inner]) => [key, sorted(inner)] as const)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
}

/** The text of a file of a skill; `changed` where the skill is not the one with the digest any more. */
export type SkillText = { readonly state: 'read'; readonly text: string } | { readonly state: 'changed' }

/** Reads a file of a skill and checks it against its digest. Throws where the file cannot be read. */
export async function skillText(
  client: Client,
  { uri, digest, file }: Extract<ServerRequest, { what: 'skill' }>,
  limits: Limits,
): Promise<SkillText> {
  const skills = new SkillsClient(client)
  const { skill } = await skills.get(uri, limits)
  if (skill.resources === 'dynamic' || digestOf(skill) !== digest) return { state: 'changed' }
  const root = uri.slice(0, uri.lastIndexOf('/') + 1)
  const wanted = skill.resources.find((each) => each.uri === (file === null ? uri : `${root}${file}`))
  if (wanted === undefined) throw new Error(`The skill has no file ${file ?? 'SKILL.md'}.`)
  if (wanted.size > LARGEST_FILE) throw new Error('The file is too large to be loaded.')
  try {
    const { text, body } = await skills.read(skill, wanted.uri, limits)
    if (text === undefined) throw new Error('The file is no text.')
    return { state: 'read', text: file === null ? (body ?? text).trim() : text }
  } catch (error) {
    if (error instanceof SkillVerificationError) return { state: 'changed' }
    throw error
  }
}
