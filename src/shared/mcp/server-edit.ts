import { type McpServer, referenceIn } from './server-config.ts'

/** A server of the person, for the form that changes it. */
export type McpEditable = {
  readonly name: string
  /** Its configuration. Plain values of variables are replaced by `KEPT_VALUE`. */
  readonly config: McpServer
  /** Changes with anything that could make it another server. */
  readonly digest: string
}

/** The text in a form for a value that stays as it is. A window never reads such a value back. */
export const KEPT_VALUE = '<unchanged>'

/** Returns a configuration for a window: references stay, plain values of variables are hidden. */
export function withoutValues(config: McpServer): McpServer {
  if (config.env === undefined) return config
  const env = Object.entries(config.env).map(([name, value]) => [
    name,
    referenceIn(value) === null ? KEPT_VALUE : value,
  ])
  return { ...config, env: Object.fromEntries(env) }
}

/** Puts the stored values back. Returns null where a value is to stay that is not there. */
export function withKeptValues(config: McpServer, before: McpServer): McpServer | null {
  if (config.env === undefined) return config
  const stored = new Map(Object.entries(before.env ?? {}))
  const env = Object.entries(config.env).map(([name, value]) => [
    name,
    value === KEPT_VALUE ? stored.get(name) : value,
  ])
  if (env.some(([, value]) => value === undefined)) return null
  return { ...config, env: Object.fromEntries(env) }
}
