import type { FileProblem } from './file-problem.ts'

/** The longest name of an output style. */
export const LONGEST_STYLE_NAME = 80

/** A way of answering that a Markdown file describes. It is added to the instructions of new chats. */
export type OutputStyle = {
  readonly name: string
  readonly description: string
  readonly source: 'user' | 'project' | 'plugin'
  /** The plugin that brings it. */
  readonly plugin?: string
  readonly file: string
  readonly text: string
}

/** The output styles that can be chosen in a project, by name, and the files that cannot be used. */
export type OutputStyleList = {
  readonly styles: readonly Omit<OutputStyle, 'text'>[]
  readonly problems: readonly FileProblem[]
  /** The style of new chats; null for none. */
  readonly chosen: string | null
}
