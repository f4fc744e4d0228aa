import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { type ProgramAnswer, type ProgramDeps, startProgram } from '../git/start-program.ts'

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

/** The programs that know a server, with their names in messages. */
export const CLI_NAMES = { gh: 'GitHub CLI', glab: 'GitLab CLI' } as const
export type CliName = keyof typeof CLI_NAMES

/** A program of the person that knows a server. A refusal is an answer. */
export type Cli = {
  readonly name: CliName
  readonly ask: (
    args: readonly string[],
    more: Partial<Asking>,
    signal: AbortSignal,
  ) => Promise<ProgramAnswer>
}

/** Variables with which the programs ask nothing, page nothing, colour nothing and report nothing. */
const QUIET = {
  gh: { GH_PROMPT_DISABLED: '1', GH_NO_UPDATE_NOTIFIER: '1', GH_PAGER: 'cat' },
  glab: {
    NO_PROMPT: 'true',
    GLAB_CHECK_UPDATE: 'false',
    GLAB_SEND_TELEMETRY: 'false',
    GLAB_PAGER: 'cat',
    PAGER: 'cat',
  },
} as const

/** Creates the way to ask one of the programs. */
export function createCli(deps: ProgramDeps, name: CliName): Cli {
  const quiet = { ...QUIET[name], NO_COLOR: '1', GIT_TERMINAL_PROMPT: '0' }
  return {
    name,
    ask: (args, { limitMs = ASK_LIMIT_MS, ...asking }, signal) => {
      const environment = { ...deps.environment(), ...quiet }
      const question = { ...asking, args, limitMs, environment, program: name, label: CLI_NAMES[name] }
      return startProgram(deps, question, signal)
    },
  }
}

/** Returns whether a program is missing, or is signed in to a host. */
export async function signInOf(
  cli: Cli,
  host: string,
  signal: AbortSignal,
): Promise<'in' | 'out' | 'missing'> {
  const answer = await cli.ask(['auth', 'status', `--hostname=${host}`], {}, signal)
  if (answer.ok) return 'in'
  return /ENOENT/.test(answer.problem) ? 'missing' : 'out'
}

/** Reads an answer, which is foreign data. */
export function read<Read>(
  { name }: Pick<Cli, 'name'>,
  answer: ProgramAnswer,
  parse: (output: string) => Read,
): Read {
  const output = taken({ name }, answer)
  try {
    return parse(output)
  } catch {
    throw AppError.saying('other', say('pulls.unreadable', { cli: CLI_NAMES[name], program: name }))
  }
}

/** Returns the output of an answer, or throws its refusal. */
export function taken({ name }: Pick<Cli, 'name'>, answer: ProgramAnswer): string {
  if (answer.ok) return answer.output.toString('utf8')
  throw refused({ name }, answer.problem)
}

/** Returns the sentence about a refusal. */
export const refused = ({ name }: Pick<Cli, 'name'>, problem: string): AppError =>
  AppError.saying(
    'other',
    say(isForbidden(problem) ? 'pulls.forbidden' : 'pulls.refused', {
      cli: CLI_NAMES[name],
      program: name,
      reason: problem.slice(0, 1_000),
    }),
  )

/** Whether the server refused because the sign-in lacks a right. `gh` writes `HTTP 403`, `glab` `403 Forbidden`. */
const isForbidden = (problem: string): boolean =>
  /\bHTTP 403\b|\b403 Forbidden\b|\b403\b.*insufficient_scope|Resource not accessible/i.test(problem) &&
  !/rate limit/i.test(problem)
