import { basename, dirname, join } from 'node:path'
import type { CommandFile } from '#shared/agent/command-file.ts'
import type { OutputStyle } from '#shared/agent/output-style.ts'
import type { Skill } from '#shared/agent/skill.ts'
import { AppError } from '#shared/errors.ts'
import type { McpServer } from '#shared/mcp/server-config.ts'
import type { PluginProblem } from '#shared/plugin/plugin.ts'
import { say } from '#shared/sentences.ts'
import type { AgentFile } from '../agents/agent-files.ts'
import { readCommandFolder } from '../commands/command-files.ts'
import { readForeignAgents } from '../foreign/foreign-agents.ts'
import { foreignHooksIn } from '../foreign/foreign-hooks.ts'
import type { HookEntry } from '../hook-files.ts'
import type { Layer, SourceFolder } from '../read-folder.ts'
import { readSkillFolder } from '../skills/skill-files.ts'
import { readStyleFolder } from '../styles/output-style-files.ts'
import { readTextFile } from '../text-file.ts'
import { type OwnToolEntry, readOwnTools, type SchemaCheck } from '../tools/own-tool-files.ts'
import {
  MANIFEST_FILES,
  objectIn,
  type PartSource,
  type PluginManifest,
  parseClaudeManifest,
  parsePortableManifest,
} from './plugin-manifest.ts'
import {
  claudeServers,
  filledText,
  type PluginPlace,
  type PluginServers,
  portableServers,
  variables,
} from './plugin-servers.ts'

/** Everything that a plugin brings, and the parts of it that cannot be used. */
export type PluginContent = {
  readonly manifest: PluginManifest
  readonly skills: readonly Skill[]
  readonly commands: readonly CommandFile[]
  readonly agents: readonly AgentFile[]
  readonly hooks: readonly HookEntry[]
  readonly tools: readonly OwnToolEntry[]
  readonly styles: readonly OutputStyle[]
  readonly servers: ReadonlyMap<string, McpServer>
  readonly problems: readonly PluginProblem[]
}

/** `folder` is read; `place` is where the plugin is or will be installed. */
type Reading = {
  readonly folder: string
  readonly place: PluginPlace
  readonly checkOf: () => Promise<SchemaCheck>
}

/** Reads a plugin. Starts nothing. Throws an `AppError` for a folder without a usable manifest. */
export async function readPlugin(reading: Reading): Promise<PluginContent> {
  const { folder, place } = reading
  const manifest = await readManifest(folder)
  const problems: PluginProblem[] = manifest.problems.map((said) => problemOf(manifestFile(manifest), said))
  const { name: plugin } = manifest
  const fill = (text: string) => filledText(text, place)
  const all = async <T>(
    paths: readonly string[],
    read: (at: SourceFolder) => Promise<Layer<T>>,
    fileOf: (item: T) => string | null,
  ) => {
    const found: T[] = []
    for (const path of paths) {
      const layer = await readAt(folder, path, read, fileOf)
      found.push(...layer.items)
      problems.push(
        ...layer.problems.map(({ file, message, said }) => ({
          file: file.slice(folder.length + 1),
          message,
          said,
        })),
      )
    }
    return found
  }
  const skills = await all(manifest.skills, readSkillFolder, ({ folder: own }) => own)
  const commands = await all(manifest.commands, readCommandFolder, ({ file }) => file)
  const styles = await all(manifest.styles, readStyleFolder, ({ file }) => file)
  const agents = await all(manifest.agents, readForeignAgents, ({ file }) => file)
  const tools = await all(
    manifest.tools,
    (at) => readOwnTools(at, reading.checkOf),
    ({ file }) => file,
  )
  return {
    manifest,
    skills: skills.map(({ allowed: _, ...skill }) => ({
      ...skill,
      source: 'plugin',
      plugin,
      text: fill(skill.text),
    })),
    commands: commands.map((command) => ({
      ...command,
      source: 'plugin',
      plugin,
      allowed: [],
      text: fill(command.text),
      space: command.space === '' ? plugin : `${plugin}:${command.space}`,
    })),
    agents: agents.map((agent) => asPluginAgent(agent, plugin, fill)),
    tools: tools.map((entry) => ({
      ...entry,
      source: 'plugin',
      plugin,
      tool: { ...entry.tool, command: fill(entry.tool.command) },
    })),
    styles: styles.map((style) => ({ ...style, source: 'plugin', plugin, text: fill(style.text) })),
    hooks: await hooksOf(manifest, reading, problems),
    servers: await serversOf(manifest, reading, problems),
    problems,
  }
}

