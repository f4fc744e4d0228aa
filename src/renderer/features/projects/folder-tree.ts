import type { AppErrorData } from '#shared/errors.ts'
import type { DirectoryEntry, DirectoryListing } from '#shared/project/directory.ts'
import type { TreeRow } from '../../ui/lists/tree-keys.ts'

/** One folder of the tree. The same path may be under two roots, so ids include the root. */
export type FolderNode = {
  readonly id: string
  readonly path: string
  readonly name: string
  readonly level: number
  readonly parent: string | null
  /** The entry in its parent's listing; null for a root. */
  readonly entry: DirectoryEntry | null
  readonly open: boolean
  readonly reading: boolean
  /** `null`: not read yet. */
  readonly children: readonly string[] | null
  readonly nextOffset: number | null
  readonly problem: AppErrorData | null
}

export type FolderTree = {
  readonly roots: readonly string[]
  readonly nodes: Readonly<Record<string, FolderNode>>
}

/** A visible line: a folder, the reason why one cannot be read, or the place where more will come. */
export type FolderRow = TreeRow & {
  readonly kind: 'folder' | 'problem' | 'more'
  readonly node: FolderNode
}

export const NO_FOLDERS: FolderTree = { roots: [], nodes: {} }

/** The ends of the ids of lines that are not folders; no path can hold such a character. */
const PROBLEM = '\u0000problem'
const MORE = '\u0000more'

export function treeOf(roots: readonly { readonly name: string; readonly path: string }[]): FolderTree {
  const nodes = roots.map((root) => nodeOf(idIn(root.path, root.path), root, 1, null, null))
  return {
    roots: nodes.map((node) => node.id),
    nodes: Object.fromEntries(nodes.map((node) => [node.id, node])),
  }
}

export function idIn(root: string, path: string): string {
  return `${root}\u0001${path}`
}

export function rootOf(id: string): string {
  return id.slice(0, id.indexOf('\u0001'))
}

/** Changes one node, if it is there. */
export function withNode(tree: FolderTree, id: string, changes: Partial<FolderNode>): FolderTree {
  const node = tree.nodes[id]
  if (node === undefined) return tree
  return { ...tree, nodes: { ...tree.nodes, [id]: { ...node, ...changes } } }
}

/** Puts a page of a listing into its folder. The first page replaces what was there. */
export function withPage(
  tree: FolderTree,
  id: string,
  listing: DirectoryListing,
  offset: number,
): FolderTree {
  const node = tree.nodes[id]
  if (node === undefined) return tree
  const root = rootOf(id)
  const fresh = listing.entries.map((entry) => {
    const child = idIn(root, entry.path)
    const known = tree.nodes[child]
    return known === undefined ? nodeOf(child, entry, node.level + 1, id, entry) : { ...known, entry }
  })
  const before = offset === 0 ? [] : (node.children ?? [])
  const children = [...new Set([...before, ...fresh.map((child) => child.id)])]
  const changed = { ...node, children, nextOffset: listing.nextOffset, reading: false, problem: null }
  return {
    ...tree,
    nodes: { ...tree.nodes, ...Object.fromEntries(fresh.map((child) => [child.id, child])), [id]: changed },
  }
}

/** The lines in sight, from top to bottom. */
export function rowsOf(tree: FolderTree): readonly FolderRow[] {
  const rows: FolderRow[] = []
  const add = (id: string): void => {
    const node = tree.nodes[id]
    if (node === undefined) return
    const leaf = node.entry?.hasChildren === false && node.problem === null
    rows.push({ ...lineOf(node, 'folder', id), expanded: leaf ? null : node.open })
    if (!node.open) return
    if (node.problem !== null) rows.push({ ...lineOf(node, 'problem', id + PROBLEM), level: node.level + 1 })
    for (const child of node.children ?? []) add(child)
    const waits = node.nextOffset !== null || (node.children === null && node.problem === null)
    if (waits) rows.push({ ...lineOf(node, 'more', id + MORE), level: node.level + 1 })
  }
  for (const root of tree.roots) add(root)
  return rows
}

/** The way from a root down to a folder. */
export function wayTo(tree: FolderTree, id: string | null): readonly FolderNode[] {
  const node = id === null ? undefined : tree.nodes[id]
  return node === undefined ? [] : [...wayTo(tree, node.parent), node]
}

function lineOf(node: FolderNode, kind: FolderRow['kind'], id: string): FolderRow {
  return { id, kind, node, level: node.level, expanded: null, name: kind === 'folder' ? node.name : '' }
}

function nodeOf(
  id: string,
  named: { readonly name: string; readonly path: string },
  level: number,
  parent: string | null,
  entry: DirectoryEntry | null,
): FolderNode {
  const { name, path } = named
  const rest = { open: false, reading: false, children: null, nextOffset: null, problem: null }
  return { id, path, name, level, parent, entry, ...rest }
}
