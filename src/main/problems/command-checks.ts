import { AppError } from '#shared/errors.ts'
import { AFTER_EDIT_TIME, type AfterEdit, FILES_WORD } from '#shared/problems/after-edit.ts'
import type { CodeProblem } from '#shared/problems/problem.ts'
import { type Sentence, say } from '#shared/sentences.ts'
import type { Logger } from '../lib/logger.ts'
import type { Check, Checked, CheckFolder } from './check-place.ts'
import { readOutput } from './output/read-output.ts'
import { quotedPath } from './quoted-path.ts'

/** The output of a command that ended. */
export type CheckOutput = { readonly exitCode: number | null; readonly out: string; readonly err: string }

export type CommandDeps = {
  readonly matches: (glob: string) => (path: string) => boolean
  /** Runs a command of a project as its hooks run: in the sandbox, without secrets, and only while it is trusted. */
  readonly runCommand: (
    place: CheckFolder,
    job: { readonly command: string; readonly timeoutMs: number },
    signal: AbortSignal,
  ) => Promise<CheckOutput>
  /** Returns a text that changes with the files that a pattern matches; null where there are too many. */
  readonly stampOf: (root: string, glob: string, signal: AbortSignal) => Promise<string | null>
  readonly exists: (path: string) => Promise<boolean>
  readonly platform: NodeJS.Platform
  readonly logger: Pick<Logger, 'warn'>
}

/** The files that one command names at most. */
const MOST_FILES = 200
/** The line of an output that is shown, in UTF-16 units. */
const LONGEST_DETAIL = 300

/**
 * Creates the checks that are commands. One runs at a time in each folder, and the result of a whole project is used
 * again while no file changed.
 */
export function createCommandChecks(deps: CommandDeps) {
  const queues = new Map<string, Promise<unknown>>()
  const newest = new Map<string, { readonly stamp: string; readonly problems: readonly CodeProblem[] }>()

  const inTurn = <T>(root: string, act: () => Promise<T>): Promise<T> => {
    const done = (queues.get(root) ?? Promise.resolve()).then(act)
    const settled = done.catch(() => undefined)
    queues.set(root, settled)
    settled.then(() => {
      if (queues.get(root) === settled) queues.delete(root)
    })
    return done
  }

  const run = async (
    place: CheckFolder,
    entry: AfterEdit,
    files: readonly string[],
    signal: AbortSignal,
  ): Promise<Checked> => {
    signal.throwIfAborted()
    const key = cacheKey(place, entry)
    const stamp = isOfFiles(entry) ? null : await deps.stampOf(place.root, entry.glob, signal)
    const checked = await carryOut(deps, place, { entry, files }, signal)
    newest.delete(key)
    if (stamp !== null && checked.result.state === 'done')
      newest.set(key, { stamp, problems: checked.problems })
    return checked
  }

  /** Returns the problems of now, from the last check where no file changed since. Null where the check fails. */
  const before = async (
    place: CheckFolder,
    entry: AfterEdit,
    files: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly CodeProblem[] | null> => {
    const last = newest.get(cacheKey(place, entry))
    if (last !== undefined && last.stamp === (await deps.stampOf(place.root, entry.glob, signal)))
      return last.problems
    try {
      const { problems, result } = await run(place, entry, files, signal)
      return result.state === 'done' || result.state === 'unreadable' ? problems : null
    } catch (error) {
      if (!signal.aborted)
        deps.logger.warn('A check before edits failed', { command: entry.command, error: String(error) })
      return null
    }
  }

  return (place: CheckFolder, entry: AfterEdit): Check => {
    const key = `${entry.glob}\0${entry.command}`
    return {
      concerns: deps.matches(entry.glob),
      keysOf: (files) => (isOfFiles(entry) ? files.map((file) => `${key}\0${file}`) : [key]),
      before: (files, signal) => inTurn(place.root, () => before(place, entry, files, signal)),
      after: (files, signal) => inTurn(place.root, () => run(place, entry, files, signal)),
    }
  }
}

const isOfFiles = ({ command }: AfterEdit): boolean => command.includes(FILES_WORD)

const cacheKey = ({ root }: CheckFolder, { glob, command }: AfterEdit): string =>
  `${root}\0${glob}\0${command}`

async function carryOut(
  deps: CommandDeps,
  place: CheckFolder,
  { entry, files }: { readonly entry: AfterEdit; readonly files: readonly string[] },
  signal: AbortSignal,
): Promise<Checked> {
  const timeoutMs = entry.timeoutMs ?? AFTER_EDIT_TIME.usual
  const name = entry.command
  const limit = AbortSignal.timeout(timeoutMs)
  const command = await withFiles(deps, place.root, entry.command, files)
  if (command === null) return { problems: [], result: { name, state: 'done', detail: '', said: [] } }
  try {
    const both = AbortSignal.any([signal, limit])
    const { exitCode, out, err } = await deps.runCommand(place, { command, timeoutMs }, both)
    const problems = await readBoth(deps, place.root, out, err)
    const isUnreadable = exitCode !== 0 && problems.length === 0
    const why = isUnreadable ? unreadable(exitCode, out, err) : NOTHING
    return { problems, result: { name, state: isUnreadable ? 'unreadable' : 'done', ...why } }
  } catch (error) {
    signal.throwIfAborted()
    if (limit.aborted) {
      const said = [say('problems.slow', { seconds: String(Math.round(timeoutMs / 1_000)) })]
      return { problems: [], result: { name, state: 'timeout', detail: '', said } }
    }
    if (!(error instanceof AppError)) throw error
    const { message: detail, said = [] } = error.toData()
    return { problems: [], result: { name, state: 'failed', detail, said } }
  }
}

/** Programs report on either output. A report as JSON has one of them for itself. */
async function readBoth(
  { exists }: CommandDeps,
  root: string,
  out: string,
  err: string,
): Promise<readonly CodeProblem[]> {
  const read = await Promise.all([out, err].map((text) => readOutput(text, { root, exists })))
  return read.flat()
}

type Why = { readonly detail: string; readonly said: readonly Sentence[] }
const NOTHING: Why = { detail: '', said: [] }

/** Returns the last line of an output, or a sentence for an empty one. */
function unreadable(exitCode: number | null, out: string, err: string): Why {
  const last = `${out}\n${err}`.trim().split('\n').at(-1)?.trim() ?? ''
  if (last !== '') return { detail: last.slice(0, LONGEST_DETAIL), said: [] }
  return { detail: '', said: [say('problems.ended', { code: String(exitCode ?? '?') })] }
}

/** Puts the files that exist into a command; null where none of them does. */
async function withFiles(
  { exists, platform }: CommandDeps,
  root: string,
  command: string,
  files: readonly string[],
): Promise<string | null> {
  if (!command.includes(FILES_WORD)) return command
  const there: string[] = []
  for (const file of files.slice(0, MOST_FILES)) if (await exists(`${root}/${file}`)) there.push(file)
  if (there.length === 0) return null
  const words = there.map((file) => quotedPath(`./${file}`, platform)).join(' ')
  return command.split(FILES_WORD).join(words)
}
