import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, sep } from 'node:path'
import { AppError } from '#shared/errors.ts'
import type { BundlePreview } from '#shared/mcp/bundle.ts'
import { McpServer, McpServerName, referenceIn } from '#shared/mcp/server-config.ts'
import { parseJson } from '#shared/parse-json.ts'
import { say } from '#shared/sentences.ts'
import {
  inspectZip,
  unpackZip,
  type ZipContent,
  type ZipLimits,
  ZipProblem,
} from '../../lib/files/unpack-zip.ts'
import { fieldsOf, filledLaunch, type LaunchValues, launchOf } from './launch.ts'
import { Manifest } from './manifest.ts'

type Deps = {
  /** The folder for unpacked bundles, one folder for each server. */
  readonly folder: string
  readonly platform: string
  /** Stores a secret in the vault. */
  readonly keepSecret: (name: string, value: string, signal: AbortSignal) => Promise<void>
  /** Adds a server to the person's settings. Throws an `AppError` for a name that is taken. */
  readonly add: (name: string, server: McpServer) => Promise<void>
  readonly isTaken: (name: string) => boolean
}

type Opened = { readonly file: string; readonly content: ZipContent; readonly manifest: Manifest }

const LIMITS: ZipLimits = {
  noun: 'bundle',
  packed: 200 * 1024 * 1024,
  files: 20_000,
  content: 600 * 1024 * 1024,
}
const MANIFEST = 'manifest.json'

/** The mark for the folder of a bundle in a preview. */
const BUNDLE = 'BUNDLE'
/** Previews that stay open. */
const MOST_OPEN = 5

/** Bundles (`.mcpb`): a server with its files in one archive. Nothing of them runs before its first use. */
export function createBundles(deps: Deps) {
  const opened = new Map<string, Opened>()

  const preview = (id: string, { content, manifest }: Opened): BundlePreview => {
    const { command, args, env } = launchOf(manifest, deps.platform)
    const words = [command, ...args].map((text) => text.replaceAll('${__dirname}', BUNDLE))
    return {
      id,
      version: manifest.version,
      author: manifest.author.name,
      files: content.files,
      size: content.size,
      fields: fieldsOf(manifest),
      variables: Object.keys(env),
      name: nameOf(manifest),
      title: manifest.display_name ?? manifest.name,
      description: manifest.description.slice(0, 2_000),
      command: words.join(' '),
      tools: manifest.tools.map(({ name }) => name),
    }
  }

  return {
    /** Reads a bundle and describes it. Nothing is unpacked or started. */
    open: async (file: string): Promise<BundlePreview> => {
      const content = await inOwnWords(() => inspectZip(file, LIMITS, MANIFEST))
      if (content.manifest === null) throw unusable('The bundle has no manifest.json.')
      const bundle = { file, content, manifest: manifestOf(content.manifest) }
      const id = randomUUID()
      opened.set(id, bundle)
      for (const old of [...opened.keys()].slice(0, -MOST_OPEN)) opened.delete(old)
      return preview(id, bundle)
    },
    /** Unpacks a bundle that was described and adds its server. */
    install: async (
      { id, name, values }: { id: string; name: string; values: Readonly<Record<string, string>> },
      signal: AbortSignal,
    ): Promise<void> => {
      const bundle = opened.get(id)
      if (bundle === undefined) throw AppError.saying('config.invalid', say('mcp.bundleGone'))
      if (deps.isTaken(name)) throw AppError.saying('config.invalid', say('mcp.exists', { name }))
      const folder = join(deps.folder, name)
      const { server, secrets } = serverOf(bundle.manifest, { name, values, folder, platform: deps.platform })
      const draft = join(deps.folder, `.${randomUUID()}`)
      try {
        await mkdir(draft, { recursive: true, mode: 0o700 })
        const { file, content } = bundle
        await inOwnWords(() => unpackZip({ file, digest: content.digest, folder: draft }, LIMITS, signal))
        for (const [secret, value] of secrets) await deps.keepSecret(secret, value, signal)
        await rm(folder, { recursive: true, force: true })
        await rename(draft, folder)
      } finally {
        await rm(draft, { recursive: true, force: true })
      }
      await deps.add(name, server)
      opened.delete(id)
    },
  }
}

type Wanted = {
  readonly name: string
  readonly values: Readonly<Record<string, string>>
  readonly folder: string
  readonly platform: string
}

/** Returns the server of a bundle with the person's values, and the secrets for the vault. */
function serverOf(manifest: Manifest, { name, values, folder, platform }: Wanted) {
  const secrets = new Map<string, string>()
  const filled: Record<string, { text: string; sensitive: boolean }> = {}
  for (const { name: field, title, required, sensitive } of fieldsOf(manifest)) {
    const text = Object.hasOwn(values, field) ? (values[field] ?? '') : ''
    if (required && text.trim() === '') {
      throw AppError.saying('config.invalid', say('mcp.bundleNeeds', { title }))
    }
    const secret = `mcp-${name}-${field}`.replace(/\.{2,}/g, '.')
    if (sensitive && text !== '') secrets.set(secret, text)
    filled[field] = { sensitive, text: sensitive && text !== '' ? `vault:${secret}` : text }
  }
  const known: LaunchValues = filled
  const place = { folder, home: homedir(), separator: sep }
  const launch = filledLaunch(launchOf(manifest, platform), place, known)
  if ('problem' in launch) throw unusable(launch.problem)
  const { command, args, env } = launch
  // Settings read such a text as the value of that secret.
  const isForeign = (value: string): boolean => {
    const ref = referenceIn(value)?.ref ?? null
    return ref !== null && ![...secrets.keys()].some((secret) => ref === `vault:${secret}`)
  }
  if (Object.values(env).some(isForeign)) throw unusable('It asks for a secret that is not its own.')
  const read = McpServer.safeParse({
    command,
    args,
    cwd: folder,
    ...(Object.keys(env).length > 0 ? { env } : {}),
  })
  if (!read.success) throw unusable(read.error.issues[0]?.message ?? '')
  return { server: read.data, secrets }
}

function manifestOf(text: string): Manifest {
  try {
    const read = Manifest.safeParse(parseJson(text))
    if (read.success) return read.data
    const [issue] = read.error.issues
    throw unusable(`${issue?.path.join('.') ?? 'manifest.json'}: ${issue?.message ?? 'is wrong'}.`)
  } catch (error) {
    if (error instanceof SyntaxError) throw unusable('Its manifest is no JSON.')
    throw error
  }
}

/** A name for the server that settings accept. */
function nameOf({ name }: Manifest): string {
  const plain = name
    .replace(/[^A-Za-z0-9.-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '')
    .slice(0, 40)
  return McpServerName.safeParse(plain).success ? plain : 'bundle'
}

const unusable = (problem: string): AppError =>
  AppError.saying('config.invalid', say('mcp.badBundle', { problem }))

async function inOwnWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ZipProblem) throw unusable(error.message)
    throw error
  }
}
