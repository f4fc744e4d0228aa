import { spawn } from 'node:child_process'
import { AppError } from '#shared/errors.ts'
import { englishOf, type Sentence, say } from '#shared/sentences.ts'
import type { Logger } from '../../lib/logger.ts'
import { hasNoNul } from '../no-nul.ts'
import { createLineSplitter } from './line-splitter.ts'
import { chooseRipgrep, type RipgrepChoice, type RipgrepFacts } from './ripgrep-choice.ts'

export type RipgrepStatus = RipgrepChoice & {
  /** Null until it was tried. */ readonly working: boolean | null
}

/** The end of a search. `stopped`: the reader had enough. `late`: it timed out. */
export type RipgrepEnding =
  | { readonly by: 'itself' | 'stopped' | 'late' }
  | { readonly by: 'failure'; readonly problem: string }

export type Ripgrep = {
  readonly status: () => Promise<RipgrepStatus>
  /** Tries it once, on first use, and remembers the answer. */
  readonly working: () => Promise<boolean>
  /**
   * Feeds the output to `take` line by line until it returns false. A line of more than 64 KB is cut. `input` is what it
   * reads as its standard input.
   */
  readonly lines: (
    args: readonly string[],
    cwd: string,
    take: (line: string) => boolean,
    signal: AbortSignal,
    input?: string,
  ) => Promise<RipgrepEnding>
}

export type RipgrepDeps = {
  /** Looks at the machine. Called at most once. */
  readonly facts: () => Promise<RipgrepFacts>
  readonly environment: () => Readonly<Record<string, string>>
  readonly logger: Logger
  /** Told once, on first use, when searching is not what it should be. */
  readonly tell: (said: Sentence) => void
  readonly timeLimitMs: number
  /** Told of every search that has begun. What it answers with is called when it has ended. */
  readonly keep: (pid: number) => () => void
}

const PROBE_LIMIT_MS = 5000
const MOST_ERROR_TEXT = 2000

/** Ripgrep as it is on this machine. */
export function createRipgrep({ facts, environment, logger, tell, timeLimitMs, keep }: RipgrepDeps): Ripgrep {
  let choosing: Promise<RipgrepChoice> | null = null
  let probing: Promise<boolean> | null = null
  let works: boolean | null = null

  const choose = () => {
    choosing ??= facts().then((known) => {
      const choice = chooseRipgrep(known)
      const { note, mode, path } = choice
      if (note !== null) {
        logger.warn(englishOf([note]), { mode, path })
        tell(note)
      }
      return choice
    })
    return choosing
  }

  const run = async (
    wanted: Pick<Search, 'args' | 'cwd' | 'take' | 'input'>,
    limitMs: number,
    signal: AbortSignal,
  ): Promise<RipgrepEnding> => {
    const { path } = await choose()
    const search = { ...wanted, path, environment: environment(), keep }
    return await readLines(search, AbortSignal.timeout(limitMs), signal)
  }

  const probe = async () => {
    let version = ''
    const take = (line: string) => {
      version ||= line
      return true
    }
    const probing = { args: ['--version'], cwd: process.cwd(), take }
    const ending = await run(probing, PROBE_LIMIT_MS, new AbortController().signal)
    works = ending.by === 'itself' && version.startsWith('ripgrep ')
    if (works) return true
    const { note, path, mode } = await choose()
    logger.warn('Ripgrep does not work; searching is slow.', { path, mode, ending })
    // A missing one has been told of when it was looked for.
    if (note?.name !== 'search.ripgrepMissing' && note?.name !== 'search.ripgrepMissingHere') {
      tell(say('search.ripgrepBroken', { path }))
    }
    return false
  }

  return {
    status: async () => ({ ...(await choose()), working: works }),
    working: () => {
      probing ??= probe()
      return probing
    },
    lines: (args, cwd, take, signal, input) =>
      run({ args, cwd, take, ...(input === undefined ? {} : { input }) }, timeLimitMs, signal),
  }
}

type Search = {
  readonly path: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly environment: Readonly<Record<string, string>>
  readonly take: (line: string) => boolean
  readonly input?: string
  readonly keep: RipgrepDeps['keep']
}

function readLines(search: Search, late: AbortSignal, signal: AbortSignal): Promise<RipgrepEnding> {
  signal.throwIfAborted()
  const { path, args, cwd, environment, take, input, keep } = search
  if (!args.every(hasNoNul))
    throw AppError.forAgent('tool.failed', 'A search cannot contain a NUL character.')
  const child = spawn(path, [...args], {
    cwd,
    env: environment,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
  })
  const over = keep(child.pid ?? 0)
  // A search that has found enough does not read its input to the end.
  child.stdin?.on('error', () => {}).end(input)
  let problem = ''
  let enough = false
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (problem.length < MOST_ERROR_TEXT) problem += text
  })
  const lines = createLineSplitter((line) => {
    if (enough) return
    enough = !take(line)
    if (enough) child.kill('SIGKILL')
  })
  child.stdout?.on('data', lines.add).on('end', lines.finish)
  const stop = () => void child.kill('SIGKILL')
  // A signal of the search's own: many searches may share the one they are given.
  const ending = AbortSignal.any([signal, late])
  ending.addEventListener('abort', stop, { once: true })
  return new Promise((resolve, reject) => {
    let failure: string | null = null
    child.once('error', (error) => {
      failure = error.message
    })
    child.once('close', (code) => {
      over()
      ending.removeEventListener('abort', stop)
      if (signal.aborted) reject(signal.reason)
      else if (failure !== null) resolve({ by: 'failure', problem: failure })
      else if (enough) resolve({ by: 'stopped' })
      else if (late.aborted) resolve({ by: 'late' })
      // 1 means that nothing was found, 2 that something went wrong, perhaps only for one file.
      else if (code === 0 || code === 1) resolve({ by: 'itself' })
      else resolve({ by: 'failure', problem: problem.trim() || `ripgrep ended with code ${code}` })
    })
  })
}
