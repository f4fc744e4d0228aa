import { posix } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { readAct } from '../files/file-acts.ts'
import { hiddenFrom } from '../files/guarded-places.ts'
import { type Located, locatePath, mustStillLead } from '../files/locate-path.ts'
import { type PathFlavour, placeOf } from '../files/project-path.ts'
import { existingAt, loadFile, standingAt } from '../files/stored-file.ts'
import { decodeText, detectEncoding } from '../files/text-encoding.ts'
import { hasNoNul, NUL_PROBLEM } from '../no-nul.ts'
import { createSight } from '../permission/sight.ts'
import { globTest } from '../search/glob-pattern.ts'
import { listFiles, type SearchDeps, type SearchEnding, SLOW_NOTE } from '../search/list-files.ts'
import { defineTool, type Tool, type ToolContext } from '../tool.ts'
import { createFoundLines, type Found, type FoundLine } from './found-lines.ts'
import description from './grep.md?raw'
import { lineTest, matchingLines } from './plain-search.ts'
import { createRipgrepReader, type GrepQuery, ripgrepArgs } from './ripgrep-search.ts'

const LARGEST_PLAIN_FILE = 5 * 1024 * 1024

const GrepArgs = z.strictObject({
  pattern: z.string().min(1).max(2000).refine(hasNoNul, NUL_PROBLEM),
  path: z.string().default('.'),
  include: z.exactOptional(z.string().min(1).max(500).refine(hasNoNul, NUL_PROBLEM)),
  output: z.enum(['content', 'files', 'count']).default('content'),
  context: z.number().int().min(0).max(20).default(0),
  case_insensitive: z.boolean().default(false),
  max_results: z.number().int().min(1).max(1000).default(100),
})

type GrepDeps = SearchDeps & { readonly flavour: PathFlavour }
type Place = { readonly root: string; readonly located: Located; readonly isFolder: boolean }
type Take = (found: FoundLine) => boolean
type Seeing = { readonly flavour: PathFlavour; readonly isHidden: (absolute: string) => boolean }

/** Searches in files. */
export function createGrepTool(deps: GrepDeps): Tool {
  return defineTool({
    name: 'grep',
    title: 'Search',
    description,
    schema: GrepArgs,
    parallel: true,
    access: 'read',
    early: true,
    plan: async (args, context) => {
      const place = await locatePath(context.root, args.path, deps.flavour)
      return {
        acts: [await readAct('grep', place, { root: context.root, flavour: deps.flavour })],
        preview: { kind: 'args', text: `${args.pattern} in ${place.shown}` },
        place,
      }
    },
    run: async (args, context, signal, fresh) => {
      const located = fresh?.place ?? (await locatePath(context.root, args.path, deps.flavour))
      const { kind } = await existingAt(located)
      const place = { root: context.root, located, isFolder: kind === 'folder' }
      const { pattern, output, context: around, case_insensitive: ignoreCase } = args
      const query = { pattern, output, ignoreCase, context: around, include: args.include ?? null }
      const lines = createFoundLines(output, args.max_results)
      const search = (await deps.ripgrep.working()) ? fastSearch : plainSearch
      const isHidden = await hiddenFrom(located, context.root, deps.flavour)
      const take = readable({ flavour: deps.flavour, isHidden }, context, included(query, place, lines.add))
      const ending = await search(deps, query, place, take, signal)
      await mustStillLead(context.root, args.path, located, deps.flavour)
      const found = lines.finish()
      if (found.matches === 0 && ending.problem !== null)
        throw AppError.forAgent('tool.failed', ending.problem)
      const truncated = found.more > 0 || !ending.complete
      return {
        text: [found.text, ...notes(found, output, ending)].filter((line) => line !== '').join('\n'),
        isError: false,
        details: { kind: 'grep', pattern, matches: found.matches, files: found.files, truncated },
      }
    },
  })
}

