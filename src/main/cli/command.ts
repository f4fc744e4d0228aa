import type { Client } from './client.ts'
import type { ConnectOptions } from './connect.ts'
import type { Terminal } from './terminal.ts'

/** One option of a command: its kind, the values it takes and its help text. */
export type Option = {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  readonly multiple?: boolean
  /** The word for the value in help, or the values there are. */
  readonly value?: string | readonly string[]
  readonly help: string
}

/** The parsed words behind a command. */
export type Parsed = {
  readonly text: (name: string) => string | null
  readonly texts: (name: string) => readonly string[]
  readonly is: (name: string) => boolean
  readonly words: readonly string[]
}

/** The world of a command. */
export type Scene = {
  readonly terminal: Terminal
  readonly cwd: string
  /** The folder of the person's data. */
  readonly home: string
  readonly version: string
  readonly now: () => number
  readonly connect: (options?: ConnectOptions) => Promise<Client>
}

/** A command of the command line. `run` returns the exit code. */
export type Command = {
  readonly name: string
  readonly summary: string
  /** The words behind the name, for example `<chat>`. */
  readonly usage: string
  readonly options: Readonly<Record<string, Option>>
  /** The words that may follow the name, for completion. Missing: any. */
  readonly words?: readonly string[]
  readonly run: (parsed: Parsed, scene: Scene) => Promise<number>
}
