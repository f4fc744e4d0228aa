import { posix } from 'node:path'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { parseJson } from '#shared/parse-json.ts'
import { isPluginName, type PluginForm } from '#shared/plugin/plugin.ts'
import { type Sentence, type SentenceName, say } from '#shared/sentences.ts'

/** The manifests of a plugin, the one of Agent Plugins first. */
export const MANIFEST_FILES = ['plugin.json', '.claude-plugin/plugin.json'] as const
const SCHEMA = 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json'

const Text = z.string().max(10_000)
const Author = z.strictObject({
  name: z.exactOptional(Text),
  email: z.exactOptional(Text),
  url: z.exactOptional(Text),
})

const About = {
  name: z.string(),
  version: z.exactOptional(Text),
  description: z.exactOptional(Text),
  homepage: z.exactOptional(Text),
  repository: z.exactOptional(Text),
  license: z.exactOptional(Text),
  keywords: z.exactOptional(z.array(Text).max(1_000)),
} as const

/** The manifest of Agent Plugins 1.0. Unknown keys are reported and ignored. */
const PortableManifest = z.looseObject({
  ...About,
  $schema: z.literal(SCHEMA),
  author: z.exactOptional(Author),
  extensions: z.exactOptional(z.unknown()),
})

const Paths = z.union([z.string().max(1_000), z.array(z.string().max(1_000)).max(100)])
const Inline = z.record(z.string(), z.unknown())
const PathsOrInline = z.union([Paths, Inline, z.array(z.union([z.string().max(1_000), Inline])).max(100)])

/** The manifest of Claude Code. Keys without a meaning here are reported and ignored. */
const ClaudeManifest = z.looseObject({
  ...About,
  $schema: z.exactOptional(Text),
  author: z.exactOptional(z.union([Text, z.looseObject({ name: z.exactOptional(Text) })])),
  commands: z.exactOptional(Paths),
  agents: z.exactOptional(Paths),
  skills: z.exactOptional(Paths),
  outputStyles: z.exactOptional(Paths),
  hooks: z.exactOptional(PathsOrInline),
  mcpServers: z.exactOptional(PathsOrInline),
})

/** A text in the manifest or in a file: a path in the plugin, or the value itself. */
export type PartSource = { readonly path: string } | { readonly value: Readonly<Record<string, unknown>> }

/** A plugin as its manifest describes it. Paths are inside the plugin, with forward slashes. */
export type PluginManifest = {
  readonly form: PluginForm
  readonly name: string
  readonly version: string
  readonly description: string
  readonly author: string
  readonly homepage: string
  readonly skills: readonly string[]
  readonly commands: readonly string[]
  readonly agents: readonly string[]
  readonly styles: readonly string[]
  readonly tools: readonly string[]
  readonly hooks: readonly PartSource[]
  readonly servers: readonly PartSource[]
  /** Parts of the manifest that are not read. */
  readonly problems: readonly (Sentence & { readonly name: SentenceName })[]
}

/** Parses the manifest of Agent Plugins 1.0. Throws an `AppError` for one that the format refuses. */
export function parsePortableManifest(text: string): PluginManifest {
  const file = MANIFEST_FILES[0]
  const json = objectIn(text, file)
  if (json['$schema'] !== SCHEMA) throw AppError.saying('config.invalid', say('plugin.noSchema'))
  const manifest = checked(PortableManifest, json, file)
  const isTable = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
  const wrongExtensions = manifest.extensions !== undefined && !isTable(manifest.extensions)
  const ignored = [
    ...Object.keys(manifest).filter((key) => !Object.hasOwn(PortableManifest.shape, key)),
    ...(wrongExtensions ? ['extensions'] : []),
  ]
  return {
    form: 'agent-plugins',
    ...aboutOf(manifest),
    author: manifest.author?.name ?? '',
    commands: [],
    agents: [],
    styles: [],
    tools: [],
    hooks: [],
    skills: ['skills'],
    servers: [{ path: 'mcp.json' }],
    problems: ignored.map((key) => say('plugin.ignoredKey', { file, key })),
  }
}

/** Parses the manifest of Claude Code. Its paths add to the usual folders. */
export function parseClaudeManifest(text: string): PluginManifest {
  const file = MANIFEST_FILES[1]
  const manifest = checked(ClaudeManifest, objectIn(text, file), file)
  const problems = Object.keys(manifest)
    .filter((key) => !Object.hasOwn(ClaudeManifest.shape, key))
    .map((key): PluginManifest['problems'][number] => say('plugin.ignoredKey', { file, key }))
  const inside = (path: string): string[] => {
    const way = posix.normalize(path.replace(/\/+$/, ''))
    if (path.startsWith('./') && way !== '..' && !way.startsWith('../') && !/[\\:\0]/.test(way)) return [way]
    problems.push(say('plugin.outside', { file, path }))
    return []
  }
  const also = (usual: string, paths: z.infer<typeof Paths> = []) => [
    ...new Set([usual, ...[paths].flat().flatMap(inside)]),
  ]
  const partsOf = (usual: string, given: z.infer<typeof PathsOrInline> = []): readonly PartSource[] => {
    const parts = [given].flat()
    const paths = parts.flatMap((part) => (typeof part === 'string' ? inside(part) : []))
    return [
      ...[...new Set([usual, ...paths])].map((path) => ({ path })),
      ...parts.flatMap((value) => (typeof value === 'string' ? [] : [{ value }])),
    ]
  }
  const { author } = manifest
  return {
    form: 'claude',
    ...aboutOf(manifest),
    author: typeof author === 'string' ? author : (author?.name ?? ''),
    skills: also('skills', manifest.skills),
    commands: also('commands', manifest.commands),
    agents: also('agents', manifest.agents),
    styles: also('output-styles', manifest.outputStyles),
    tools: ['tools'],
    hooks: partsOf('hooks/hooks.json', manifest.hooks),
    servers: partsOf('.mcp.json', manifest.mcpServers),
    problems,
  }
}

function aboutOf(manifest: {
  readonly name: string
  readonly version?: string
  readonly description?: string
  readonly homepage?: string
  readonly repository?: string
}) {
  const { name, version = '', description = '', homepage, repository } = manifest
  if (!isPluginName(name)) {
    throw AppError.saying('config.invalid', say('plugin.badName', { name: name.slice(0, 100) }))
  }
  return {
    name,
    version: version.slice(0, 100),
    description: description.slice(0, 2_000),
    homepage: (homepage ?? repository ?? '').slice(0, 1_000),
  }
}

function checked<S extends z.ZodType>(schema: S, value: unknown, file: string): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const at = issue?.path.map(String).join('.') ?? ''
  const problem = `${at === '' ? '' : `${at}: `}${issue?.message ?? 'It has another form.'}`
  throw AppError.saying('config.invalid', say('plugin.badManifest', { file, problem }))
}

/** Returns the object of a JSON text. Throws an `AppError` for any other text. */
export function objectIn(text: string, file: string): Readonly<Record<string, unknown>> {
  try {
    const parsed = Inline.safeParse(parseJson(text.replace(/^\uFEFF/, '')))
    if (parsed.success) return parsed.data
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw AppError.saying('config.invalid', say('plugin.notJson', { file }))
}
