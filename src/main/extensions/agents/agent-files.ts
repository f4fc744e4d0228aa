import {
  type AgentDefinition,
  AgentHeader,
  type AgentSource,
  ProjectAgentHeader,
} from '#shared/agent/definition.ts'
import type { AppError } from '#shared/errors.ts'
import { tell } from '#shared/sentences.ts'
import { frontMatterProblems, readFrontMatter } from '../front-matter.ts'
import { type Layer, markdownCandidate, readFolder, type SourceFolder } from '../read-folder.ts'
import { readTextFile } from '../text-file.ts'

/** A definition with its source file; `file` is null for a bundled one. */
export type AgentFile = {
  readonly definition: AgentDefinition
  readonly file: string | null
  readonly text: string
}

const ENDING = '.md'

/** The agents of a folder: each is one Markdown file. */
export function readAgentFolder(folder: SourceFolder): Promise<Layer<AgentFile>> {
  const { source, path, within } = folder
  return readFolder(
    folder,
    ({ name }) => markdownCandidate(path, name),
    async ({ id, file }) => {
      const read = await readTextFile(file, { within, shown: `${id}${ENDING}` })
      if (read === null) return null
      if (!read.ok) return { why: tell(read.why) }
      const definition = await parseAgent(source, id, read.text)
      return { item: { definition, file, text: read.text } }
    },
  )
}

/** Parses an agent file. Throws an `AppError` with a sentence for its author. */
export async function parseAgent(source: AgentSource, id: string, text: string): Promise<AgentDefinition> {
  const { header, body } = await readFrontMatter(schemaOf(source), text, named(id))
  return {
    ...header,
    id,
    source,
    name: header.name ?? titleOf(id),
    mode: header.mode ?? 'primary',
    tools: header.tools ?? {},
    permission: header.permission ?? [],
    persona: body,
  }
}

/** Returns all errors of an agent file, as sentences for its author. */
export function agentProblems(source: AgentSource, id: string, text: string): Promise<readonly AppError[]> {
  return frontMatterProblems(schemaOf(source), text, named(id))
}

const schemaOf = (source: AgentSource) => (source === 'project' ? ProjectAgentHeader : AgentHeader)

const named = (id: string) => ({ name: `${id}${ENDING}`, noun: 'agent' }) as const

/** `release-notes` is shown as "Release notes". */
function titleOf(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1).replaceAll('-', ' ')
}
