import type { AgentSource } from '#shared/agent/definition.ts'
import type { AgentFileProblem } from '#shared/agent/file-problem.ts'
import { AppError } from '#shared/errors.ts'
import type { Sentence } from '#shared/sentences.ts'
import { parseAgent } from './agent-files.ts'

/** What is wrong with the text of an agent, or null when it can be used. */
export async function checkAgentFile(
  source: AgentSource,
  id: string,
  text: string,
): Promise<AgentFileProblem | null> {
  try {
    await parseAgent(source, id, text)
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { text: message, said } = error.told()
    return { line: lineOf(said), message, said }
  }
}

/** The line that a problem names; 1 when it names none. */
function lineOf(said: readonly Sentence[]): number {
  const line = said.find(({ facts }) => facts['line'] !== undefined)?.facts['line']
  return line === undefined ? 1 : Number.parseInt(line, 10)
}
