import { createStore } from 'zustand/vanilla'
import { problemOf } from '../../api.ts'
import { type BrowserDeps, type BrowserState, START } from './browser-state.ts'
import { createFolderChooser } from './folder-chooser.ts'
import { createFolderReader } from './folder-reader.ts'
import { treeOf, wayTo } from './folder-tree.ts'
import { createPathBox } from './path-box.ts'

export type FolderBrowser = ReturnType<typeof createFolderBrowser>

/** Browses the folders of this machine, level by level. */
export function createFolderBrowser(deps: BrowserDeps) {
  const store = createStore<BrowserState>(() => START)
  const { setState, getState } = store
  const reader = createFolderReader(deps, store)
  const chooser = createFolderChooser(deps, store, reader)
  const box = createPathBox(deps, store, chooser)

  async function start(wanted: string | null): Promise<void> {
    // A person may have typed between the first drawing and this call. The first start finds nothing to reset.
    if (!getState().starting) setState({ ...START, showHidden: getState().showHidden })
    try {
      const roots = await deps.api.read('directory.roots', {})
      const named = roots.map((root) => (root.path === deps.home ? { ...root, name: deps.homeName } : root))
      setState({ tree: treeOf(named), starting: false })
      const first = getState().tree.roots[0]
      if (first === undefined) return
      await reader.open(first)
      if (wanted !== null) box.type(wanted)
      // A path typed before the disk answered takes precedence.
      else if (getState().typed === '') await box.select(first)
    } catch (error) {
      setState({ starting: false, problem: problemOf(error) })
    }
  }

  /** Shows or hides the folders whose names start with a dot, everywhere in the tree. */
  async function setHidden(showHidden: boolean): Promise<void> {
    setState({ showHidden })
    await refresh()
  }

  /** Reads every open folder again. */
  async function refresh(): Promise<void> {
    const open = Object.values(getState().tree.nodes).filter((node) => node.open)
    await Promise.all(open.map((node) => reader.read(node.id, 0)))
    const { chosen } = getState()
    if (chosen.trim() !== '') await chooser.describe(chosen)
  }

  function up(): void {
    const way = wayTo(getState().tree, getState().cursor)
    const parent = way.at(-2)
    if (parent !== undefined) box.select(parent.id).catch(deps.report)
  }

  return { store, start, setHidden, refresh, up, ...reader, ...box }
}
