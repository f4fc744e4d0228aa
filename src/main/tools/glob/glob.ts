import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { isErrno } from '../../lib/errno.ts'
import { readAct } from '../files/file-acts.ts'
import { hiddenFrom } from '../files/guarded-places.ts'
import { locatePath, mustStillLead } from '../files/locate-path.ts'
import { type PathFlavour, placeOf } from '../files/project-path.ts'
import { standingAt } from '../files/stored-file.ts'
import { hasNoNul, NUL_PROBLEM } from '../no-nul.ts'
import { createReadFilter } from '../permission/read-filter.ts'
import { globTest } from '../search/glob-pattern.ts'
import { listFiles, type SearchDeps, type SearchEnding, SLOW_NOTE } from '../search/list-files.ts'
import { searchProblem } from '../search/search-problem.ts'
import { defineTool, type Tool } from '../tool.ts'
import description from './glob.md?raw'

const MOST_SHOWN = 200
const MOST_FOUND = 5000

const GlobArgs = z.strictObject({
  pattern: z.string().min(1).max(1000).refine(hasNoNul, NUL_PROBLEM),
  path: z.string().default('.'),
})
type GlobArgs = z.output<typeof GlobArgs>

const isPattern = (path: string): boolean => /[*?{]/.test(path)

type Asked = { readonly pattern: string; readonly path: string }

/** Takes a pattern in `path` for one, unless there is a folder of that name. Its first folders are the place to search. */
async function askedFor({ pattern, path }: GlobArgs, root: string, flavour: PathFlavour): Promise<Asked> {
  if (!isPattern(path)) return { pattern, path }
  const { kind } = await standingAt(await locatePath(root, path, flavour))
  if (kind === 'folder') return { pattern, path }
  const segments = path.split('/')
  const first = segments.findIndex(isPattern)
  const folder = segments.slice(0, first).join('/')
  const rest = [...segments.slice(first), pattern].join('/')
  return { pattern: rest, path: folder === '' ? (path.startsWith('/') ? '/' : '.') : folder }
}

/** Finds files by name. */
export function createGlobTool(deps: SearchDeps & { flavour: PathFlavour }): Tool {
  return defineTool({
    name: 'glob',
    title: 'Find files',
    description,
    schema: GlobArgs,
    parallel: true,
    access: 'read',
    takesPath: 'place',
    early: true,
    plan: async (given, context) => {
      const args = await askedFor(given, context.root, deps.flavour)
      const folder = await locatePath(context.root, args.path, deps.flavour)
      return {
        acts: [await readAct('glob', folder, { root: context.root, flavour: deps.flavour })],
        preview: { kind: 'args', text: `${args.pattern} in ${folder.shown}` },
        place: folder,
      }
    },
    run: async (given, context, signal, fresh) => {
      const { pattern, path } = await askedFor(given, context.root, deps.flavour)
      const folder = fresh?.place ?? (await locatePath(context.root, path, deps.flavour))
      const standing = await standingAt(folder)
      if (standing.kind === 'nothing')
        throw AppError.forAgent('tool.not_found', `The folder ${folder.shown} does not exist.`)
      if (standing.kind === 'file')
        throw AppError.forAgent('tool.failed', `${folder.shown} is a file; \`path\` takes a folder.`)
      const matches = globTest(pattern)
      const sight = createReadFilter(context.judge, context.standing()[0]?.folders)
      const isHidden = await hiddenFrom(folder, context.root, deps.flavour)
      const mayName = (file: string) =>
        !isHidden(join(folder.absolute, file)) &&
        sight.mayName(placeOf(context.root, join(folder.absolute, file), deps.flavour))
      const found: string[] = []
      const take = (file: string) => {
        if (matches(file) && mayName(file)) found.push(file)
        return found.length < MOST_FOUND
      }
      const ending = await listFiles(deps, folder.absolute, take, signal)
      await mustStillLead(context.root, path, folder, deps.flavour)
      const sorted = await newestFirst(folder.absolute, found)
      const prefix = folder.shown === '.' ? '' : `${folder.shown}/`
      const shown = sorted.slice(0, MOST_SHOWN).map((file) => `${prefix}${file}`)
      const truncated = shown.length < found.length || !ending.complete
      return {
        text: [...shown, ...notes(found.length, shown.length, ending)].join('\n'),
        isError: false,
        details: { kind: 'glob', pattern, files: found.length, truncated },
      }
    },
  })
}

function notes(found: number, shown: number, { complete, slow, problem }: SearchEnding): string[] {
  const said: string[] = []
  if (found === 0) said.push('No file matches.')
  if (found > shown) said.push(`(${found - shown} more files; narrow the pattern to see them)`)
  if (found >= MOST_FOUND) said.push(`(stopped after ${MOST_FOUND} files)`)
  else if (!complete)
    said.push(problem === null ? '(stopped: it took too long)' : `(not complete. ${searchProblem(problem)})`)
  if (slow) said.push(SLOW_NOTE)
  return said
}

async function newestFirst(folder: string, files: readonly string[]): Promise<string[]> {
  const times = await Promise.all(files.map((file) => changedAt(join(folder, file))))
  return files
    .map((file, index) => ({ file, time: times[index] ?? 0 }))
    .sort((left, right) => right.time - left.time || (left.file < right.file ? -1 : 1))
    .map(({ file }) => file)
}

async function changedAt(file: string): Promise<number> {
  try {
    return (await lstat(file)).mtimeMs
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ENAMETOOLONG')) return 0
    throw error
  }
}
