import type { AgentSource } from '#shared/agent/definition.ts'
import type { AgentFileProblem } from '#shared/agent/file-problem.ts'
import { AppError } from '#shared/errors.ts'
import { parseAgent } from './agent-files.ts'
import { lineOfProblem } from './front-matter.ts'

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
    const { message } = error
    return { line: lineOfProblem(`${id}.md`, message), message }
  }
}
