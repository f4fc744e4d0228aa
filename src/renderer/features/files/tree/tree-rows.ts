import type { FolderEntries, FolderEntry } from '#shared/file/project-file.ts'
import type { TreeRow } from '../../../ui/lists/tree-keys.ts'

/** The path of the folder of the project. */
export const TOP = '.'

/** A line of the tree: an entry by its path, or how many entries of a folder are left out. */
export type FileRow = TreeRow & {
  readonly path: string
  readonly kind: FolderEntry['kind'] | 'more'
  /** Whether Git ignores it, or a folder around it. */
  readonly ignored: boolean
  readonly more: number
}

type Words = { readonly ignored: string; readonly link: string; readonly more: (count: number) => string }

/** Returns the visible lines of a tree: the entries of the open folders that were read. */
export function treeRows(
  lists: ReadonlyMap<string, FolderEntries>,
  open: ReadonlySet<string>,
  words: Words,
): readonly FileRow[] {
  const rows: FileRow[] = []
  const add = (folder: string, level: number, isIgnored: boolean): void => {
    const list = lists.get(folder)
    if (list === undefined) return
    for (const { name, kind, ignored: own } of list.entries) {
      const path = folder === TOP ? name : `${folder}/${name}`
      const ignored = own || isIgnored
      const isOpen = kind === 'folder' && open.has(path)
      const about = [...(ignored ? [words.ignored] : []), ...(kind === 'link' ? [words.link] : [])]
      rows.push({
        id: path,
        path,
        name,
        level,
        kind,
        ignored,
        more: 0,
        expanded: kind === 'folder' ? isOpen : null,
        ...(about.length === 0 ? {} : { description: about.join(', ') }),
      })
      if (isOpen) add(path, level + 1, ignored)
    }
    if (list.more === 0) return
    const name = words.more(list.more)
    const id = `${folder}/\0more`
    rows.push({ id, name, level, path: folder, kind: 'more', ignored: true, more: list.more, expanded: null })
  }
  add(TOP, 1, false)
  return rows
}

/** The folders around a file, from the outermost. */
export function foldersAround(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
}
