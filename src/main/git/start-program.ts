import { type ChildProcess, spawn } from 'node:child_process'
import { withoutRelativeParts } from '../lib/programs/absolute-folders.ts'
import type { ProcessTree } from '../lib/programs/process-tree.ts'

export type ProgramDeps = {
  readonly platform: NodeJS.Platform
  /** A folder of the person's own to start in: some systems look for programs in the current folder. */
  readonly home: string
  /** Returns the environment of a new program, without secrets. */
  readonly environment: () => Readonly<Record<string, string>>
  readonly processes: Pick<ProcessTree, 'end'>
  /** Makes the program end with the app, also when the app is killed. */
  readonly keep: (pid: number) => () => void
}

/** A question to a program of the person's search path. */
type ProgramQuestion = {
  readonly program: string
  /** The name of the program in messages. */
  readonly label: string
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly limitMs: number
  /** A limit of another kind in place of `limitMs`. */
  readonly limit?: AbortSignal
  readonly input?: string | Buffer
  /** Exit codes besides 0 that are an answer. */
  readonly answers?: readonly number[]
}

/** `messages`: the error output. */
export type ProgramAnswer =
  | { readonly ok: true; readonly output: Buffer; readonly messages: string }
  | { readonly ok: false; readonly problem: string }

const MOST_OUTPUT = 64 * 1024 * 1024
const MOST_PROBLEM = 4_000
const GRACE_MS = 500

/** Starts a program that answers a question, and ends all of it at the time limit or when the signal aborts. */
export async function startProgram(
  deps: ProgramDeps,
  question: ProgramQuestion,
  signal: AbortSignal,
): Promise<ProgramAnswer> {
  signal.throwIfAborted()
  const { program, label, args, environment, input, limitMs, answers = [] } = question
  const child = spawn(program, [...args], {
    cwd: deps.home,
    env: Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [
        name,
        withoutRelativeParts(name, value, deps.platform) ?? '',
      ]),
    ),
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    detached: deps.platform !== 'win32',
    windowsHide: true,
  })
  const over = deps.keep(child.pid ?? 0)
  const limit = AbortSignal.any([signal, question.limit ?? AbortSignal.timeout(limitMs)])
  const output = collect(child, input)
  let isClosed = false
  child.once('close', () => {
    isClosed = true
  })
  try {
    const ending = await endOf(child, limit, output.isTooLong)
    signal.throwIfAborted()
    if (ending === 'late') return failed(`${label} took too long.`)
    if (ending === 'long') return failed(`${label} printed too much.`)
    if (ending !== 0 && !answers.some((code) => code === ending))
      return failed(output.problem() || `${label} ended with ${ending}.`)
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

const failed = (problem: string): ProgramAnswer => ({ ok: false, problem })

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
  // A program need not read what it is given.
  child.stdin?.on('error', () => {})
  if (input !== undefined) child.stdin?.end(input)
  return {
    isTooLong,
    whole: () => Buffer.concat(pieces),
    problem: () => problem.trim().slice(0, MOST_PROBLEM),
  }
}
