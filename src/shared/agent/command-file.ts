import type { PermissionRule } from '../permission/rule.ts'
import type { FileProblem } from './file-problem.ts'

/** A command that a Markdown file describes: `/name` sends its text. */
export type CommandFile = {
  readonly name: string
  /** The folders above the file, joined by colons; empty for none. `/folder:name` is another name of the command. */
  readonly space: string
  readonly description: string
  /** The form of its arguments; empty for none. */
  readonly hint: string
  /** The calls that it allows for its turn. Those of a project are shown and allow nothing. */
  readonly allowed: readonly PermissionRule[]
  /** The model of its turn; null for that of the chat. */
  readonly model: string | null
  readonly source: 'user' | 'project' | 'plugin'
  /** The plugin that brings it. */
  readonly plugin?: string
  /** Whether the text may hold `{{variables}}`: in files written for Orrery. */
  readonly hasVariables: boolean
  readonly file: string
  readonly text: string
}

/** The command files that can be used in a project, by name, and those that cannot. */
export type CommandFileList = {
  readonly commands: readonly Omit<CommandFile, 'text' | 'allowed' | 'model' | 'hasVariables'>[]
  readonly problems: readonly FileProblem[]
}