/** Leaves out what `read` would not show. Nothing tells that there was a match: that too is what the file holds. */
function readable({ flavour, isHidden }: Seeing, { root, judge }: ToolContext, take: Take): Take {
  const sight = createSight(judge)
  const mayRead = (path: string) =>
    !isHidden(flavour.path.resolve(root, path)) && sight.mayRead(placeOf(root, path, flavour))
  return (found) => (mayRead(found.path) ? take(found) : true)
}

/** Leaves out files that `include` does not name; it is relative to the folder that is searched. */
function included({ include }: GrepQuery, { located, isFolder }: Place, take: Take): Take {
  if (include === null) return take
  const matches = globTest(include)
  const base = isFolder ? located.shown : posix.dirname(located.shown)
  return (found) => (matches(posix.relative(base, found.path)) ? take(found) : true)
}

async function fastSearch(
  deps: GrepDeps,
  query: GrepQuery,
  { root, located, isFolder }: Place,
  take: Take,
  signal: AbortSignal,
): Promise<SearchEnding> {
  const read = createRipgrepReader()
  const place = located.outside ? located.absolute : `./${located.shown === '.' ? '' : located.shown}`
  const takeLine = (line: string) => {
    const found = read(line)
    return found === null || take(found)
  }
  const ending = await deps.ripgrep.lines(ripgrepArgs(query, place, isFolder), root, takeLine, signal)
  const problem = ending.by === 'failure' ? ending.problem : null
  return { complete: ending.by === 'itself', slow: false, problem }
}

async function plainSearch(
  deps: GrepDeps,
  query: GrepQuery,
  { root, located, isFolder }: Place,
  take: Take,
  signal: AbortSignal,
): Promise<SearchEnding> {
  const matches = lineTest(query)
  const deadline = deps.clock.elapsed() + deps.timeLimitMs
  const turn = createTurn(deps, deadline, signal)
  const files: string[] = []
  const base = located.shown === '.' ? '' : `${located.shown}/`
  const note = (path: string) => files.push(`${base}${path}`) < 100_000
  const listed = isFolder ? await listFiles(deps, located.absolute, note, signal) : null
  const stopped = { complete: false, slow: true, problem: null }
  for (const shown of isFolder ? files : [located.shown]) {
    signal.throwIfAborted()
    const file = await locatePath(root, shown, deps.flavour)
    try {
      if (!(await searchFile(file, { matches, query, turn }, take))) return stopped
    } catch (error) {
      if (error === LATE) return stopped
      throw error
    }
  }
  return { complete: listed?.complete ?? true, slow: true, problem: null }
}

const LATE = Symbol('The time of a search is over.')
/** How long a search without ripgrep keeps everything else waiting. */
const LONGEST_TURN_MS = 10

/** Lets others have their turn now and then. Throws when the search is stopped or late. */
function createTurn({ clock }: GrepDeps, deadline: number, signal: AbortSignal): () => Promise<void> | null {
  let since = clock.elapsed()
  return () => {
    const now = clock.elapsed()
    if (now - since < LONGEST_TURN_MS) return null
    if (now > deadline) throw LATE
    return setImmediate().then(() => {
      signal.throwIfAborted()
      since = clock.elapsed()
    })
  }
}

type Searching = {
  readonly matches: (line: string) => boolean
  readonly query: GrepQuery
  readonly turn: () => Promise<void> | null
}

async function searchFile(file: Located, { matches, query, turn }: Searching, take: Take): Promise<boolean> {
  const standing = await standingAt(file)
  if (standing.kind !== 'file' || standing.size > LARGEST_PLAIN_FILE) return true
  const { bytes } = await loadFile(file, standing)
  const encoding = detectEncoding(bytes)
  if (encoding === null) return true
  const text = decodeText(bytes, encoding)
  for await (const found of matchingLines({ path: file.shown, text }, matches, query, turn)) {
    if (!take(found)) return false
  }
  return true
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
    said.push(problem === null ? '(stopped: it took too long)' : `(not complete: ${problem})`)
  }
  if (slow) said.push(SLOW_NOTE)
  return said
}
