import { posix } from 'node:path'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { readAct } from '../files/file-acts.ts'
import { hiddenFrom } from '../files/guarded-places.ts'
import { locatePath, mustStillLead } from '../files/locate-path.ts'
import { type PathFlavour, placeOf } from '../files/project-path.ts'
import { existingAt } from '../files/stored-file.ts'
import { hasNoNul, NUL_PROBLEM } from '../no-nul.ts'
import { createReadFilter } from '../permission/read-filter.ts'
import { namesOutput, outputAt, planOfOutput } from '../read/read-output.ts'
import { globTest } from '../search/glob-pattern.ts'
import { type SearchDeps, type SearchEnding, SLOW_NOTE } from '../search/list-files.ts'
import { searchProblem } from '../search/search-problem.ts'
import { defineTool, type Tool, type ToolContext, type ToolPlan } from '../tool.ts'
import { createFoundLines, type Found } from './found-lines.ts'
import description from './grep.md?raw'
import { isBrokenPattern } from './line-pattern.ts'
import { isUnreadable, literalPattern, missingFeature, ONLY_LINES, spansLines } from './pattern-problem.ts'
import type { GrepQuery } from './ripgrep-search.ts'
import { type Searched, searchLines, type Take } from './search-lines.ts'

const Around = z.number().int().min(0).max(20)

const GrepArgs = z.strictObject({
  pattern: z.string().min(1).max(2000).refine(hasNoNul, NUL_PROBLEM),
  path: z.string().default('.'),
  include: z.exactOptional(z.string().min(1).max(500).refine(hasNoNul, NUL_PROBLEM)),
  output: z.enum(['content', 'files', 'count']).default('content'),
  context: Around.default(0),
  before: z.exactOptional(Around),
  after: z.exactOptional(Around),
  case_insensitive: z.boolean().default(false),
  max_results: z.number().int().min(1).max(1000).default(100),
})
type GrepArgs = z.output<typeof GrepArgs>

type GrepDeps = SearchDeps & { readonly flavour: PathFlavour }

/** Searches in files and in stored outputs. */
export function createGrepTool(deps: GrepDeps): Tool {
  return defineTool({
    name: 'grep',
    title: 'Search',
    description,
    schema: GrepArgs,
    parallel: true,
    access: 'read',
    takesPath: 'place',
    early: true,
    plan: async (args, context) => {
      if (namesOutput(args.path)) return planOfOutput(args.path)
      const place = await locatePath(context.root, args.path, deps.flavour)
      return {
        acts: [await readAct('grep', place, { root: context.root, flavour: deps.flavour })],
        preview: { kind: 'args', text: `${args.pattern} in ${place.shown}` },
        place,
      }
    },
    run: async (args, context, signal, fresh) => {
      const { searched, guard } = await placeIn(deps, args, context, fresh)
      const search = (pattern: string) =>
        searchFor(deps, { ...queryOf(args), pattern }, { searched, guard, most: args.max_results }, signal)
      const { found, ending, isLiteral } = await forgiving(args.pattern, search)
      if (searched.kind === 'place') {
        await mustStillLead(context.root, args.path, searched.located, deps.flavour)
      }
      const truncated = found.more > 0 || !ending.complete
      const said = [...notes(found, args.output, ending), ...(isLiteral ? [LITERAL] : [])]
      return {
        text: [found.text, ...said].filter((line) => line !== '').join('\n'),
        isError: false,
        details: {
          kind: 'grep',
          pattern: args.pattern,
          truncated,
          matches: found.matches,
          files: found.files,
        },
      }
    },
  })
}

const LITERAL = '(read literally: the pattern is no regular expression)'

function queryOf({ output, context, case_insensitive: ignoreCase, ...args }: GrepArgs): GrepQuery {
  const { pattern, include = null, before = context, after = context } = args
  return { pattern, output, ignoreCase, include, before, after }
}

/** The searched places, with a filter for results the agent may not read. */
type Target = { readonly searched: Searched; readonly guard: (take: Take) => Take }

