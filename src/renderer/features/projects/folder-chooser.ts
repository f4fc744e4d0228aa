import type { AppErrorData } from '#shared/errors.ts'
import type { DirectorySummary } from '#shared/project/directory.ts'
import { englishOf } from '#shared/sentences.ts'
import { problemOf } from '../../api.ts'
import type { BrowserDeps, BrowserStore } from './browser-state.ts'
import type { FolderReader } from './folder-reader.ts'
import { idIn, rootOf } from './folder-tree.ts'
import { withTilde } from './path-text.ts'

const MOST_PAGES = 40

export type FolderChooser = ReturnType<typeof createFolderChooser>

/** Chooses a folder and finds out about it. The newest choice wins. */
export function createFolderChooser(deps: BrowserDeps, store: BrowserStore, reader: FolderReader) {
  const { api, home, say } = deps
  const { setState, getState } = store
  let turn = 0

  async function describe(path: string): Promise<DirectorySummary | null> {
    turn += 1
    const mine = turn
    try {
      const summary = await api.read('directory.describe', { path })
      if (mine !== turn) return null
      const { problem, suggestion } = withoutHint(summary.problem)
      setState({
        summary,
        about: path,
        problem: problem && { ...problem, message: say(problem) },
        suggestion,
      })
      return summary
    } catch (error) {
      if (mine === turn) setState({ summary: null, about: null, problem: problemOf(error), suggestion: null })
      return null
    }
  }

  async function select(id: string): Promise<void> {
    const node = getState().tree.nodes[id]
    if (node === undefined) return
    setState({
      cursor: id,
      typed: withTilde(node.path, home),
      chosen: node.path,
      completions: [],
      problem: null,
      suggestion: null,
    })
    await describe(node.path)
  }

  return {
    describe,
    select,
    /** Forgets a question whose answer is still on its way. */
    forget: () => {
      turn += 1
    },
    reveal: revealerOf(deps, store, reader),
  }
}

/** Takes the folder that may have been meant out of what main says, so that it can be a button. */
function withoutHint(problem: AppErrorData | null) {
  const hint = problem?.said?.find(({ name }) => name === 'project.meant')
  if (problem === null || hint === undefined) return { problem, suggestion: null }
  const said = (problem.said ?? []).filter((each) => each !== hint)
  const suggestion = hint.facts['path'] ?? null
  return { problem: { ...problem, said, message: englishOf(said) }, suggestion }
}

function revealerOf({ api }: BrowserDeps, { setState, getState }: BrowserStore, reader: FolderReader) {
  /** Opens one folder and reads on until the next step of the way is among its folders. */
  async function openUntil(id: string, steps: readonly string[], root: string): Promise<void> {
    await reader.open(id)
    const wanted = new Set(steps.map((step) => idIn(root, step)))
    for (let page = 1; page < MOST_PAGES; page += 1) {
      const node = getState().tree.nodes[id]
      if (node === undefined || node.nextOffset === null) return
      if (node.children?.some((child) => wanted.has(child))) return
      await reader.more(id)
    }
  }

  /** Opens the tree down to a folder and puts the cursor there, without touching the path box. */
  return async function reveal(path: string): Promise<void> {
    const { showHidden } = getState()
    const { crumbs } = await api.read('directory.list', { path, showHidden, offset: 0, limit: 1 })
    const way = crumbs.map((crumb) => crumb.path)
    const root = getState()
      .tree.roots.map(rootOf)
      .find((each) => way.includes(each))
    if (root === undefined) return setState({ cursor: null })
    const steps = way.slice(way.indexOf(root))
    for (const step of steps.slice(0, -1)) await openUntil(idIn(root, step), steps, root)
    const id = idIn(root, steps.at(-1) ?? root)
    if (getState().tree.nodes[id] !== undefined) setState({ cursor: id })
  }
}
