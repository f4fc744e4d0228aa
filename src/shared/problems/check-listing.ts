import type { Sentence } from '../sentences.ts'
import type { AfterEdit } from './after-edit.ts'
import type { FormatTable } from './format-table.ts'
import type { LanguageServer, ServerState } from './language-server.ts'

/** A language server with its state. */
export type ServerListing = LanguageServer & {
  readonly id: string
  /** Whether the person switched on this program. */
  readonly isOn: boolean
  /** The fingerprint of its command. */
  readonly digest: string
  /** Whether the person switched on another command under this name: it asks again. */
  readonly hasChanged: boolean
  readonly state: ServerState
  /** The reason of the last failure. */
  readonly detail: string
}

/** The checks that the settings of a project name. */
export type CheckListing = {
  /** Whether they may run. */
  readonly trusted: boolean
  /** The reason why the settings cannot be read; null where they can. */
  readonly problem: string | null
  readonly said: readonly Sentence[]
  readonly commands: readonly AfterEdit[]
  readonly servers: readonly ServerListing[]
  /** When and by which commands files are formatted; null where the project does not say. */
  readonly format: FormatTable | null
}
