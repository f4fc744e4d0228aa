import { createReadStream } from 'node:fs'
import { AppError } from '#shared/errors.ts'
import { outputTail, type StoredOutput } from '#shared/session/stored-output.ts'
import { isErrno } from '../../lib/errno.ts'
import type { ToolContext, ToolPlan, ToolResult } from '../tool.ts'
import { createLinePage, type PageRequest } from './line-page.ts'
import { pageAnswer } from './page-answer.ts'

/** Whether a path names an output of the chat and no file. */
export const namesOutput = (path: string): boolean => outputTail(path) !== null

/** Plans a look at an output. The chat holds it already, so it is as good as a file of the project. */
export function planOfOutput(path: string): ToolPlan {
  const target = path.trim()
  return {
    acts: [{ access: 'read', target, outside: false, proposedRule: null }],
    preview: { kind: 'path', path: target, outside: false },
  }
}

/** Finds an output of the chat. Throws, worded for the model, when there is none of this name. */
export async function outputAt(path: string, { outputs }: ToolContext): Promise<StoredOutput> {
  const found = await outputs.find(path)
  if (found !== null) return found
  throw AppError.forAgent(
    'tool.not_found',
    `This chat keeps no output named ${path.trim()}. Copy the name from the answer that told it.`,
  )
}

/** Shows a page of an output. */
export async function readOutput(
  path: string,
  page: PageRequest,
  context: ToolContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  const output = await outputAt(path, context)
  const lines = createLinePage(page)
  if ('text' in output) lines.feed(output.text)
  else for await (const text of piecesOf(output.file, signal)) lines.feed(text)
  return pageAnswer(path.trim(), lines.finish(), [])
}

async function* piecesOf(file: string, signal: AbortSignal): AsyncGenerator<string> {
  try {
    for await (const piece of createReadStream(file, { encoding: 'utf8', signal })) yield String(piece)
  } catch (error) {
    if (!isErrno(error, 'ENOENT', 'EACCES', 'EPERM', 'EIO')) throw error
    throw AppError.forAgent('tool.failed', 'The file of this output is gone. Run the command again.', {
      cause: error,
    })
  }
}
