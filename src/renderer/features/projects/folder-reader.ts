import { problemOf } from '../../api.ts'
import type { BrowserDeps, BrowserStore } from './browser-state.ts'
import { withNode, withPage } from './folder-tree.ts'

const PAGE = 500

export type FolderReader = ReturnType<typeof createFolderReader>

/** Reads folders into the tree, a page at a time. */
export function createFolderReader({ api }: BrowserDeps, { setState, getState }: BrowserStore) {
  const change = (id: string, changes: Parameters<typeof withNode>[2]) =>
    setState(({ tree }) => ({ tree: withNode(tree, id, changes) }))

  const underWay = new Map<string, Promise<void>>()

  /** Reads one page. Asked twice at once, it reads once. */
  function read(id: string, offset: number): Promise<void> {
    const known = underWay.get(id)
    if (known !== undefined) return known
    const reading = readPage(id, offset).finally(() => underWay.delete(id))
    underWay.set(id, reading)
    return reading
  }

  async function readPage(id: string, offset: number): Promise<void> {
    const { tree, showHidden } = getState()
    const node = tree.nodes[id]
    if (node === undefined) return
    change(id, { reading: true })
    try {
      const request = { path: node.path, showHidden, offset, limit: PAGE }
      const listing = await api.read('directory.list', request)
      setState((state) => ({ tree: withPage(state.tree, id, listing, offset) }))
    } catch (error) {
      change(id, { reading: false, nextOffset: null, problem: problemOf(error) })
    }
  }

  async function open(id: string): Promise<void> {
    change(id, { open: true })
    if (getState().tree.nodes[id]?.children === null) await read(id, 0)
  }

  return {
    read,
    open,
    close: (id: string) => change(id, { open: false }),
    /** Reads the next page of a folder whose end came into sight. */
    more: async (id: string): Promise<void> => {
      const next = getState().tree.nodes[id]?.nextOffset
      if (typeof next === 'number') await read(id, next)
    },
  }
}
