import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { type ProgramAnswer, type ProgramDeps, startProgram } from '../git/start-program.ts'
import type { RemoteName } from './remote-name.ts'

/** The time a question may take, in milliseconds. */
export const ASK_LIMIT_MS = 30_000
/** The time a change may take, in milliseconds. */
export const WRITE_LIMIT_MS = 2 * 60_000

type Asking = {
  readonly input: string
  readonly limitMs: number
  /** Exit codes besides 0 that are an answer. */
  readonly answers: readonly number[]
}

/** Starts `gh` with arguments. A refusal is an answer. */
export type Gh = (
  args: readonly string[],
  more: Partial<Asking>,
  signal: AbortSignal,
) => Promise<ProgramAnswer>

/** Creates the way to ask `gh`, which asks nothing, pages nothing and colours nothing. */
export function createGh(deps: ProgramDeps): Gh {
  const quiet = {
    GH_PROMPT_DISABLED: '1',
    GH_NO_UPDATE_NOTIFIER: '1',
    GH_PAGER: 'cat',
    NO_COLOR: '1',
    GIT_TERMINAL_PROMPT: '0',
  }
  return (args, { limitMs = ASK_LIMIT_MS, ...asking }, signal) => {
    const environment = { ...deps.environment(), ...quiet }
    const question = { ...asking, args, limitMs, environment, program: 'gh', label: 'GitHub CLI' }
    return startProgram(deps, question, signal)
  }
}

/** Throws a sentence where `gh` is missing or not signed in to a host. */
export async function checkSignIn(
  gh: Gh,
  { host }: Pick<RemoteName, 'host'>,
  signal: AbortSignal,
): Promise<void> {
  const answer = await gh(['auth', 'status', `--hostname=${host}`], {}, signal)
  if (answer.ok) return
  if (/ENOENT/.test(answer.problem)) throw AppError.saying('other', say('pulls.noGh'))
  throw AppError.saying('other', say('pulls.signedOut', { host }))
}

/** Names a repository to `gh`. */
export const inRepository = ({ host, repository }: RemoteName): readonly string[] => [
  `--repo=${host}/${repository}`,
]

/** Reads an answer of `gh`, which is foreign data. */
export function read<Read>(answer: ProgramAnswer, parse: (output: string) => Read): Read {
  const output = taken(answer)
  try {
    return parse(output)
  } catch {
    throw AppError.saying('other', say('pulls.unreadable'))
  }
}

/** Returns the output of `gh`, or throws its refusal. */
export function taken(answer: ProgramAnswer): string {
  if (answer.ok) return answer.output.toString('utf8')
  throw AppError.saying('other', say('pulls.refused', { reason: answer.problem.slice(0, 1_000) }))
}
