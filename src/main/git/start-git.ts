import { type ChildProcess, spawn } from 'node:child_process'
import { realpath } from 'node:fs/promises'
import type { PlatformPath } from 'node:path'
import type { Clock } from '../lib/clock.ts'
import type { ProcessTree } from '../lib/process-tree.ts'
import { type GitTrust, gitEnvironment, gitOptions, HOOKS_ON, plainSettings } from './git-options.ts'
import type { GitReads } from './git-settings.ts'
import { findRepositoryRisk, type RepositoryRisk } from './repository-risk.ts'

export type GitDeps = {
  readonly platform: NodeJS.Platform
  readonly path: PlatformPath
  /** A folder of the person's own to start in: some systems look for programs in the current folder. */
  readonly home: string
  /** Returns the environment of a new program, without secrets. */
  readonly environment: () => Readonly<Record<string, string>>
  readonly clock: Pick<Clock, 'elapsed'>
  readonly processes: Pick<ProcessTree, 'end'>
  /** Makes git end with the app, also when the app is killed. */
  readonly keep: (pid: number) => () => void
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
  /** `risk`: git was not started, because the repository may name a program. */
  | { readonly ok: false; readonly risk: RepositoryRisk | null; readonly problem: string }

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
   * Starts git in a folder that the person trusts. Nothing waits for the person. Hooks run only with `runsHooks`, for
   * what the person does with a button. `index`: a file to use in place of the index of the work tree.
   */
  readonly work: (
    question: GitQuestion & { readonly runsHooks?: boolean; readonly index?: string },
    signal: AbortSignal,
  ) => Promise<GitAnswer>
}

const MOST_OUTPUT = 64 * 1024 * 1024
const MOST_PROBLEM = 4_000
const SETTINGS_LIMIT_MS = 3_000
/** Lifetime of the person's plain settings, in milliseconds. */
const SETTINGS_HOLD_MS = 60_000
const GRACE_MS = 500

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
    work: ({ runsHooks = false, ...question }, signal) => {
      const options = runsHooks ? HOOKS_ON : gitOptions('trusted', [], deps.platform)
      return ask(options, { ...question, trust: 'trusted' }, signal)
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

type Start = GitQuestion & { readonly trust: GitTrust; readonly index?: string }

async function start(deps: GitDeps, question: Start, signal: AbortSignal): Promise<GitAnswer> {
  signal.throwIfAborted()
  const { args, trust, input, limitMs, answers = [], index } = question
  const child = spawn('git', [...args], {
    cwd: deps.home,
    env: {
      ...gitEnvironment(deps.environment(), trust, deps.platform),
      ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
    },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    detached: deps.platform !== 'win32',
    windowsHide: true,
  })
  const over = deps.keep(child.pid ?? 0)
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
  const output = collect(child, input)
  let isClosed = false
  child.once('close', () => {
    isClosed = true
  })
  try {
    const ending = await endOf(child, limit, output.isTooLong)
    signal.throwIfAborted()
    if (ending === 'late') return failed('Git took too long.')
    if (ending === 'long') return failed('Git printed too much.')
    if (ending !== 0 && !answers.some((code) => code === ending))
      return failed(output.problem() || `Git ended with ${ending}.`)
    return { ok: true, output: output.whole(), messages: output.problem() }
  } finally {
    // A program that git has started may hold its output open.
    if (!isClosed && child.pid !== undefined)
      await deps.processes.end({ pid: child.pid, mark: null }, GRACE_MS)
    over()
    child.stdout?.destroy()
    child.stderr?.destroy()
  }
}

const failed = (problem: string): GitAnswer => ({ ok: false, risk: null, problem })

type Ending = number | string | 'late' | 'long'

function endOf(child: ChildProcess, limit: AbortSignal, tooLong: Promise<void>): Promise<Ending> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, killed) => resolve(code ?? killed ?? 'nothing'))
    limit.addEventListener('abort', () => resolve('late'), { once: true })
    if (limit.aborted) resolve('late')
    void tooLong.then(() => resolve('long'))
  })
}

function collect(child: ChildProcess, input: string | Buffer | undefined) {
  const pieces: Buffer[] = []
  let size = 0
  let problem = ''
  const isTooLong = new Promise<void>((resolve) => {
    child.stdout?.on('data', (piece: Buffer) => {
      size += piece.length
      if (size > MOST_OUTPUT) resolve()
      else pieces.push(piece)
    })
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (problem.length < MOST_PROBLEM) problem += text
  })
  // Git need not read what it is given.
  child.stdin?.on('error', () => {})
  if (input !== undefined) child.stdin?.end(input)
  return {
    isTooLong,
    whole: () => Buffer.concat(pieces),
    problem: () => problem.trim().slice(0, MOST_PROBLEM),
  }
}