/** Reads the manifest at the root of a plugin; that of Agent Plugins counts first. */
export async function readManifest(folder: string): Promise<PluginManifest> {
  const [portable, claude] = MANIFEST_FILES
  const texts = await Promise.all([textOf(folder, portable), textOf(folder, claude)])
  // A `plugin.json` without a schema is of another program where the folder is a plugin of Claude Code.
  const isPortable = texts[0] !== null && (texts[1] === null || hasSchema(texts[0]))
  if (texts[0] !== null && isPortable) return parsePortableManifest(texts[0])
  if (texts[1] !== null) return parseClaudeManifest(texts[1])
  throw AppError.saying('config.invalid', say('plugin.noManifest', { place: basename(folder) }))
}

function hasSchema(text: string): boolean {
  try {
    return Object.hasOwn(objectIn(text, ''), '$schema')
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

const manifestFile = ({ form }: PluginManifest) => MANIFEST_FILES[form === 'claude' ? 1 : 0]

/** Reads a text in the plugin; null without one. Throws an `AppError` for one that cannot be read. */
async function textOf(folder: string, path: string): Promise<string | null> {
  const read = await readTextFile(join(folder, path), { within: folder, shown: path })
  if (read === null) return null
  if (!read.ok) throw AppError.saying('config.invalid', read.why)
  return read.text
}

/** Reads a folder of a plugin, or the one file in a folder that a path names. */
async function readAt<T>(
  folder: string,
  path: string,
  read: (at: SourceFolder) => Promise<Layer<T>>,
  fileOf: (item: T) => string | null,
): Promise<Layer<T>> {
  const at = join(folder, path)
  const source = { source: 'user', within: folder, isForeign: true } as const
  if (!path.endsWith('.md')) return read({ ...source, path: at })
  const layer = await read({ ...source, path: dirname(at) })
  return {
    items: layer.items.filter((item) => fileOf(item) === at),
    problems: layer.problems.filter(({ file }) => file === at),
  }
}

/** An agent of a plugin never works with fewer questions than the chat. */
function asPluginAgent(
  { definition, file, text }: AgentFile,
  plugin: string,
  fill: (text: string) => string,
): AgentFile {
  const { permissionMode, ...rest } = definition
  return {
    definition: {
      ...rest,
      source: 'plugin',
      plugin,
      permission: [],
      persona: fill(definition.persona),
      ...(permissionMode === 'plan' ? { permissionMode } : {}),
    },
    file,
    text,
  }
}

type Problems = PluginProblem[]

async function hooksOf(manifest: PluginManifest, reading: Reading, problems: Problems): Promise<HookEntry[]> {
  const { place, folder } = reading
  const found: HookEntry[] = []
  await eachPart(manifest, manifest.hooks, { folder, problems }, (file, value) => {
    const table = Object.hasOwn(value, 'hooks') ? value : { hooks: value }
    for (const made of foreignHooksIn(file, table)) {
      if (made instanceof AppError) problems.push(problemIn(file, made))
      else {
        found.push({
          ...made,
          source: 'plugin',
          plugin: manifest.name,
          file: join(place.root, file),
          hook: { ...made.hook, command: filledText(made.hook.command, place) },
          environment: variables(place),
        })
      }
    }
  })
  return found
}

async function serversOf(
  manifest: PluginManifest,
  { place, folder }: Reading,
  problems: Problems,
): Promise<ReadonlyMap<string, McpServer>> {
  const found = new Map<string, McpServer>()
  const read = manifest.form === 'claude' ? claudeServers : portableServers
  await eachPart(manifest, manifest.servers, { folder, problems }, (file, value) => {
    const result: PluginServers = read(file, value, place)
    for (const [name, server] of result.servers) if (!found.has(name)) found.set(name, server)
    problems.push(...result.problems.map((said) => problemOf(file, said)))
  })
  return found
}

/** Takes each part in turn. What one of them has wrong never keeps the others from being used. */
async function eachPart(
  manifest: PluginManifest,
  parts: readonly PartSource[],
  { folder, problems }: { readonly folder: string; readonly problems: Problems },
  take: (file: string, value: Readonly<Record<string, unknown>>) => void,
): Promise<void> {
  for (const part of parts) {
    const file = 'path' in part ? part.path : manifestFile(manifest)
    try {
      if ('value' in part) take(file, part.value)
      else {
        const text = await textOf(folder, part.path)
        if (text !== null) take(file, objectIn(text, file))
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      problems.push(problemIn(file, error))
    }
  }
}

function problemIn(file: string, error: AppError): PluginProblem {
  const { text: message, said } = error.told()
  return { file, message, said }
}

const problemOf = (file: string, said: PluginManifest['problems'][number]): PluginProblem =>
  problemIn(file, AppError.saying('config.invalid', said))
