import { readdir } from 'node:fs/promises'
import { asksInEveryMode, type GuardedPlace } from '#shared/permission/guard.ts'
import { isErrno } from '../../../lib/errno.ts'
import { guardsOfChange } from '../../files/guarded-places.ts'
import { locatePath } from '../../files/locate-path.ts'
import { type PathFlavour, placeOf } from '../../files/project-path.ts'
import type { SimpleCommand } from '../../permission/syntax/split-command.ts'
import { folderAt } from './command-names.ts'

/** Programs that copy or move folders with everything in them. */
const COPIES = new Set(['cp', 'mv', 'rsync', 'ditto', 'scp'])
/** Maximum names looked at in the folders of one command. */
const MOST_NAMES = 1_000
const DEEPEST = 4

/**
 * Returns the steering places that a command would write because a folder it copies holds files of their names, as
 * `cp -r x/. .` does with `x/.claude`.
 */
export async function copiedGuards(
  one: SimpleCommand,
  root: string,
  flavour: PathFlavour,
): Promise<GuardedPlace[]> {
  if (!COPIES.has(one.words[0] ?? '')) return []
  const found = new Map<string, GuardedPlace>()
  for (const way of one.ways) {
    const folder = await folderAt(way, root, flavour)
    for (const { from, to } of copiesOf(one.words.slice(1))) {
      const source = (await locatePath(folder, from, flavour)).absolute
      const target = (await locatePath(folder, to, flavour)).absolute
      if (source === target) continue
      for (const guard of await guardsIn({ source, target, isContent: isContent(from) }, root, flavour)) {
        found.set(`${guard.kind} ${guard.path}`, guard)
      }
    }
  }
  return [...found.values()]
}

/** Whether the content of a folder is copied, and not the folder. */
const isContent = (from: string): boolean => /(^|\/)\.{0,2}$/.test(from)

function copiesOf(args: readonly string[]): { from: string; to: string }[] {
  const operands = args.filter((arg) => !arg.startsWith('-'))
  const at = args.findIndex((arg) => /^(-[a-zA-Z]*t|--target-directory)$/.test(arg))
  const joined = args
    .map((arg) => /^--target-directory=(.+)$/.exec(arg)?.[1])
    .find((each) => each !== undefined)
  const target = joined ?? (at >= 0 ? args[at + 1] : operands.at(-1))
  if (target === undefined) return []
  return operands
    .filter((each) => each !== target && !/[*?[$`]/.test(each))
    .map((from) => ({ from, to: target }))
}

type Copy = { readonly source: string; readonly target: string; readonly isContent: boolean }

async function guardsIn({ source, target, isContent }: Copy, root: string, flavour: PathFlavour) {
  const { path } = flavour
  const isHome = target === flavour.home
  if (placeOf(root, target, flavour).outside && !isHome) return []
  const start = isContent ? target : path.join(target, path.basename(source))
  const found: GuardedPlace[] = []
  const folders = [{ at: source, to: start, depth: 0 }]
  let left = MOST_NAMES
  for (const { at, to, depth } of folders) {
    for (const entry of await entriesOf(at)) {
      left -= 1
      if (left < 0) return found
      const place = path.join(to, entry.name)
      // Of the start-up files only the names count, and these begin with a dot.
      if (entry.name.startsWith('.')) {
        const located = { absolute: place, ...placeOf(root, place, flavour) }
        found.push(...(await guardsOfChange(located, root, flavour)).filter(asksInEveryMode))
      } else if (entry.isDirectory() && depth < DEEPEST && entry.name !== 'node_modules') {
        folders.push({ at: path.join(at, entry.name), to: place, depth: depth + 1 })
      }
    }
  }
  return found
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG')) return []
    throw error
  }
}
