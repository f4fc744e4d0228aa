import type { UserConfig } from '#shared/config/config.ts'
import { type McpServer, serversOf } from '#shared/mcp/server-config.ts'
import { applied, type ConfigChange } from './edit-models.ts'
import type { TableEdit, TomlValue } from './toml-edit.ts'

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
  const { mcp: _, ...rest } = config
  const wanted = next.size === 0 ? rest : { ...rest, mcp: { servers: Object.fromEntries(next) } }
  return applied(
    text,
    wanted,
    names.flatMap((name) => editsOf(name, next.get(name))),
  )
}

/** A server is a table with one more for each of its own tables. */
function editsOf(name: string, server: McpServer | undefined): readonly TableEdit[] {
  const path = ['mcp', 'servers', name]
  const { env, headers, tools, ...values } = server ?? {}
  const table = (key: string, inner: Readonly<Record<string, TomlValue>> | undefined): TableEdit => ({
    path: [...path, key],
    values: inner ?? null,
  })
  const inner = [table('env', env), table('headers', headers), table('tools', tools)]
  const own = { path, values: server === undefined ? null : values }
  return server === undefined ? [...inner, own] : [own, ...inner]
}
