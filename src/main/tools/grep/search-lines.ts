import { readFile, stat } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { AppError } from '#shared/errors.ts'
import type { StoredOutput } from '#shared/session/stored-output.ts'
import { sizeText } from '../files/file-kind.ts'
import { type Located, locatePath } from '../files/locate-path.ts'
import type { PathFlavour } from '../files/project-path.ts'
import { loadFile, standingAt } from '../files/stored-file.ts'
import { decodeText, detectEncoding } from '../files/text-encoding.ts'
import { listFiles, type SearchDeps, type SearchEnding } from '../search/list-files.ts'
import type { FoundLine } from './found-lines.ts'
import { lineTest, matchingLines } from './plain-search.ts'
import { createRipgrepReader, type GrepQuery, ripgrepArgs } from './ripgrep-search.ts'

const LARGEST_PLAIN_FILE = 5 * 1024 * 1024

type Deps = SearchDeps & { readonly flavour: PathFlavour }
type Output = {
  readonly kind: 'output'
  readonly root: string
  readonly name: string
  readonly output: StoredOutput
}
type Place = {
  readonly kind: 'place'
  readonly root: string
  readonly located: Located
  readonly isFolder: boolean
}

/** The subject of a search: a file or folder, or a stored output. */
export type Searched = Place | Output

/** Takes a line that was found. False means that there is no use in finding more. */
export type Take = (found: FoundLine) => boolean

/** Finds the lines that match, with ripgrep where it works. Throws an `AppError` for a pattern it cannot search. */
export async function searchLines(
  deps: Deps,
  query: GrepQuery,
  searched: Searched,
  take: Take,
  signal: AbortSignal,
): Promise<SearchEnding> {
  if (await deps.ripgrep.working()) return await fastSearch(deps, query, searched, take, signal)
  return await plainSearch(deps, query, searched, take, signal)
}

async function fastSearch(
  deps: Deps,
  query: GrepQuery,
  searched: Searched,
  take: Take,
  signal: AbortSignal,
): Promise<SearchEnding> {
  const read = createRipgrepReader()
  const name = searched.kind === 'output' ? searched.name : null
  const takeLine = (line: string) => {
    const found = read(line)
    return found === null || take(name === null ? found : { ...found, path: name })
  }
  const { args, input } = startOf(query, searched)
  const ending = await deps.ripgrep.lines(args, searched.root, takeLine, signal, input)
  const problem = ending.by === 'failure' ? ending.problem : null
  return { complete: ending.by === 'itself', slow: false, problem }
}

function startOf(query: GrepQuery, searched: Searched): { readonly args: string[]; readonly input?: string } {
  if (searched.kind === 'place') {
    const { located, isFolder } = searched
    const place = located.outside ? located.absolute : `./${located.shown === '.' ? '' : located.shown}`
    return { args: ripgrepArgs(query, place, isFolder) }
  }
  const { output } = searched
  if ('text' in output) return { args: ripgrepArgs(query, '-', false), input: output.text }
  return { args: ripgrepArgs(query, output.file, false, '1G') }
}

async function plainSearch(
  deps: Deps,
  query: GrepQuery,
  searched: Searched,
  take: Take,
  signal: AbortSignal,
): Promise<SearchEnding> {
  const matches = lineTest(query)
  const deadline = deps.clock.elapsed() + deps.timeLimitMs
  const searching = { matches, query, turn: createTurn(deps, deadline, signal) }
  const stopped = { complete: false, slow: true, problem: null }
  try {
    if (searched.kind === 'output') {
      const text = { path: searched.name, text: await textOf(searched.output) }
      return (await searchText(text, searching, take))
        ? { complete: true, slow: true, problem: null }
        : stopped
    }
    return (await searchPlace(deps, searched, { searching, take }, signal)) ?? stopped
  } catch (error) {
    if (error === LATE) return stopped
    throw error
  }
}

type Run = { readonly searching: Searching; readonly take: Take }

/** Returns null when the search was ended by who takes the lines. */
async function searchPlace(
  deps: Deps,
  { root, located, isFolder }: Place,
  { searching, take }: Run,
  signal: AbortSignal,
): Promise<SearchEnding | null> {
  const files: string[] = []
  const base = located.shown === '.' ? '' : `${located.shown}/`
  const note = (path: string) => files.push(`${base}${path}`) < 100_000
  const listed = isFolder ? await listFiles(deps, located.absolute, note, signal) : null
  for (const shown of isFolder ? files : [located.shown]) {
    signal.throwIfAborted()
    if (!(await searchFile(await locatePath(root, shown, deps.flavour), searching, take))) return null
  }
  return { complete: listed?.complete ?? true, slow: true, problem: null }
}

async function textOf(output: StoredOutput): Promise<string> {
  if ('text' in output) return output.text
  const { size } = await stat(output.file)
  if (size <= LARGEST_PLAIN_FILE) return await readFile(output.file, 'utf8')
  const text = `Without ripgrep this output of ${sizeText(size)} cannot be searched. Use read with an offset.`
  throw AppError.forAgent('tool.failed', text)
}

const LATE = Symbol('The time of a search is over.')
/** Maximum blocking time of a search without ripgrep, in milliseconds. */
const LONGEST_TURN_MS = 10

/** Lets others have their turn now and then. Throws when the search is stopped or late. */
function createTurn({ clock }: Deps, deadline: number, signal: AbortSignal): () => Promise<void> | null {
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

async function searchFile(file: Located, searching: Searching, take: Take): Promise<boolean> {
  const standing = await standingAt(file)
  if (standing.kind !== 'file' || standing.size > LARGEST_PLAIN_FILE) return true
  const { bytes } = await loadFile(file, standing)
  const encoding = detectEncoding(bytes)
  if (encoding === null) return true
  return await searchText({ path: file.shown, text: decodeText(bytes, encoding) }, searching, take)
}

async function searchText(
  text: { readonly path: string; readonly text: string },
  { matches, query, turn }: Searching,
  take: Take,
): Promise<boolean> {
  for await (const found of matchingLines(text, matches, query, turn)) if (!take(found)) return false
  return true
}
