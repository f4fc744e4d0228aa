import { AppError } from '#shared/errors.ts'
import type { FileMatch, FileMatches } from '#shared/file/project-file.ts'
import { firstPart } from '#shared/first-part.ts'
import { hiddenFrom } from '../tools/files/guarded-places.ts'
import { locatePath } from '../tools/files/locate-path.ts'
import type { PathFlavour } from '../tools/files/project-path.ts'
import { literalPattern } from '../tools/grep/pattern-problem.ts'
import { searchLines } from '../tools/grep/search-lines.ts'
import type { SearchDeps } from '../tools/search/list-files.ts'
import { searchProblem } from '../tools/search/search-problem.ts'

/** Matches shown of one search. */
const MOST_MATCHES = 1_000
/** Characters shown of a line. */
const MOST_TEXT = 300

export type Sought = {
  readonly words: string
  readonly isPattern: boolean
  readonly matchCase: boolean
}

/** Finds lines in the files of a folder. Files that `.gitignore` names and the app's own are left out. */
export async function findLines(
  deps: SearchDeps & { readonly flavour: PathFlavour },
  root: string,
  { words, isPattern, matchCase }: Sought,
  signal: AbortSignal,
): Promise<FileMatches> {
  const { flavour } = deps
  const located = await locatePath(root, '.', flavour)
  const isHidden = await hiddenFrom(located, root, flavour)
  const matches: FileMatch[] = []
  const query = {
    pattern: isPattern ? words : literalPattern(words),
    include: null,
    output: 'content' as const,
    before: 0,
    after: 0,
    ignoreCase: !matchCase,
  }
  try {
    const ending = await searchLines(
      deps,
      query,
      { kind: 'place', root, located, isFolder: true },
      ({ path, line, text }) => {
        if (!isHidden(flavour.path.resolve(root, path)))
          matches.push({ path, line, text: firstPart(text, MOST_TEXT) })
        return matches.length < MOST_MATCHES
      },
      signal,
    )
    const problem = ending.problem === null ? null : searchProblem(ending.problem)
    return { matches: matches.toSorted(byPlace), isCut: !ending.complete, problem }
  } catch (error) {
    // A pattern that no search knows.
    if (!(error instanceof AppError) || !isPattern) throw error
    return { matches: [], isCut: false, problem: error.message }
  }
}

function byPlace(left: FileMatch, right: FileMatch): number {
  if (left.path === right.path) return left.line - right.line
  return left.path < right.path ? -1 : 1
}
