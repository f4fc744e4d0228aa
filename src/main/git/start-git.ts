import { realpath } from 'node:fs/promises'
import type { PlatformPath } from 'node:path'
import type { Clock } from '../lib/clock.ts'
import type { Askpass } from './askpass.ts'
import { type GitTrust, gitEnvironment, gitOptions, HOOKS_ON, plainSettings } from './git-options.ts'
import type { GitReads } from './git-settings.ts'
import { findRepositoryRisk, type RepositoryRisk } from './repository-risk.ts'
import { type ProgramAnswer, type ProgramDeps, startProgram } from './start-program.ts'

export type GitDeps = ProgramDeps & {
  readonly path: PlatformPath
  readonly clock: Pick<Clock, 'elapsed'>
  /** The way of git to the person; null where no window can ask. */
  readonly askpass: Askpass | null
}

export type GitQuestion = {
  readonly folder: string
  readonly args: readonly string[]
  readonly limitMs: number
  readonly input?: string | Buffer
  /** Exit codes besides 0 that are an answer, such as 1 of `git diff --no-index`. */
  readonly answers?: readonly number[]
}

export type GitAnswer =
  /** `messages`: the error output, where hooks and remotes write. */
  | { readonly ok: true; readonly output: Buffer; readonly messages: string }
  /**
   * `risk`: git was not started, because the repository may name a program. `stopped`: it had a question, and the person
   * cancelled or did not answer.
   */
  | {
      readonly ok: false
      readonly risk: RepositoryRisk | null
      readonly problem: string
      readonly stopped?: 'cancelled' | 'unanswered'
    }

export type Git = {
  /**
   * Queries git about an untrusted folder. Starts git only when the repository cannot start programs, and
   * without transports, filters, hooks and user settings. Rejects only with the signal's reason.
   */
  readonly look: (
    question: GitQuestion & { readonly reads: GitReads; readonly entersSubmodules: boolean },
    signal: AbortSignal,
  ) => Promise<GitAnswer>
  /**
   * Starts git in a folder that the person trusts. Hooks run only with `runsHooks`, for what the person does with a
   * button. With `asks`, also for that only, git and ssh may ask the person for a password; nothing else waits.
   * `index`: a file to use in place of the index of the work tree.
   */
  readonly work: (
    question: GitQuestion & {
      readonly runsHooks?: boolean
      readonly index?: string
      readonly asks?: boolean
    },
    signal: AbortSignal,
  ) => Promise<GitAnswer>
}

const SETTINGS_LIMIT_MS = 3_000
/** Lifetime of the person's plain settings, in milliseconds. */
const SETTINGS_HOLD_MS = 60_000

/** The one way to start git. Everything the app asks git comes through here. */
export function createGit(deps: GitDeps): Git {
  const plainOf = createPlainSettings(deps)
  const ask = (options: readonly string[], question: Start, signal: AbortSignal) =>
    start(deps, { ...question, args: ['-C', question.folder, ...options, ...question.args] }, signal)
  return {
    look: async ({ reads, entersSubmodules, ...question }, signal) => {
      signal.throwIfAborted()
      // Git climbs from the true folder, not from a link to it.
      const folder = await realpath(question.folder).catch(() => null)
      if (folder === null) return failed('The folder cannot be read.')
      const risk = await findRepositoryRisk(folder, { reads, entersSubmodules, runsHooks: false }, deps.path)
      if (risk !== null) return { ok: false, risk, problem: '' }
      const options = gitOptions('untrusted', await plainOf(signal), deps.platform)
      return ask(options, { ...question, folder, trust: 'untrusted' }, signal)
    },
    work: ({ runsHooks = false, asks = false, ...question }, signal) => {
      const options = runsHooks ? HOOKS_ON : gitOptions('trusted', [], deps.platform)
      const act = asks ? (question.args[0] ?? null) : null
      return ask(options, { ...question, trust: 'trusted', act }, signal)
    },
  }
}

/** Reads the settings of the person that stay in force where their other settings are off. */
function createPlainSettings(deps: GitDeps): (signal: AbortSignal) => Promise<readonly string[]> {
  let read: { readonly at: number; readonly plain: Promise<readonly string[]> } | null = null
  const ask = async (): Promise<readonly string[]> => {
    const args = ['config', '--list', '--null', '--show-scope']
    const question = { folder: deps.home, args, limitMs: SETTINGS_LIMIT_MS, trust: 'trusted' as const }
    const answer = await start(deps, question, new AbortController().signal)
    return answer.ok ? plainSettings(answer.output.toString('utf8')) : []
  }
  return async (signal) => {
    const now = deps.clock.elapsed()
    if (read === null || now - read.at > SETTINGS_HOLD_MS) read = { at: now, plain: ask() }
    const plain = await read.plain
    signal.throwIfAborted()
    return plain
  }
}

type Start = GitQuestion & {
  readonly trust: GitTrust
  readonly index?: string
  /** The act of the person for which git may ask. */
  readonly act?: string | null
}

async function start(
  deps: GitDeps,
  { trust, index, act = null, ...question }: Start,
  signal: AbortSignal,
): Promise<GitAnswer> {
  const environment = {
    ...gitEnvironment(deps.environment(), trust, deps.platform),
    ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
  }
  const started = { ...question, program: 'git', label: 'Git', environment }
  const { folder, limitMs } = question
  const asking = act === null ? null : ((await deps.askpass?.open({ folder, act, limitMs }, signal)) ?? null)
  if (asking === null) return answerOf(await startProgram(deps, started, signal), null)
  try {
    const asked = { ...environment, ...asking.environment }
    const answer = await startProgram(deps, { ...started, environment: asked, limit: asking.limit }, signal)
    return answerOf(answer, asking.stopped())
  } finally {
    await asking.close()
  }
}

function answerOf(answer: ProgramAnswer, stopped: 'cancelled' | 'unanswered' | null): GitAnswer {
  if (answer.ok) return answer
  return stopped === null ? { ...answer, risk: null } : { ...answer, risk: null, stopped }
}

const failed = (problem: string): GitAnswer => ({ ok: false, risk: null, problem })
