import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ProjectId, TerminalId, WorktreeId } from '#shared/ids.ts'
import type { Terminal } from '#shared/terminal/terminal.ts'
import type { Api } from '../api.ts'
import { serialRefresh } from './serial-refresh.ts'

export type TerminalsState = {
  /** The terminals of all projects, oldest first; null until main has answered. */
  readonly list: readonly Terminal[] | null
  readonly isShown: boolean
  readonly isLarge: boolean
  /** The open tab of each project. */
  readonly active: Readonly<Record<ProjectId, TerminalId>>
  /** The terminal beside the open tab. */
  readonly beside: Readonly<Record<ProjectId, TerminalId>>
  /** Counts requests to focus the open terminal. */
  readonly focused: number
}

/** The place of a new shell: a worktree of the project, or the folder of one of its files. */
export type ShellPlace = { readonly worktreeId?: WorktreeId; readonly file?: string }

/** Returns the place of shells beside a chat: its worktree, or the folder of the project. */
export const placeIn = (worktreeId: WorktreeId | null): ShellPlace =>
  worktreeId === null ? {} : { worktreeId }

type Deps = {
  readonly api: Pick<Api, 'call'>
  /** Whether the panel was shown when this window was open before. */
  readonly wasShown: boolean
  readonly remember: (isShown: boolean) => void
}

/** The size of a terminal until its view has measured the panel. */
const FIRST_SIZE = { cols: 80, rows: 24 }

export type TerminalsStore = ReturnType<typeof createTerminalsStore>

/** Mirrors the terminals of main, and remembers which of them this window shows. */
export function createTerminalsStore({ api, wasShown, remember }: Deps) {
  const store = createStore<TerminalsState>(() => ({
    list: null,
    isShown: wasShown,
    isLarge: false,
    active: {},
    beside: {},
    focused: 0,
  }))
  const load = serialRefresh(async () => {
    store.setState({ list: await api.call('terminal.list', {}) })
  })

  const show = (isShown: boolean) => {
    remember(isShown)
    store.setState(({ focused, isLarge }) => ({
      isShown,
      isLarge: isShown && isLarge,
      focused: isShown ? focused + 1 : focused,
    }))
  }

  const select = (projectId: ProjectId, id: TerminalId) =>
    store.setState(({ active, beside, focused }) => ({
      active: { ...active, [projectId]: id },
      focused: focused + 1,
      // The terminal beside becomes the open one, so nothing is shown twice.
      beside: beside[projectId] === id ? without(beside, projectId) : beside,
    }))

  const start = (projectId: ProjectId, place: ShellPlace) =>
    api.call('terminal.open', { projectId, ...place, ...FIRST_SIZE })

  /** Starts a shell in a new tab and shows the panel. */
  async function open(projectId: ProjectId, place: ShellPlace = {}): Promise<void> {
    const { id } = await start(projectId, place)
    await load()
    select(projectId, id)
    show(true)
  }

  /** Starts a shell beside the open terminal. */
  async function split(projectId: ProjectId, place: ShellPlace = {}): Promise<void> {
    const { id } = await start(projectId, place)
    await load()
    store.setState(({ beside, focused }) => ({
      beside: { ...beside, [projectId]: id },
      focused: focused + 1,
    }))
  }

  /** Shows the panel, with a first shell where the project has none, or hides it. */
  async function toggle(projectId: ProjectId | null, place: ShellPlace = {}): Promise<void> {
    if (store.getState().isShown) return show(false)
    show(true)
    if (store.getState().list === null) await load()
    if (projectId !== null && ofProject(store.getState(), projectId).length === 0)
      await open(projectId, place)
  }

  /** Resolves to the program that keeps the terminal open, or null when it is closed. */
  async function close(id: TerminalId, anyway: boolean): Promise<string | null> {
    const { closed, running } = await api.call('terminal.close', { terminalId: id, anyway })
    if (closed) store.setState(({ focused }) => ({ focused: focused + 1 }))
    await load()
    return running
  }

  const view: Pick<StoreApi<TerminalsState>, 'getState' | 'getInitialState' | 'subscribe'> = store
  return {
    store: view,
    load,
    show,
    select,
    open,
    split,
    toggle,
    close,
    unsplit: (projectId: ProjectId): void =>
      store.setState(({ beside }) => ({ beside: without(beside, projectId) })),
    enlarge: (isLarge: boolean): void => store.setState({ isLarge }),
  }
}

/** Returns the terminals of a project, oldest first. */
export function ofProject(
  { list }: Pick<TerminalsState, 'list'>,
  projectId: ProjectId | null,
): readonly Terminal[] {
  return (list ?? []).filter((each) => each.projectId === projectId)
}

/** Returns the open terminal of a project and the one beside it. Closed ones give way to the newest. */
export function shownOf(
  state: TerminalsState,
  projectId: ProjectId | null,
): { readonly open: Terminal | null; readonly beside: Terminal | null } {
  if (projectId === null) return { open: null, beside: null }
  const all = ofProject(state, projectId)
  const besideId = state.beside[projectId]
  const open =
    all.find(({ id }) => id === state.active[projectId]) ??
    all.findLast(({ id }) => id !== besideId) ??
    all.at(-1) ??
    null
  const beside = all.find(({ id }) => id === besideId && id !== open?.id) ?? null
  return { open, beside }
}

function without<Value>(record: Readonly<Record<ProjectId, Value>>, key: ProjectId) {
  const { [key]: _gone, ...others } = record
  return others as Readonly<Record<ProjectId, Value>>
}
