import { createStore, type StoreApi } from 'zustand/vanilla'
import type { EventRoutes } from '#shared/events/event-routes.ts'
import type { MemoryId, PageId, ProjectId, SessionId } from '#shared/ids.ts'
import type { Settings } from '#shared/ipc/boot.ts'
import { bindKeys, type KeyAction } from '#shared/keys/key-actions.ts'
import type { Grant } from '#shared/permission/rule.ts'
import { isStillPaused } from '#shared/run/is-paused.ts'
import type { NotePlace } from '#shared/session/notes/note.ts'
import { type Api, problemOf } from '../api.ts'
import {
  type AppState,
  atWorkflows,
  bootState,
  NOTHING_YET,
  type Notice,
  withListing,
  withoutProject,
} from './app-state.ts'
import type { ChatFilter } from './chat-filter.ts'

export type AppStore = ReturnType<typeof createAppStore>

/** The store of everything outside a session. Main decides; this mirrors. */
export function createAppStore(api: Api) {
  const store = createStore<AppState>(() => NOTHING_YET)
  const notices = noticesOf(store)
  const loads = loadsOf(store, api)
  const { attempt } = notices
  const actions = createActions()

  async function start(): Promise<void> {
    try {
      const boot = await api.call('app.boot', {})
      store.setState(bootState(boot))
      const lists = boot.projects.slice(0, 20).map((project) => loads.loadSessions(project.id))
      await Promise.all([...lists, loads.loadGrants(), loads.loadSandbox(), loads.loadKeys()])
    } catch (error) {
      store.setState({ problem: problemOf(error) })
    }
  }

  async function changeSettings(changes: Partial<Settings>): Promise<void> {
    store.setState({ settings: await api.call('settings.set', changes) })
  }

  /** Sets the variables that commands and hooks of a project inherit although they look like secrets. */
  async function passVariables(projectId: ProjectId, names: readonly string[]): Promise<void> {
    store.setState({ settings: await api.call('settings.passVariables', { projectId, names: [...names] }) })
  }

  /** Opens the project on an empty new chat. */
  function openProject(projectId: ProjectId): void {
    store.setState({ surface: 'chat', welcomes: false, openProject: projectId, openSession: null })
    attempt(api.call('project.opened', { projectId }).then(loads.loadProjects))
  }

  /** `lookAt`: where to begin, in the chat or in the log of an agent that works for it, and what to look for there. */
  function openSession(
    sessionId: SessionId,
    projectId: ProjectId | null,
    lookAt: AppState['lookAt'] = null,
  ): void {
    const isPlain = false
    store.setState({
      surface: 'chat',
      welcomes: false,
      openSession: sessionId,
      openProject: projectId,
      lookAt,
      isPlain,
    })
  }

  /** Opens a chat as plain text, without drawing what is in it. */
  function openPlain(sessionId: SessionId, projectId: ProjectId | null): void {
    openSession(sessionId, projectId)
    store.setState({ isPlain: true, undrawnChat: null })
  }

  /** Hides the message about the chat that was not drawn. */
  function dismissUndrawn(): void {
    store.setState({ undrawnChat: null })
  }

  /** Hides the notice about the Electron in use, until another version is used. */
  async function dismissOldElectron(): Promise<void> {
    await api.call('app.dismissOldElectron', {})
    store.setState({ oldElectron: null })
  }

  /** Opens the workflows of a project. `lookAt`: the place in the log of an agent of the run that was put in view. */
  function showWorkflows(projectId: ProjectId, lookAt: AppState['lookAt'] = null): void {
    store.setState((state) => ({ ...atWorkflows(state, projectId), lookAt }))
  }

  /** Shows one memory in its place. */
  function openMemory(openMemory: MemoryId | null): void {
    store.setState({ surface: 'memory', openMemory, openPage: null, openNote: null })
  }

  /** Shows one page of knowledge in its place. */
  function openPage(openPage: PageId | null): void {
    store.setState({ surface: 'memory', openPage, openMemory: null, openNote: null })
  }

  /** Shows one note of a chat among those of all chats. */
  function openNote({ sessionId, key }: NotePlace): void {
    store.setState({ surface: 'memory', openNote: { sessionId, key }, openMemory: null, openPage: null })
  }

  const routes: EventRoutes<AppStoreKind> = {
    ...changeRoutes(store, { ...notices, ...loads }),
    'menu.action': (event) => actions.act(event.action),
    'open.project': (event) => openProject(event.projectId),
    'open.session': (event) => openSession(event.sessionId, event.projectId),
    'open.workflowRun': (event) => store.setState((state) => atWorkflows(state, event.run.projectId)),
    'open.triggers': () => store.setState({ surface: 'triggers' }),
  }

  const view: Pick<StoreApi<AppState>, 'getState' | 'getInitialState' | 'subscribe'> = store
  return {
    store: view,
    ...notices,
    ...loads,
    start,
    routes,
    ...screensOf(store),
    ...actions,
    showWorkflows,
    openProject,
    openSession,
    openPlain,
    dismissUndrawn,
    dismissOldElectron,
    openMemory,
    openPage,
    openNote,
    changeSettings,
    passVariables,
  }
}

