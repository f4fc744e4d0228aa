import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { AgentColor, type AgentDefinition, FILE_NAME } from '#shared/agent/definition.ts'
import { AppError } from '#shared/errors.ts'
import { ReasoningEffort } from '#shared/model/model.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import { say } from '#shared/sentences.ts'
import { isErrno } from '../../lib/errno.ts'
import type { AgentFile } from '../agents/agent-files.ts'
import { type Layer, NO_LAYER, type SourceFolder } from '../read-folder.ts'
import { readTextFile } from '../text-file.ts'
import { readLooseHeader } from './loose-header.ts'
import { bareName, counterpartOf, toolList } from './tool-names.ts'

const MOST_FILES = 500

/** The keys of an agent file of Claude Code that have a meaning here. Its other keys are ignored, as it does. */
const Header = z.looseObject({
  name: z.string().trim().min(1).max(80).regex(FILE_NAME, 'must be lower-case words joined by hyphens'),
  description: z.string().trim().min(1).max(10_000),
  tools: z.exactOptional(z.unknown()),
  disallowedTools: z.exactOptional(z.unknown()),
  model: z.exactOptional(z.unknown()),
  permissionMode: z.exactOptional(z.unknown()),
  maxTurns: z.exactOptional(z.unknown()),
  color: z.exactOptional(z.unknown()),
  effort: z.exactOptional(z.unknown()),
})
type Header = z.infer<typeof Header>

const MODES: Readonly<Record<string, PermissionMode>> = {
  default: 'ask',
  acceptEdits: 'accept_edits',
  plan: 'plan',
}

/** Reads `.claude/agents`: each Markdown file below it is an agent, named by its header. */
export async function readForeignAgents(folder: SourceFolder): Promise<Layer<AgentFile>> {
  const { source, path, within } = folder
  const items = new Map<string, AgentFile>()
  const problems: Layer<AgentFile>['problems'][number][] = []
  for (const file of await markdownIn(path)) {
    const shown = basename(file)
    const id = shown.slice(0, -'.md'.length)
    try {
      const read = await readTextFile(file, { within, shown })
      if (read === null) continue
      if (!read.ok) throw AppError.saying('config.invalid', read.why)
      const definition = await parseForeignAgent(source, shown, read.text)
      const before = items.get(definition.id)
      if (before !== undefined) {
        const other = basename(before.file ?? '')
        throw AppError.saying('config.invalid', say('foreign.sameName', { name: definition.id, other }))
      }
      items.set(definition.id, { definition, file, text: read.text })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { text: message, said } = error.told()
      problems.push({ id: FILE_NAME.test(id) ? id : null, source, file, message, said })
    }
  }
  return items.size === 0 && problems.length === 0 ? NO_LAYER : { items: [...items.values()], problems }
}

/** Parses an agent file of Claude Code. Throws an `AppError` with a sentence for its author. */
async function parseForeignAgent(
  source: SourceFolder['source'],
  shown: string,
  text: string,
): Promise<AgentDefinition> {
  const { header, body } = await readLooseHeader(Header, text, { name: shown, noun: 'agent' })
  const { name, description, color, effort, maxTurns } = header
  if (body === '') throw AppError.saying('config.invalid', say('skill.empty', { file: shown }))
  const shade = AgentColor.safeParse(color)
  const hard = ReasoningEffort.safeParse(effort)
  const turns = z.int().min(1).max(10_000).safeParse(maxTurns)
  const mode = typeof header.permissionMode === 'string' ? MODES[header.permissionMode] : undefined
  return {
    id: name,
    source,
    name: name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' '),
    description: description.slice(0, 1_000),
    mode: 'subagent',
    tools: toolsOf(header, shown),
    permission: [],
    persona: body,
    ...modelOf(header),
    ...(shade.success ? { color: shade.data } : {}),
    ...(hard.success ? { effort: hard.data } : {}),
    ...(turns.success ? { maxTurns: turns.data } : {}),
    ...(mode === undefined ? {} : { permissionMode: mode }),
  } as AgentDefinition
}

/** Names such as `sonnet` mean a model of one provider; only `provider/id` names a model here. */
function modelOf({ model }: Header): { model?: string } {
  return typeof model === 'string' && /^[^\s/]+\/\S+$/.test(model) ? { model } : {}
}

/** An unknown tool in the list of allowed ones gives nothing. In the list of refused ones it is an error. */
function toolsOf({ tools, disallowedTools }: Header, file: string): AgentDefinition['tools'] {
  const allowed = tools === undefined || tools === '*' ? null : toolList(tools).map(bareName)
  const denied = toolList(disallowedTools).map(bareName)
  const unknown = denied.find((name) => counterpartOf(name) === undefined)
  if (unknown !== undefined) {
    throw AppError.saying('config.invalid', say('foreign.unknownTool', { file, name: unknown }))
  }
  const own = (names: readonly string[]) => [...new Set(names.flatMap((name) => counterpartOf(name) ?? []))]
  return {
    ...(allowed === null ? {} : { allow: own(allowed) }),
    ...(denied.length === 0 ? {} : { deny: own(denied) }),
  }
}

/** Lists the Markdown files below a folder by path. A folder that is not there has none. */
export async function markdownIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true })
    return entries
      .filter((entry) => !entry.isDirectory() && entry.name.endsWith('.md') && !entry.name.startsWith('.'))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .slice(0, MOST_FILES)
  } catch (error) {
    if (isErrno(error)) return []
    throw error
  }
}