async function placeIn(
  { flavour }: GrepDeps,
  { path }: GrepArgs,
  context: ToolContext,
  fresh: ToolPlan | null,
): Promise<Target> {
  const { root } = context
  if (namesOutput(path)) {
    const name = path.trim()
    return {
      searched: { kind: 'output', root, name, output: await outputAt(path, context) },
      guard: (take) => take,
    }
  }
  const located = fresh?.place ?? (await locatePath(root, path, flavour))
  const isFolder = (await existingAt(located)).kind === 'folder'
  const isHidden = await hiddenFrom(located, root, flavour)
  const sight = createReadFilter(context.judge, context.standing()[0]?.folders)
  // Nothing tells that there was a match in a hidden file: that too is what the file holds.
  const mayRead = (shown: string) =>
    !isHidden(flavour.path.resolve(root, shown)) && sight.mayRead(placeOf(root, shown, flavour))
  return {
    searched: { kind: 'place', root, located, isFolder },
    guard: (take) => (line) => (mayRead(line.path) ? take(line) : true),
  }
}

type Sought = { readonly found: Found; readonly ending: SearchEnding }

async function searchFor(
  deps: GrepDeps,
  query: GrepQuery,
  { searched, guard, most }: Target & { readonly most: number },
  signal: AbortSignal,
): Promise<Sought> {
  const lines = createFoundLines(query.output, most)
  const take = guard(included(query, searched, lines.add))
  const ending = await searchLines(deps, query, searched, take, signal)
  return { found: lines.finish(), ending }
}

/** Searches for the words of a pattern that is no regular expression. Throws for one that wants what no search has. */
async function forgiving(
  pattern: string,
  search: (pattern: string) => Promise<Sought>,
): Promise<Sought & { readonly isLiteral: boolean }> {
  const first = await search(pattern).catch((error: unknown) => {
    if (isBrokenPattern(error)) return null
    throw error instanceof AppError ? inOwnWords(pattern, error) : error
  })
  const problem = first === null || first.found.matches > 0 ? null : first.ending.problem
  if (first !== null && problem === null) {
    // Without ripgrep a pattern over several lines is no mistake that is noticed; it matches nothing.
    const isSpread = first.ending.slow && first.found.matches === 0 && spansLines(pattern)
    if (isSpread) throw AppError.forAgent('tool.failed', ONLY_LINES)
    return { ...first, isLiteral: false }
  }
  const words = problem === null ? 'The pattern is no regular expression.' : searchProblem(problem)
  const failure = AppError.forAgent('tool.failed', words)
  const worded = inOwnWords(pattern, failure)
  if (worded !== failure || (problem !== null && !isUnreadable(problem))) throw worded
  return { ...(await search(literalPattern(pattern))), isLiteral: true }
}

function inOwnWords(pattern: string, failure: AppError): AppError {
  const missing = missingFeature(pattern)
  return missing === null ? failure : AppError.forAgent('tool.failed', missing, { cause: failure })
}

/** Leaves out files that `include` does not name; it is relative to the folder that is searched. */
function included({ include }: GrepQuery, searched: Searched, take: Take): Take {
  if (include === null || searched.kind === 'output') return take
  const { located, isFolder } = searched
  const matches = globTest(include)
  const base = isFolder ? located.shown : posix.dirname(located.shown)
  return (found) => (matches(posix.relative(base, found.path)) ? take(found) : true)
}

function notes(
  found: Found,
  output: GrepQuery['output'],
  { complete, slow, problem }: SearchEnding,
): string[] {
  const said: string[] = []
  if (found.matches === 0) said.push('Nothing matches.')
  const unit = output === 'content' ? 'matches' : 'files'
  const atLeast = found.endless ? 'at least ' : ''
  if (found.more > 0)
    said.push(`(${atLeast}${found.more} more ${unit}; narrow the search or raise max_results)`)
  if (!complete && !found.endless) {
    said.push(problem === null ? '(stopped: it took too long)' : `(not complete. ${searchProblem(problem)})`)
  }
  if (slow) said.push(SLOW_NOTE)
  return said
}
