import type { ProjectId } from '../ids.ts'
import type { Sentence } from '../sentences.ts'

/** The place of a server's configuration: user, project or local settings, `.mcp.json`, or a plugin. */
export type McpSource = 'user' | 'project' | 'local' | 'file' | 'plugin'

/**
 * The health of a server. `waiting`: it starts with its first use. `untrusted`: its project brought it, and the person
 * has not allowed it as it is now.
 */
export type McpHealth =
  | { readonly state: 'waiting' | 'starting' | 'off' | 'untrusted' }
  | { readonly state: 'ready'; readonly since: number }
  | {
      readonly state: 'sign-in'
      /** The host of the authorization server; null where it is not known. */
      readonly host: string | null
      /** `client`: the authorization server needs a client id from the person. */
      readonly reason: 'none' | 'ended' | 'scope' | 'client'
      /** Whether the browser is open for it. */
      readonly running: boolean
      /** The failure of the last sign-in; null for none. */
      readonly problem: string | null
    }
  /** `retryAt` is null where the next use or the person starts it again. */
  | { readonly state: 'failed'; readonly reason: string; readonly retryAt: number | null }

/** A server as the settings show it. */
export type McpServerListing = {
  readonly key: string
  readonly name: string
  readonly source: McpSource
  /** The plugin that brings it. */
  readonly plugin?: string
  readonly projectId: ProjectId | null
  readonly kind: 'stdio' | 'http' | 'sse'
  /** The command with its arguments, or the address. */
  readonly target: string
  /** The variables and headers it is given, by name, with the secrets they refer to. */
  readonly given: readonly string[]
  /** Changes with anything that could make it another server. */
  readonly digest: string
  /** Whether it was allowed before and is not the same any more. */
  readonly changed: boolean
  readonly health: McpHealth
  readonly enabled: boolean
  readonly sandboxed: boolean
  /** The deprecated features that it may use. */
  readonly permits: readonly ('roots' | 'sampling')[]
  /** Whether its interactive views are shown. */
  readonly apps: boolean
  /** Tokens that it used of models today. */
  readonly sampledTokens: number
  /** The revision of the protocol it speaks; null before its first start. */
  readonly protocol: string | null
  /** Tools that agents get, of those it has; null before it was asked. */
  readonly tools: { readonly offered: number; readonly all: number } | null
  /** Estimated tokens of its definitions in each request. */
  readonly tokens: number | null
  /** The host where the person is signed in for it; null for none. */
  readonly signedInAt: string | null
  readonly calls: number
  readonly errors: number
  readonly lastUsedAt: number | null
}

/** All servers of a place, and what of its files cannot be used. */
export type McpList = {
  readonly servers: readonly McpServerListing[]
  readonly problems: readonly {
    readonly file: string
    readonly message: string
    readonly said: readonly Sentence[]
  }[]
}

/** A tool of a server. Its hints are the server's own words and are never trusted. */
export type McpToolListing = {
  readonly name: string
  /** The name that rules and agents know it by. */
  readonly fullName: string
  readonly description: string
  readonly offered: boolean
  readonly hints: readonly ('readOnly' | 'destructive' | 'openWorld')[]
  /** The person says that it only reads: plan mode may ask for it. */
  readonly readOnly: boolean
  readonly tokens: number
}

/** A line of a server's log. */
export type McpLogLine = {
  readonly at: number
  /** `app` is what Orrery notes about the server. */
  readonly from: 'stderr' | 'server' | 'app'
  readonly level: string
  readonly text: string
}

export type McpDetails = {
  readonly tools: readonly McpToolListing[]
  readonly log: readonly McpLogLine[]
}

/** The result of a pasted text: the added servers, and the problems of the others. */
export type McpImport = {
  readonly added: readonly string[]
  readonly problems: readonly { readonly name: string; readonly problem: string }[]
}
