import { readFile } from 'node:fs/promises'
import { LocalConfig, ProjectConfig } from '#shared/config/config.ts'
import { AppError } from '#shared/errors.ts'
import { importServers } from '#shared/mcp/import-json.ts'
import type { McpList, McpSource } from '#shared/mcp/mcp-list.ts'
import { type McpServer, serversOf } from '#shared/mcp/server-config.ts'
import { say } from '#shared/sentences.ts'
import { isErrno } from '../lib/errno.ts'
import { projectPaths } from './paths.ts'
import { parseConfig } from './toml/config-text.ts'

type Found = { readonly name: string; readonly source: McpSource; readonly config: McpServer }

/** The MCP servers that a project's files name, and what of the files cannot be used. Nothing is started here. */
export type ProjectMcp = { readonly servers: readonly Found[]; readonly problems: McpList['problems'] }

type Layer = {
  readonly source: McpSource
  readonly file: string
  readonly name: string
  readonly read: (text: string) => {
    readonly servers: ReadonlyMap<string, McpServer>
    readonly problems: McpList['problems']
  }
}

/** Reads the servers of a project. A name counts once: first its local file, then its settings, then `.mcp.json`. */
export async function readProjectMcp(root: string): Promise<ProjectMcp> {
  const paths = projectPaths(root)
  const layers: readonly Layer[] = [
    {
      source: 'local',
      file: paths.localConfig,
      name: '.orrery/config.local.toml',
      read: (text) => ({
        servers: serversOf(parseConfig(LocalConfig, text, '.orrery/config.local.toml').mcp ?? {}),
        problems: [],
      }),
    },
    {
      source: 'project',
      file: paths.config,
      name: '.orrery/config.toml',
      read: (text) => ({
        servers: serversOf(parseConfig(ProjectConfig, text, '.orrery/config.toml').mcp ?? {}),
        problems: [],
      }),
    },
    { source: 'file', file: paths.mcpFile, name: '.mcp.json', read: readForeign },
  ]
  const servers = new Map<string, Found>()
  const problems: McpList['problems'][number][] = []
  for (const layer of layers) {
    const read = await readLayer(layer)
    problems.push(...read.problems)
    for (const [name, config] of read.servers) {
      if (!servers.has(name)) servers.set(name, { name, source: layer.source, config })
    }
  }
  return { servers: [...servers.values()], problems }
}

const LONGEST = 1024 * 1024

async function readLayer({ file, name, read }: Layer): Promise<ReturnType<Layer['read']>> {
  try {
    return read(await readFile(file, 'utf8'))
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return { servers: new Map(), problems: [] }
    if (error instanceof AppError) return problemIn(name, error)
    if (!isErrno(error)) throw error
    return problemIn(
      name,
      AppError.saying('config.invalid', say('setting.unreadable', { file: name, code: error.code })),
    )
  }
}

function problemIn(file: string, error: AppError): ReturnType<Layer['read']> {
  const { message, said = [] } = error.toData()
  return { servers: new Map(), problems: [{ file, message, said }] }
}

function readForeign(text: string): ReturnType<Layer['read']> {
  const file = '.mcp.json'
  if (text.length > LONGEST) throw AppError.saying('config.invalid', say('setting.tooLarge', { file }))
  try {
    const { servers, problems } = importServers(text)
    return {
      servers,
      problems: problems.map(({ name, problem }) => {
        const said = say('mcp.wrongServer', { name, problem })
        const { message } = AppError.saying('config.invalid', said)
        return { file, message, said: [said] }
      }),
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw AppError.saying('config.invalid', say('mcp.noJson'))
  }
}
