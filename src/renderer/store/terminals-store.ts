import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ProjectId, TerminalId, WorktreeId } from '#shared/ids.ts'
import type { KeptTabs, OpenTabs } from '#shared/terminal/kept-tabs.ts'
import type { Terminal } from '#shared/terminal/terminal.ts'
import type { Api } from '../api.ts'
import { serialRefresh } from './serial-refresh.ts'

export type TerminalsState = {
  /** The terminals of all projects, oldest first; null until main has answered. */
  readonly list: readonly Terminal[] | null
  readonly isShown: boolean
  readonly isLarge: boolean
  /** The open tab by the place of the chat it is shown with. */
  readonly active: OpenTabs
  /** The terminal beside the open tab, by place. */
  readonly beside: OpenTabs
  /** Counts requests to focus the open terminal. */
  readonly focused: number
}

/** The place of a chat and of the shells that start with it: a project, or one of its worktrees. */
export type TerminalPlace = { readonly projectId: ProjectId; readonly worktreeId: WorktreeId | null }

/** Returns the place of a chat; null without a project. */
export const placeIn = (projectId: ProjectId | null, worktreeId: WorktreeId | null): TerminalPlace | null =>
  projectId === null ? null : { projectId, worktreeId }

type Deps = {
  readonly api: Pick<Api, 'call'>
  /** Whether the panel was shown when this window was open before. */
  readonly wasShown: boolean
  readonly remember: (isShown: boolean) => void
  readonly tabs: { readonly read: () => KeptTabs; readonly write: (tabs: KeptTabs) => void }
}

/** The size of a terminal until its view has measured the panel. */
const FIRST_SIZE = { cols: 80, rows: 24 }

export type TerminalsStore = ReturnType<typeof createTerminalsStore>

/** Mirrors the terminals of main, and remembers which of them this window shows. */
export function createTerminalsStore({ api, wasShown, remember, tabs }: Deps) {
  const store = createStore<TerminalsState>(() => ({
    list: null,
    isShown: wasShown,
    isLarge: false,
    ...tabs.read(),
    focused: 0,
  }))
  let viewed: TerminalPlace | null = null
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

  /** Changes the open tabs, and keeps those of terminals that are still there. */
  const turnTo = (change: (tabs: KeptTabs) => KeptTabs) => {
    const { list, focused, ...state } = store.getState()
    const { active, beside } = change(state)
    store.setState({ active, beside, focused: focused + 1 })
    const ids = new Set((list ?? []).map(({ id }) => id))
    tabs.write({ active: onlyOf(active, ids), beside: onlyOf(beside, ids) })
  }

  const select = (at: TerminalPlace, id: TerminalId) =>
    turnTo(({ active, beside }) => ({
      active: { ...active, [keyOf(at)]: id },
      // The terminal beside becomes the open one, so nothing is shown twice.
      beside: beside[keyOf(at)] === id ? without(beside, at) : beside,
    }))

  const start = ({ projectId, worktreeId }: TerminalPlace, file: string | null) =>
    api.call('terminal.open', {
      projectId,
      ...(worktreeId === null ? {} : { worktreeId }),
      ...(file === null ? {} : { file }),
      ...FIRST_SIZE,
    })

  /** Starts a shell in a new tab and shows the panel: in the place, or in the folder of a file there. */
  async function open(at: TerminalPlace, file: string | null = null): Promise<void> {
    const { id } = await start(at, file)
    await load()
    // The chat that is open may work in another folder of the project.
    select(viewed?.projectId === at.projectId ? viewed : at, id)
    show(true)
  }

  /** Starts a shell beside the open terminal. */
  async function split(at: TerminalPlace): Promise<void> {
    const { id } = await start(at, null)
    await load()
    turnTo(({ active, beside }) => ({ active, beside: { ...beside, [keyOf(at)]: id } }))
  }

  /** Shows the panel, with a first shell where the place has none, or hides it. */
  async function toggle(at: TerminalPlace | null): Promise<void> {
    if (store.getState().isShown) return show(false)
    show(true)
    if (store.getState().list === null) await load()
    if (at !== null && ofPlace(store.getState(), at).length === 0) await open(at)
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
    unsplit: (at: TerminalPlace): void =>
      turnTo(({ active, beside }) => ({ active, beside: without(beside, at) })),
    /** Notes the place of the chat that the window shows. */
    view: (at: TerminalPlace | null): void => {
      viewed = at
    },
    enlarge: (isLarge: boolean): void => store.setState({ isLarge }),
  }
}

/** The terminals of one folder: that of the project, or a worktree. */
export type TerminalGroup = Pick<Terminal, 'worktreeId' | 'branch'> & {
  readonly terminals: readonly Terminal[]
}

/** Returns the terminals of a project by folder: those of the project first, then by worktree, oldest first. */
export function groupsOf(
  { list }: Pick<TerminalsState, 'list'>,
  projectId: ProjectId | null,
): readonly TerminalGroup[] {
  const all = (list ?? []).filter((each) => each.projectId === projectId)
  const ids = new Set(all.map(({ worktreeId }) => worktreeId))
  const ordered = [...ids].sort((one, other) => Number(one !== null) - Number(other !== null))
  return ordered.map((worktreeId) => {
    const terminals = all.filter((each) => each.worktreeId === worktreeId)
    return { worktreeId, branch: terminals[0]?.branch ?? null, terminals }
  })
}

/**
 * Returns the open terminal of a place and the one beside it. Without a choice of the person it is the newest one that
 * started there, or else the newest of the project.
 */
export function shownOf(
  state: TerminalsState,
  at: TerminalPlace | null,
): { readonly open: Terminal | null; readonly beside: Terminal | null } {
  if (at === null) return { open: null, beside: null }
  const all = (state.list ?? []).filter(({ projectId }) => projectId === at.projectId)
  const besideId = state.beside[keyOf(at)]
  const here = ofPlace(state, at)
  const open =
    all.find(({ id }) => id === state.active[keyOf(at)]) ??
    here.findLast(({ id }) => id !== besideId) ??
    here.at(-1) ??
    all.findLast(({ id }) => id !== besideId) ??
    all.at(-1) ??
    null
  const beside = all.find(({ id }) => id === besideId && id !== open?.id) ?? null
  return { open, beside }
}

function ofPlace({ list }: Pick<TerminalsState, 'list'>, at: TerminalPlace): readonly Terminal[] {
  return (list ?? []).filter((each) => keyOf(each) === keyOf(at))
}

const keyOf = ({ projectId, worktreeId }: TerminalPlace): string =>
  worktreeId === null ? projectId : `${projectId} ${worktreeId}`

function without(tabs: OpenTabs, at: TerminalPlace): OpenTabs {
  const { [keyOf(at)]: _gone, ...others } = tabs
  return others
}

const onlyOf = (tabs: OpenTabs, ids: ReadonlySet<TerminalId>): OpenTabs =>
  Object.fromEntries(Object.entries(tabs).filter(([, id]) => ids.has(id)))
