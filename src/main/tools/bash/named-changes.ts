import { type PathFlavour, placeOf } from '../files/project-path.ts'
import type { FileChanges } from '../permission/changed-files.ts'
import type { SimpleCommand } from '../permission/syntax/split-command.ts'
import type { NamedChanges, NamedPath } from '../tool.ts'
import { commandNames, folderAt, mentionedNames } from './command-names.ts'

export type ChangingCommand = {
  readonly one: SimpleCommand
  readonly changing: FileChanges | null
  readonly named: readonly NamedPath[]
}

/** Returns the files and folders a command may change, or `null` when it changes none. */
export async function changesOf(
  { one, changing, named }: ChangingCommand,
  root: string,
  flavour: PathFlavour,
): Promise<NamedChanges | null> {
  const around = await namesAround(one, root, flavour)
  if (changing === null) return around.length === 0 ? null : { certainty: 'may', names: around, folders: [] }
  const { certainty, reach, files = [] } = changing
  const starts = await startsOf(one, root, flavour)
  const own = starts.flatMap((folder) => files.map((file) => (folder === '.' ? file : `${folder}/${file}`)))
  const names = [...named, ...around, ...own.map((path) => ({ path, pattern: false }))]
  const literal = named.filter(({ path, pattern }) => !pattern || path === '.').map(({ path }) => path)
  // An unknown program that is given its own folder can do no more there than without it.
  const below = certainty === 'writes' ? literal : literal.filter((path) => !starts.includes(path))
  const folders = [...(reach === 'named' ? [] : below), ...(reach === 'folder' ? starts : [])]
  // A folder that is closed is closed to programs that start in it.
  const start = starts.map((path) => ({ path, pattern: false }))
  return { certainty, names: [...names, ...start], folders }
}

/** The folders a command may run in, as rules know them. */
async function startsOf(one: SimpleCommand, root: string, flavour: PathFlavour): Promise<string[]> {
  const shown: string[] = []
  for (const way of one.ways) shown.push(placeOf(root, await folderAt(way, root, flavour), flavour).shown)
  return shown
}

/** Paths that the programs around a command name. They are not known well enough to say that they only read it. */
export async function namesAround(
  one: SimpleCommand,
  root: string,
  flavour: PathFlavour,
): Promise<NamedPath[]> {
  if (one.wrapping.length === 0) return []
  const around = { ...one, words: ['', ...one.wrapping], patterns: [] }
  const mentioned = await mentionedNames(around, root, flavour)
  return [...(await commandNames(around, root, flavour)), ...(mentioned ?? [])]
}