/** Creates the ways to the screens. */
function screensOf(store: Store) {
  return {
    show: (surface: AppState['surface']): void => {
      store.setState({ surface, welcomes: false, settingsSection: 'models', namesWorktree: false })
    },
    setVimMode: (vimMode: AppState['vimMode']): void => {
      store.setState({ vimMode })
    },
    showSettings: (settingsSection: AppState['settingsSection']): void => {
      store.setState({ surface: 'settings', settingsSection, usageProject: null })
    },
    /** Shows the usage page with the limits over everything, or over the open project. */
    showLimits: (scope: 'all' | 'project'): void => {
      store.setState(({ openProject }) => ({
        surface: 'settings',
        settingsSection: 'usage',
        usageProject: scope === 'project' ? openProject : null,
      }))
    },
    /** Shows the worktrees, and asks for the name of a new one or stops asking. */
    nameWorktree: (namesWorktree: boolean): void => {
      store.setState({ surface: 'worktrees', welcomes: false, namesWorktree })
    },
    /** Shows the files of a project. A chat of another project does not stay open behind them. */
    showFiles: (projectId: ProjectId): void => {
      store.setState((state) => ({ ...atWorkflows(state, projectId), surface: 'files', welcomes: false }))
    },
    /** Shows the changes, and has the commit form draft a message or forget about it. */
    draftCommit: (draftsCommit: boolean): void => {
      store.setState({ surface: 'changes', welcomes: false, draftsCommit })
    },
    /** Shows the report of a problem, or closes it. */
    writeReport: (reports: boolean): void => store.setState({ reports }),
    /** Shows the chat that the first message created, unless the person went elsewhere while it was sent. */
    showCreated: (sessionId: SessionId, projectId: ProjectId | null): void => {
      store.setState(({ openSession: open, openProject: at }) =>
        open === null && at === projectId
          ? { welcomes: false, openSession: sessionId, lookAt: null, isPlain: false }
          : {},
      )
    },
    /** Shows the welcome screen again, until another place is opened. */
    showWelcome: (): void => {
      store.setState({ surface: 'chat', welcomes: true })
    },
  }
}

/** Creates the way from keys and native menus to the parts of the window that carry an action out. */
function createActions() {
  const listeners = new Set<(action: KeyAction) => void>()
  return {
    /** Carries out an action that has a key. */
    act: (action: KeyAction): void => {
      for (const listener of listeners) listener(action)
    },
    /** Listens to actions; the returned function ends that. */
    onAction: (listener: (action: KeyAction) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

type Store = StoreApi<AppState>
type Writers = ReturnType<typeof noticesOf> & ReturnType<typeof loadsOf>

type ChangeKind =
  | `${'agents' | 'config' | 'grants' | 'mcp' | 'models' | 'project' | 'settings' | 'skills' | 'vault'}.changed`
  | 'mcp.resource'
  | 'notice'
  | 'session.listed'

/** The kinds of events that this store follows. */
export type AppStoreKind =
  | ChangeKind
  | 'menu.action'
  | `open.${'project' | 'session' | 'triggers' | 'workflowRun'}`

/** Returns the ways in which the store follows changes that main pushed. */
function changeRoutes(store: Store, writers: Writers): EventRoutes<ChangeKind> {
  const { attempt, notify } = writers
  // A folder is trusted with the files it had when the person trusted it.
  const reloadTrust = () => attempt(writers.loadProjects())
  return {
    'project.changed': ({ op, projectId }) => {
      if (op === 'removed') store.setState((state) => withoutProject(state, projectId))
      if (op === 'added') attempt(writers.loadSessions(projectId))
      attempt(writers.loadProjects())
    },
    'session.listed': ({ listing, op }) => store.setState((state) => withListing(state, listing, op)),
    'config.changed': ({ problem }) => {
      store.setState({ configProblem: problem })
      attempt(writers.loadKeys())
    },
    'models.changed': () => attempt(writers.loadModels()),
    'vault.changed': () => attempt(writers.loadVault()),
    'grants.changed': () => attempt(writers.loadGrants()),
    'settings.changed': ({ settings }) => {
      store.setState({ settings })
      attempt(writers.loadSandbox())
    },
    'agents.changed': reloadTrust,
    'skills.changed': reloadTrust,
    'mcp.resource': ({ key, uri }) => store.setState({ changedResource: { key, uri } }),
    'mcp.changed': () => store.setState({ mcpChanged: true }),
    notice: ({ level, text, said }) => notify(level, text, said),
  }
}

function noticesOf(store: Store) {
  let count = 0

  function notify(level: Notice['level'], text: string, said: Notice['said'] = []): void {
    tell({ level, text, said, of: null })
  }

  /** Shows a notice. A repeated one replaces the older and is announced again. */
  function tell(told: Omit<Notice, 'id'>): void {
    count += 1
    const notice = { ...told, id: count }
    store.setState(({ notices }) => ({
      notices: [...notices.filter((each) => !isReplaced(each, told)), notice].slice(-20),
    }))
  }

  function dismiss(id: number): void {
    store.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }))
  }

  /** Runs an action of the person and shows a notice on failure. `of` allows one notice per subject. */
  function attempt(work: Promise<unknown>, of: string | null = null): void {
    work.catch((error: unknown) => {
      const problem = problemOf(error)
      tell({ level: isStillPaused(problem) ? 'paused' : 'error', text: problem.message, said: [], of })
    })
  }

  return { notify, dismiss, attempt }
}

