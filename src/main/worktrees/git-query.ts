import type { Git } from '../git/start-git.ts'

/** Time limit of one git command, in milliseconds. */
const LIMIT_MS = 60_000

/** The answer of a git command that may fail. */
export type Answer =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string }

/** Asks git in a project that the person trusts. Hooks and monitors of the repository stay off. */
export function createGitQuery(git: Pick<Git, 'work'>) {
  const attempt = async (
    folder: string,
    args: readonly string[],
    signal: AbortSignal,
    input?: Buffer,
    index?: string,
  ): Promise<Answer> => {
    const more = { ...(input === undefined ? {} : { input }), ...(index === undefined ? {} : { index }) }
    const answer = await git.work({ folder, args, limitMs: LIMIT_MS, ...more }, signal)
    return answer.ok
      ? { ok: true, text: answer.output.toString('utf8') }
      : { ok: false, problem: plain(answer.problem) }
  }
  return {
    attempt,
    /** Returns the whole output. Throws where git fails. */
    ask: async (folder: string, args: readonly string[], signal: AbortSignal): Promise<string> => {
      const answer = await attempt(folder, args, signal)
      if (!answer.ok) throw new Error(answer.problem)
      return answer.text
    },
    /** Returns the output as bytes. Throws where git fails. */
    bytes: async (folder: string, args: readonly string[], signal: AbortSignal): Promise<Buffer> => {
      const answer = await git.work({ folder, args, limitMs: LIMIT_MS }, signal)
      if (!answer.ok) throw new Error(plain(answer.problem))
      return answer.output
    },
  }
}

export type GitQuery = ReturnType<typeof createGitQuery>

/** The words of git without its own prefixes and hints. */
function plain(problem: string): string {
  const lines = problem.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('hint:'))
  return lines
    .map((line) => line.replace(/^(?:fatal|error): /, ''))
    .join(' ')
    .slice(0, 1_000)
}
