import { isAbsolute, posix, relative, resolve, sep } from 'node:path'
import type { CodeProblem } from '#shared/problems/problem.ts'
import { readJsonReport } from './json-forms.ts'
import { type FoundProblem, readLines } from './line-forms.ts'

/** Limits of one output: text that is read, problems that are kept, and files that are looked up. */
const LONGEST_OUTPUT = 4 * 1024 * 1024
const MOST_PROBLEMS = 5_000
const MOST_FILES = 1_000
const LONGEST_MESSAGE = 500

/** Folders whose files belong to others. */
const FOREIGN = /(?:^|\/)(?:node_modules|site-packages|\.git)\//

type Place = {
  readonly root: string
  /** Whether a file exists. */
  readonly exists: (path: string) => Promise<boolean>
}

/**
 * Finds the problems in the output of a checking program. Only files that exist in the folder count, so that times and
 * addresses in the output are not taken for places.
 */
export async function readOutput(output: string, { root, exists }: Place): Promise<CodeProblem[]> {
  const text = output.slice(0, LONGEST_OUTPUT)
  const found = (readJsonReport(text) ?? readLines(text)).slice(0, MOST_PROBLEMS)
  const paths = new Map<string, string | null>()
  for (const { path } of found) {
    if (paths.has(path) || paths.size >= MOST_FILES) continue
    const own = insideOf(root, path)
    paths.set(path, own !== null && (await exists(resolve(root, own))) ? own : null)
  }
  const placed = found.flatMap((problem) => {
    const path = paths.get(problem.path)
    return path === undefined || path === null ? [] : [plain({ ...problem, path })]
  })
  return withoutRepeats(placed)
}

/** Returns a path relative to the folder; null for one outside and for files of others. */
function insideOf(root: string, path: string): string | null {
  if (path.includes('\0') || path === '') return null
  const shown = relative(root, resolve(root, path))
  if (shown === '' || shown.startsWith('..') || isAbsolute(shown)) return null
  const own = shown.split(sep).join(posix.sep)
  return FOREIGN.test(own) ? null : own
}

/** Control characters could steer a terminal or hide text. */
function plain(problem: FoundProblem): CodeProblem {
  const text = (value: string) => value.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, LONGEST_MESSAGE)
  return {
    ...problem,
    message: text(problem.message),
    code: problem.code === null ? null : text(problem.code),
  }
}

function withoutRepeats(problems: readonly CodeProblem[]): CodeProblem[] {
  const once = new Map(problems.map((problem) => [JSON.stringify(problem), problem]))
  return [...once.values()]
}
