import type { UserConfig } from '#shared/config/config.ts'
import { type McpServer, serversOf } from '#shared/mcp/server-config.ts'
import { applied, type ConfigChange } from './edit-models.ts'
import type { TableEdit, TomlValue } from './toml/toml-edit.ts'

/** Adds servers, or replaces those with the same names. */
export function withMcpServers(servers: ReadonlyMap<string, McpServer>): ConfigChange {
  return (text, config) => {
    const before = serversOf(config.mcp ?? {})
    const next = new Map([...before, ...servers])
    return edited(text, config, next, [...servers.keys()])
  }
}

/** Removes a server. */
export function withoutMcpServer(name: string): ConfigChange {
  return (text, config) => {
    const next = new Map(serversOf(config.mcp ?? {}))
    if (!next.delete(name)) return text
    return edited(text, config, next, [name])
  }
}

function edited(
  text: string,
  config: UserConfig,
  next: ReadonlyMap<string, McpServer>,
  names: readonly string[],
): string {
  const { mcp = {}, ...rest } = config
  const { servers: _, ...others } = mcp
  const table = next.size === 0 ? others : { ...others, servers: Object.fromEntries(next) }
  const wanted = Object.keys(table).length === 0 ? rest : { ...rest, mcp: table }
  return applied(
    text,
    wanted,
    names.flatMap((name) => editsOf(name, next.get(name))),
  )
}

/** A server is a table with one more for each of its own tables. */
function editsOf(name: string, server: McpServer | undefined): readonly TableEdit[] {
  const path = ['mcp', 'servers', name]
  const { env, headers, tools, oauth, ...values } = server ?? {}
  const table = (key: string, inner: Readonly<Record<string, TomlValue>> | undefined): TableEdit => ({
    path: [...path, key],
    values: inner ?? null,
  })
  const inner = [table('env', env), table('headers', headers), table('tools', tools), table('oauth', oauth)]
  const own = { path, values: server === undefined ? null : values }
  return server === undefined ? [...inner, own] : [own, ...inner]
}
