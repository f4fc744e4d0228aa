/** A resource of a server that fits what the person typed after `@`. */
export type McpResourceMatch = {
  readonly key: string
  readonly server: string
  readonly uri: string
  readonly name: string
  readonly description: string
  /** Whether the address still lacks the value of a variable. */
  readonly isOpen: boolean
}

/** A prompt of a server, in its own words. */
export type McpPromptListing = {
  readonly key: string
  readonly server: string
  readonly name: string
  readonly description: string
  readonly args: readonly {
    readonly name: string
    readonly description: string
    readonly required: boolean
  }[]
}
