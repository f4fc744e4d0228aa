import type { DirectorySummary } from '#shared/project/directory.ts'
import type { BrowserDeps, BrowserStore } from './browser-state.ts'
import type { FolderChooser } from './folder-chooser.ts'
import { sharedStart, withTilde } from './path-text.ts'

const TYPING_MS = 180

/** Creates the behaviour of the path box during typing. */
export function createPathBox(deps: BrowserDeps, store: BrowserStore, chooser: FolderChooser) {
  const { api, home, after, report } = deps
  const { setState, getState } = store
  let cancelTyping: () => void = () => undefined

  /** Follows what is typed: says what it is, and shows it in the tree when it is a folder. */
  function type(typed: string): void {
    cancelTyping()
    chooser.forget()
    setState({
      typed,
      chosen: typed,
      summary: null,
      about: null,
      problem: null,
      suggestion: null,
      completions: [],
    })
    if (typed.trim() === '') return
    cancelTyping = after(TYPING_MS, () => {
      Promise.all([follow(typed), offer(typed)]).catch(report)
    })
  }

  async function follow(typed: string): Promise<void> {
    const summary = await chooser.describe(typed)
    if (summary !== null && summary.problem === null) await chooser.reveal(summary.path)
  }

  async function offer(typed: string): Promise<void> {
    const completions = await api.read('directory.complete', { text: typed })
    if (getState().typed === typed) setState({ completions })
  }

  /** Continues what is typed as far as it is certain. False when there is nothing to add. */
  function complete(): boolean {
    const { typed, completions } = getState()
    const spoken = typed.startsWith('~') ? completions.map((path) => withTilde(path, home)) : completions
    const longer = sharedStart(typed, spoken)
    if (longer === typed) return false
    type(longer)
    return true
  }

  /** Chooses a folder of the tree; what was being typed no longer counts. */
  async function select(id: string): Promise<void> {
    cancelTyping()
    await chooser.select(id)
  }

  /** Describes the folder chosen now, without waiting for the pause after typing. Null when there is none. */
  async function described(): Promise<DirectorySummary | null> {
    const { chosen, about, summary } = getState()
    if (chosen.trim() === '') return null
    // Opening a folder with a problem asks again: a slow disk may answer by now.
    if (about === chosen && summary?.problem === null) return summary
    cancelTyping()
    const found = await chooser.describe(chosen)
    const now = getState()
    // Another description, such as that of a refresh, may have replaced this one before its answer came.
    const isReplaced = found === null && now.chosen === chosen && now.problem === null
    return isReplaced ? described() : found
  }

  return { type, complete, select, described }
}
