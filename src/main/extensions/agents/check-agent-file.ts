import type { AgentSource } from '#shared/agent/definition.ts'
import type { AgentFileProblem } from '#shared/agent/file-problem.ts'
import type { Sentence } from '#shared/sentences.ts'
import { agentProblems } from './agent-files.ts'

/** More than this is not put right in one go; what is left is named once these are gone. */
const MOST_NAMED = 20

/** Returns the errors of an agent text from its first line down; empty for a valid one. */
export async function checkAgentFile(
  source: AgentSource,
  id: string,
  text: string,
): Promise<readonly AgentFileProblem[]> {
  const problems = await agentProblems(source, id, text)
  return problems
    .map((problem): AgentFileProblem => {
      const { text: message, said } = problem.told()
      return { line: lineOf(said), message, said }
    })
    .toSorted((left, right) => left.line - right.line)
    .slice(0, MOST_NAMED)
}

/** The line that a problem names; 1 when it names none. */
function lineOf(said: readonly Sentence[]): number {
  const line = said.find(({ facts }) => facts['line'] !== undefined)?.facts['line']
  return line === undefined ? 1 : Number.parseInt(line, 10)
}
