import { isErrno } from '../lib/errno.ts'
import type { FolderReader } from './folder-reader.ts'
import type { PathRules } from './paths.ts'

type Deps = { readonly reader: Pick<FolderReader, 'bytes' | 'someItems'>; readonly rules: PathRules }

const POINTER_BYTES = 4 * 1024
const PACKED_BYTES = 8 * 1024 * 1024
const DEEPEST = 12
const BRANCH = /^refs\/(heads|remotes)\//
/** Characters git allows in a branch name. */
const NAME = /^[^\p{C}\s~^:?*[\\]{1,250}$/u

/**
 * Lists the branches of a repository from its files, as full names in the order of the alphabet, at most `most`. Starts
 * no program. `null`: the repository keeps its branches in another format.
 */
export async function branchesOnDisk(gitFolder: string, deps: Deps, most: number): Promise<string[] | null> {
  const { reader, rules } = deps
  const pointer = (await reader.bytes(rules.join(gitFolder, 'commondir'), POINTER_BYTES))?.toString('utf8')
  const target = pointer?.trim()
  const shared =
    target === undefined ? gitFolder : (rules.absolute(target, gitFolder) ?? rules.join(gitFolder, target))
  if (isElsewhere(shared) || (await hasFolder(rules.join(shared, 'reftable'), deps))) return null
  const names = new Set(await packedBranches(shared, deps))
  for (const start of ['refs/heads', 'refs/remotes']) {
    await addLoose({ folder: rules.join(shared, start), name: start, depth: 0 }, names, most, deps)
  }
  return [...names].sort().slice(0, most)
}

/** A file must not make this computer ask another one. */
const isElsewhere = (folder: string): boolean => /^[\\/]{2}/.test(folder)

async function packedBranches(shared: string, { reader, rules }: Deps): Promise<string[]> {
  const bytes = await reader.bytes(rules.join(shared, 'packed-refs'), PACKED_BYTES)
  const lines = bytes?.toString('utf8').split('\n') ?? []
  return lines.flatMap((line) => {
    const name = /^[0-9a-f]{40,64} (\S+)$/.exec(line)?.[1]
    return name !== undefined && BRANCH.test(name) && NAME.test(name) ? [name] : []
  })
}

type Place = { readonly folder: string; readonly name: string; readonly depth: number }

async function addLoose(place: Place, names: Set<string>, most: number, deps: Deps): Promise<void> {
  const { folder, name, depth } = place
  try {
    for await (const item of deps.reader.someItems(folder, most)) {
      const inside = `${name}/${item.name}`
      if (!NAME.test(inside) || item.name.endsWith('.lock')) continue
      const next = { folder: deps.rules.join(folder, item.name), name: inside, depth: depth + 1 }
      if (item.kind === 'folder' && depth < DEEPEST) await addLoose(next, names, most, deps)
      else if (item.kind === 'file') names.add(inside)
      if (names.size >= most) return
    }
  } catch (error) {
    if (!isErrno(error)) throw error
  }
}

async function hasFolder(folder: string, { reader }: Deps): Promise<boolean> {
  try {
    for await (const _ of reader.someItems(folder, 1)) return true
    return false
  } catch (error) {
    if (isErrno(error)) return false
    throw error
  }
}
