import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppEvent } from '#shared/events/delivery.ts'
import type { MemoryId, PageId, ProjectId, SessionId } from '#shared/ids.ts'
import type { Settings } from '#shared/ipc/boot.ts'
import { bindKeys, type KeyAction } from '#shared/keys/key-actions.ts'
import { never } from '#shared/never.ts'
import { isStillPaused } from '#shared/run/is-paused.ts'
import type { NotePlace } from '#shared/session/note.ts'
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

  function receive(event: AppEvent): void {
    if (event.kind === 'menu.action') actions.act(event.action)
    else if (event.kind === 'open.project') openProject(event.projectId)
    else if (event.kind === 'open.session') openSession(event.sessionId, event.projectId)
    else if (event.kind === 'open.workflowRun')
      store.setState((state) => atWorkflows(state, event.run.projectId))
    else if (event.kind === 'open.triggers') store.setState({ surface: 'triggers' })
    else follow(event, store, { ...notices, ...loads })
  }

  const view: Pick<StoreApi<AppState>, 'getState' | 'getInitialState' | 'subscribe'> = store
  return {
    store: view,
    ...notices,
    ...loads,
    start,
    receive,
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
      store.setState({ surface, welcomes: false, settingsSection: 'models' })
    },
    showSettings: (settingsSection: AppState['settingsSection']): void => {
      store.setState({ surface: 'settings', settingsSection })
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

/** Follows a change that main pushed. */
function follow(
  event: Exclude<AppEvent, { kind: `open.${string}` | 'menu.action' }>,
  store: Store,
  writers: Writers,
): void {
  const { attempt, notify } = writers
  switch (event.kind) {
    case 'project.changed':
      if (event.op === 'removed') store.setState((state) => withoutProject(state, event.projectId))
      if (event.op === 'added') attempt(writers.loadSessions(event.projectId))
      attempt(writers.loadProjects())
      break
    case 'session.listed':
      store.setState((state) => withListing(state, event.listing, event.op))
      break
    case 'config.changed':
      store.setState(({ configChanges }) => ({
        configProblem: event.problem,
        configChanges: configChanges + 1,
      }))
      attempt(writers.loadKeys())
      break
    case 'models.changed':
      attempt(writers.loadModels())
      break
    case 'vault.changed':
      attempt(writers.loadVault())
      break
    case 'memory.changed':
      store.setState(({ memoryChanges }) => ({ memoryChanges: memoryChanges + 1 }))
      break
    case 'memory.embedding':
      store.setState(({ embeddingNews }) => ({ embeddingNews: embeddingNews + 1 }))
      break
    case 'knowledge.changed':
      store.setState(({ knowledgeChanges }) => ({ knowledgeChanges: knowledgeChanges + 1 }))
      break
    case 'knowledge.work':
      store.setState(({ knowledgeWork }) => ({ knowledgeWork: knowledgeWork + 1 }))
      break
    case 'grants.changed':
      attempt(writers.loadGrants())
      break
    case 'checkpoints.changed':
      store.setState(({ openProject, fileChanges }) =>
        event.projectId === openProject ? { fileChanges: fileChanges + 1 } : {},
      )
      break
    case 'settings.changed':
      store.setState({ settings: event.settings })
      attempt(writers.loadSandbox())
      break
    // Listened for by the stores of workflow runs, of teams and of the inbox, and by the window's place for dropped folders.
    case 'agent.runs':
    case 'workflow.listed':
    case 'inbox.changed':
    case 'team.changed':
    case 'path.dropped':
      break
    case 'agents.changed':
    case 'skills.changed':
      lookAtDefinitions(store, writers)
      break
    case 'hooks.changed':
      store.setState(({ hookChanges }) => ({ hookChanges: hookChanges + 1 }))
      break
    case 'terminals.changed':
      // The terminals store listens for itself.
      break
    case 'mcp.resource':
      store.setState({ changedResource: { key: event.key, uri: event.uri } })
      break
    case 'mcp.messages':
      store.setState(({ mcpMessages }) => ({ mcpMessages: mcpMessages + 1 }))
      break
    case 'triggers.changed':
      store.setState(({ triggerChanges }) => ({ triggerChanges: triggerChanges + 1 }))
      break
    case 'mcp.changed':
      store.setState(({ mcpChanges }) => ({ mcpChanges: mcpChanges + 1 }))
      break
    case 'notice':
      notify(event.level, event.text, event.said)
      break
    default:
      never(event)
  }
}

function lookAtDefinitions(store: Store, { attempt, loadProjects }: Writers): void {
  store.setState(({ definitionChanges }) => ({ definitionChanges: definitionChanges + 1 }))
  // A folder is trusted with what it carried when the person said so.
  attempt(loadProjects())
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

function loadsOf(store: Store, api: Api) {
  async function loadProjects(): Promise<void> {
    const projects = await api.call('project.list', {})
    // They are asked for often, and are nearly always what they were.
    if (JSON.stringify(projects) !== JSON.stringify(store.getState().projects)) store.setState({ projects })
  }

  async function loadSessions(projectId: ProjectId, limit = SESSIONS_LOADED): Promise<void> {
    const { sessions: rows, total } = await api.call('session.list', {
      ...{ projectId, limit },
      withArchived: store.getState().showArchived,
    })
    store.setState(({ sessions }) => ({ sessions: { ...sessions, [projectId]: { rows, total } } }))
  }

  async function setShowArchived(showArchived: boolean): Promise<void> {
    store.setState({ showArchived })
    const lists = Object.keys(store.getState().sessions) as ProjectId[]
    await Promise.all(lists.map((projectId) => loadSessions(projectId)))
  }

  async function loadModels(): Promise<void> {
    store.setState({ models: await api.call('model.list', {}) })
  }

  async function loadVault(): Promise<void> {
    const vault = await api.call('vault.status', {})
    store.setState(({ vaultChanges }) => ({ vault, vaultChanges: vaultChanges + 1 }))
  }

  async function loadGrants(): Promise<void> {
    store.setState({ grants: await api.call('grant.list', {}) })
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
    loadModels,
    loadVault,
    loadGrants,
    loadKeys,
    loadSandbox,
  }
}
