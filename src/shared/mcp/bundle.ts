import type { McpImport } from './mcp-list.ts'

/** A value that the person enters before a bundle is installed. */
export type BundleField = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly kind: 'text' | 'number' | 'boolean'
  readonly required: boolean
  /** A secret: it is stored in the vault. */
  readonly sensitive: boolean
  readonly initial: string
}

/** A bundle (`.mcpb`) before it is installed: what it is, and what it would start. */
export type BundlePreview = {
  readonly id: string
  /** A name for the server. */
  readonly name: string
  readonly title: string
  readonly version: string
  readonly author: string
  readonly description: string
  /** The command with its arguments. `BUNDLE` marks the folder it is unpacked into. */
  readonly command: string
  /** Names of the variables that its program receives. */
  readonly variables: readonly string[]
  readonly tools: readonly string[]
  readonly files: number
  /** Size of all files in bytes. */
  readonly size: number
  readonly fields: readonly BundleField[]
}

/** A chosen file: a bundle to look at, or JSON whose servers were added. */
export type McpOpenedFile =
  | { readonly kind: 'bundle'; readonly bundle: BundlePreview }
  | { readonly kind: 'import'; readonly imported: McpImport }
