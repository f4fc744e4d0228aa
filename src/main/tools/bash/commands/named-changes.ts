import { type PathFlavour, placeOf } from '../../files/project-path.ts'
import { type FileChanges, fileChanges } from '../../permission/changed-files.ts'
import {
  type SetVariable,
  steeringVariables,
  withVariableOptions,
} from '../../permission/programs/option-variables.ts'
import type { SimpleCommand } from '../../permission/syntax/split-command.ts'
import type { NamedChanges, NamedPath } from '../../tool.ts'
import { commandNames, folderAt, mentionedNames } from './command-names.ts'
import { linkedNames, packagePatterns } from './unseen-names.ts'

export type ChangingCommand = {
  readonly one: SimpleCommand
  readonly changing: FileChanges | null
  readonly named: readonly NamedPath[]
}

/** Returns the files and folders a command may change, or `null` when it changes none. */
export async function changesOf(
  { one, changing: own, named }: ChangingCommand,
  root: string,
  flavour: PathFlavour,
): Promise<NamedChanges | null> {
  const variables = steeringVariables([...one.assignments, one.words[0] ?? ''])
  const around = [
    ...(await namesAround(one, root, flavour)),
    ...(await namesInVariables(one, variables, root, flavour)),
  ]
  const changing = withVariables(own, one, variables)
  if (changing === null) return around.length === 0 ? null : { certainty: 'may', names: around, folders: [] }
  const { certainty, reach, files = [] } = changing
  const starts = await startsOf(one, root, flavour)
  const added = starts.flatMap((folder) => files.map((file) => (folder === '.' ? file : `${folder}/${file}`)))
  const unseen = [...(await packagePatterns(one, root, flavour)), ...(await linkedNames(one, root, flavour))]
  const names = [...named, ...around, ...unseen, ...added.map((path) => ({ path, pattern: false }))]
  const literal = named.filter(({ path, pattern }) => !pattern || path === '.').map(({ path }) => path)
  // An unknown program that is given its own folder can do no more there than without it.
  const below = certainty === 'writes' ? literal : literal.filter((path) => !starts.includes(path))
  const folders = [...(reach === 'named' ? [] : below), ...(reach === 'folder' ? starts : [])]
  // A folder that is closed is closed to programs that start in it.
  const start = starts.map((path) => ({ path, pattern: false }))
  return { certainty, names: [...names, ...start], folders }
}

const REACHES = ['named', 'below', 'folder'] as const
const UNKNOWN: FileChanges = { certainty: 'may', reach: 'named' }

/** Adds what a program may do with the options and the code that its variables hand it. */
function withVariables(
  own: FileChanges | null,
  one: SimpleCommand,
  variables: readonly SetVariable[],
): FileChanges | null {
  if (variables.length === 0) return own
  const more = withVariableOptions(one.words, variables).map((words) => fileChanges(words, null))
  const all = [own, ...more].flatMap((each) => (each === null ? [] : [each]))
  const reach = all.reduce((most, each) => Math.max(most, REACHES.indexOf(each.reach)), 0)
  return { ...(own ?? UNKNOWN), reach: REACHES[reach] ?? 'folder' }
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
  return await namesIn(one.wrapping, one, root, flavour)
}

/** Paths in the values of variables: a program may write where its variables say. */
async function namesInVariables(
  one: SimpleCommand,
  variables: readonly SetVariable[],
  root: string,
  flavour: PathFlavour,
): Promise<NamedPath[]> {
  const values = variables.flatMap(({ value }) => [value, ...value.split(/[\s:;,]+/)])
  return await namesIn(values, one, root, flavour)
}

async function namesIn(
  words: readonly string[],
  one: SimpleCommand,
  root: string,
  flavour: PathFlavour,
): Promise<NamedPath[]> {
  if (words.length === 0) return []
  const around = { ...one, words: ['', ...words], patterns: [], fed: [] }
  const mentioned = await mentionedNames(around, root, flavour)
  return [...(await commandNames(around, root, flavour)), ...(mentioned ?? [])]
}
