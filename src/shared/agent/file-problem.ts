import type { Sentence } from '../sentences.ts'

/** Why a file of the person or of a project is not used, in words for the person. */
export type FileProblem = {
  /** The agent or skill the file would be, or null when its name is none. */
  readonly id: string | null
  readonly source: 'user' | 'project'
  /** The file path for display. */
  readonly file: string
  readonly message: string
  /** The message in sentences, where a window may have words of its own for it. */
  readonly said: readonly Sentence[]
}

/** An error in the text of an agent file, with its line. */
export type AgentFileProblem = {
  readonly line: number
  readonly message: string
  readonly said: readonly Sentence[]
}
