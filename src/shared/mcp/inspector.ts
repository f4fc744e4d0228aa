/** The kinds of traffic with a server. `dropped` counts messages that were too many to store. */
export const TRAFFIC_KINDS = ['request', 'answer', 'notification', 'http', 'dropped'] as const
export type TrafficKind = (typeof TRAFFIC_KINDS)[number]

/** A stored message to or from a server, without its content. */
export type McpMessageRow = {
  readonly id: number
  /** When it was sent or received, in milliseconds since 1970. */
  readonly at: number
  readonly sender: 'client' | 'server'
  readonly kind: TrafficKind
  /** The method; of an answer that of its request. */
  readonly method: string
  /** The start of its content, without secrets. */
  readonly summary: string
  /** Size in bytes. */
  readonly size: number
  /** Time from the request to this answer in milliseconds; null for other messages. */
  readonly tookMs: number | null
  readonly failed: boolean
}

/** A stored message with its content as JSON text, without secrets. Null: it was too large to store. */
export type McpMessage = McpMessageRow & { readonly body: string | null }

/** A filter of stored messages. */
export type McpMessageFilter = {
  readonly sender: 'client' | 'server' | null
  readonly method: string | null
  readonly failedOnly: boolean
  /** A part of a method, tool or text; empty for all. */
  readonly text: string
}

/** The newest messages that fit a filter, newest first. */
export type McpMessagePage = {
  readonly rows: readonly McpMessageRow[]
  readonly isMore: boolean
  /** The number of all stored messages of the server. */
  readonly stored: number
  /** All methods among them. */
  readonly methods: readonly string[]
}

/** A message and its counterpart: the request of an answer, or the answer of a request. */
export type McpMessagePair = { readonly message: McpMessage; readonly other: McpMessage | null }

/** Tools, resources and prompts of a server as it listed them, for the forms that try them. */
export type McpOffers = {
  readonly tools: readonly {
    readonly name: string
    readonly description: string
    readonly inputSchema: Readonly<Record<string, unknown>>
  }[]
  readonly resources: readonly {
    readonly uri: string
    readonly name: string
    readonly description: string
    readonly mime: string
  }[]
  readonly templates: readonly {
    readonly template: string
    readonly name: string
    readonly description: string
  }[]
  readonly prompts: readonly {
    readonly name: string
    readonly description: string
    readonly args: readonly {
      readonly name: string
      readonly description: string
      readonly required: boolean
    }[]
  }[]
}

/** The state of a request that the person sends to a server by hand. */
export type McpTrial = {
  readonly id: number
  readonly state: 'running' | 'done' | 'failed' | 'stopped'
  /** The result as JSON text, or why it failed. It is without secrets and cut at a limit. */
  readonly text: string
  /** Reported progress, newest last. */
  readonly progress: string
  readonly tookMs: number | null
}
