import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { importServers } from '#shared/mcp/import-json.ts'
import { type McpServer, referenceIn } from '#shared/mcp/server-config.ts'
import { isSecretVariable } from '../../lib/secret-variables.ts'
import { UsageError } from '../usage-error.ts'

/**
 * Reads the values of `--mcp-config`, each a file or a JSON text with `mcpServers`. Throws a `UsageError` for a server that
 * cannot be used, for one that is given twice, and for a secret that is written out.
 */
export async function readServers(
  given: readonly string[],
  cwd: string,
): Promise<ReadonlyMap<string, McpServer>> {
  const servers = new Map<string, McpServer>()
  for (const value of given) {
    for (const [name, server] of await serversIn(value, cwd)) {
      if (servers.has(name)) throw new UsageError(`--mcp-config names the server ${name} twice.`)
      refuseSecrets(name, server)
      servers.set(name, server)
    }
  }
  return servers
}

async function serversIn(value: string, cwd: string): Promise<ReadonlyMap<string, McpServer>> {
  const text = value.trimStart().startsWith('{') ? value : await textOf(resolve(cwd, value))
  try {
    const { servers, problems } = importServers(text)
    const [first] = problems
    if (first !== undefined) throw new UsageError(`--mcp-config: server ${first.name}: ${first.problem}`)
    if (servers.size === 0) throw new UsageError('--mcp-config names no MCP server.')
    return servers
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new UsageError('--mcp-config is no JSON object.')
  }
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    throw new UsageError(`--mcp-config: the file ${path} cannot be read.`)
  }
}

/** A secret belongs in the vault or in a variable: a file and a command line are read by other programs. */
function refuseSecrets(name: string, { env = {}, args = [] }: McpServer): void {
  const variable = Object.keys(env).find((key) => {
    const value = env[key] ?? ''
    return value !== '' && referenceIn(value) === null && isSecretVariable(key, value)
  })
  const place =
    variable !== undefined ? `the variable ${variable}` : isSecretVariable('', args.join(' ')) ? 'args' : null
  if (place === null) return
  throw new UsageError(
    `--mcp-config: server ${name}: ${place} holds a secret. Write vault:<name> or env:<NAME> in env or headers instead.`,
  )
}