/** True for what says the same as something newer, or answers the same wish. */
function isReplaced(before: Notice, { level, text, of }: Omit<Notice, 'id'>): boolean {
  return (before.level === level && before.text === text) || (of !== null && before.of === of)
}

const SESSIONS_LOADED = 20
/** Chats of a project that a filter looks at. */
const MOST_FILTERED = 1_000

function loadsOf(store: Store, api: Api) {
  async function loadProjects(): Promise<void> {
    const projects = await api.call('project.list', {})
    // They are asked for often, and are nearly always what they were.
    if (JSON.stringify(projects) !== JSON.stringify(store.getState().projects)) store.setState({ projects })
  }

  async function loadSessions(projectId: ProjectId, limit = SESSIONS_LOADED): Promise<void> {
    const { sessions: rows, total } = await api.call('session.list', {
      projectId,
      limit,
      withArchived: store.getState().showArchived,
    })
    store.setState(({ sessions }) => ({ sessions: { ...sessions, [projectId]: { rows, total } } }))
  }

  async function setShowArchived(showArchived: boolean): Promise<void> {
    store.setState({ showArchived })
    const lists = Object.keys(store.getState().sessions) as ProjectId[]
    await Promise.all(lists.map((projectId) => loadSessions(projectId)))
  }

  /** Narrows the lists of chats, which are read as far as the app lists chats. Archived chats are shown when asked for. */
  async function setChatFilter(chatFilter: ChatFilter): Promise<void> {
    const { showArchived } = store.getState()
    store.setState({ chatFilter, showArchived: chatFilter === 'archived' ? true : showArchived })
    if (chatFilter === 'all') return
    const lists = Object.keys(store.getState().sessions) as ProjectId[]
    await Promise.all(lists.map((projectId) => loadSessions(projectId, MOST_FILTERED)))
  }

  async function loadModels(): Promise<void> {
    store.setState({ models: await api.call('model.list', {}) })
  }

  async function loadVault(): Promise<void> {
    const vault = await api.call('vault.status', {})
    store.setState({ vault })
  }

  async function loadGrants(): Promise<void> {
    store.setState({ grants: await api.call('grant.list', {}) })
  }

  /** Takes a permission back. Returns the function that restores it. */
  async function revokeGrant({ id: grantId }: Grant): Promise<() => Promise<void>> {
    await api.call('grant.revoke', { grantId })
    await loadGrants()
    return () => api.call('grant.restore', { grantId }).then(loadGrants)
  }

  async function loadKeys(): Promise<void> {
    store.setState({ keys: bindKeys(await api.call('keys.changes', {})) })
  }

  async function loadSandbox(): Promise<void> {
    store.setState({ sandbox: await api.call('sandbox.status', {}) })
  }

  return {
    loadProjects,
    loadSessions,
    setShowArchived,
    setChatFilter,
    loadModels,
    loadVault,
    loadGrants,
    revokeGrant,
    loadKeys,
    loadSandbox,
  }
}
