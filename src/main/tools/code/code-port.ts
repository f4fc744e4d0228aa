import type { CodeAnswer, CodeQuestion } from '#shared/problems/code-question.ts'
import type { ToolContext } from '../tool.ts'

/** The chat that asks, and the language server that answered. */
export type CodeAsker = Pick<ToolContext, 'sessionId' | 'root'>
export type Answered = { readonly server: string; readonly answer: CodeAnswer }

/**
 * Puts a question to the language servers of the chat's project: those for the file, or all for a search without one.
 * Throws an `AppError` for the agent where none can answer.
 */
export type AskCode = (
  asker: CodeAsker,
  question: CodeQuestion,
  signal: AbortSignal,
) => Promise<readonly Answered[]>
