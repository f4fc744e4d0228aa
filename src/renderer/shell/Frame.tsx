import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { SessionId } from '#shared/ids.ts'
import type { Settings } from '#shared/ipc/boot.ts'
import type { KeyAction } from '#shared/keys/key-actions.ts'
import type { Data } from '../data/data.ts'
import { useText } from '../messages/TextProvider.tsx'
import type { AgentsAtWorkStore } from '../store/agents/agents-at-work-store.ts'
import { type ChatAgentsStore, hasPlace } from '../store/agents/chat-agents-store.ts'
import type { AppStore } from '../store/app-store.ts'
import type { DraftStore } from '../store/draft-store.ts'
import type { FilesStore } from '../store/files-store.ts'
import type { InboxStore } from '../store/inbox-store.ts'
import type { SessionState } from '../store/session-state.ts'
import type { SessionStore } from '../store/session-store.ts'
import type { SideStore } from '../store/side/side-store.ts'
import { placeIn, type TerminalsStore } from '../store/terminals-store.ts'
import type { WorkflowRunsStore } from '../store/workflows/workflow-runs-store.ts'
import { appCommands } from './app-commands.ts'
import { Notices } from './banners/Notices.tsx'
import { runBadge } from './banners/run-badge.ts'
import type { Toasts } from './banners/toasts.ts'
import { crumbsOf } from './crumbs.ts'
import { CommandPalette } from './palette/CommandPalette.tsx'
import { KeySheet } from './palette/KeySheet.tsx'
import type { MessageBox } from './palette/use-palette-finds.ts'
import { Rail } from './Rail.tsx'
import { useShortcuts } from './shortcuts.ts'
import { StatusCommandLine } from './status/StatusCommandLine.tsx'
import { StatusLine } from './status/StatusLine.tsx'
import { statusBeside, statusOf } from './status/session-status.ts'
import { TitleBar } from './TitleBar.tsx'

type FrameProps = {
  readonly api: Data
  readonly stores: {
    readonly app: AppStore
    readonly session: SessionStore
    readonly drafts: DraftStore
    readonly toasts: Toasts
    readonly inbox: InboxStore
    readonly side: SideStore
    readonly workflowRuns: WorkflowRunsStore
    readonly agents: ChatAgentsStore
    readonly agentsAtWork: AgentsAtWorkStore
    readonly terminals: TerminalsStore
    readonly files: FilesStore
  }
  readonly message: MessageBox
  readonly onAddProject: () => void
  /** Looks for words in all chats. */
  readonly onFind: () => void
  /** Opens the list of background work. */
  readonly onBackground: () => void
  readonly children: ReactNode
}

/** The frame around every screen: title bar, rail, status line, palette, notices. */
export function Frame({ api, stores, message, onAddProject, onFind, onBackground, children }: FrameProps) {
  const { app, session, toasts } = stores
  const t = useText()
  const [searching, setSearching] = useState<string | null>(null)
  const [keys, setKeys] = useState(false)
  const search = useCallback(() => setSearching(''), [])
  const addProject = useCallback(() => onAddProject(), [onAddProject])
  const showKeys = useCallback(() => setKeys(true), [])
  const state = useStore(app.store, useShallow(pickFrame))
  const shown = useStore(session.store, useShallow(pickSession))
  const attention = useStore(stores.workflowRuns.store, (runs) => runs.attention)
  const newChat = () => {
    const projectId = state.openProject ?? state.projects[0]?.id
    if (projectId === undefined) return addProject()
    app.openProject(projectId)
    message.focus()
  }
  const terminalActs = terminalActsOf(stores, message)
  const fileActs = fileActsOf(stores)
  useActions(app, {
    ...placesOf(app),
    newChat,
    addProject,
    findAll: onFind,
    background: onBackground,
    sheet: showKeys,
    palette: search,
    // The sign in front asks the palette for actions only.
    actions: () => setSearching('>'),
    terminals: terminalActs.onTerminals,
    newTerminal: terminalActs.onNewTerminal,
    goToFile: fileActs.goToFile,
    findInFiles: fileActs.findInFiles,
  })
  useShortcuts(state.keys.bindings, app.act)
  const { agents, helpers } = useRunningAgents(stores)
  const waiting = useStore(stores.inbox.store, ({ items }) => items?.length ?? 0)
  const showBranches = () => {
    app.show('chat')
    app.attempt(session.showBranches(true))
  }
  const status = statusOf(state, shown, { running: agents + helpers, waiting })
  return (
    <div className="grid h-screen grid-cols-[var(--w-rail)_minmax(0,1fr)] grid-rows-[var(--h-titlebar)_minmax(0,1fr)_auto]">
      <TitleBar
        crumbs={crumbsOf(t, state, shown)}
        waiting={waiting}
        onWaiting={() => app.show('agents')}
        onSearch={search}
        commandKey={state.boot?.platform === 'darwin' ? '⌘' : 'Ctrl'}
      />
      <Rail
        surface={state.surface}
        onSurface={app.show}
        waiting={{ agents: waiting }}
        running={{ chat: status.running - agents, workflows: agents }}
        news={{ workflows: runBadge(t, attention) }}
      />
      <main className="relative grid min-h-0 min-w-0 bg-canvas">{children}</main>
      <div className="col-span-full grid">
        <StatusCommandLine api={api} app={app} session={session} />
        <StatusLine
          status={statusBeside(state.surface, status)}
          sandbox={{ status: state.sandbox, setting: state.settings.sandbox }}
        />
      </div>
      <Notices app={app} toasts={toasts} />
      {keys ? <KeySheet keys={state.keys} onClose={() => setKeys(false)} /> : null}
      <CommandPalette
        open={searching !== null}
        asked={searching ?? ''}
        onClose={() => setSearching(null)}
        stores={{ api, app, drafts: stores.drafts, workflowRuns: stores.workflowRuns, message }}
        place={{ projectId: state.openProject, sessionId: state.openSession }}
        commands={
          searching !== null
            ? appCommands(t, state, {
                ...app,
                ...sideActsOf(stores, terminalActs.onTerminals, onFind),
                ...plainActsOf(api, app),
                addProject,
                newChat,
                showKeys,
                showBackground: onBackground,
                newTerminal: state.openProject === null ? null : terminalActs.onNewTerminal,
                ...(state.openProject === null ? { goToFile: null, findInFiles: null } : fileActs),
                showBranches: state.openSession === null ? null : showBranches,
                newWorktreeChat: state.openProject === null ? null : () => app.nameWorktree(true),
              })
            : []
        }
      />
    </div>
  )
}

/** Returns the acts of the terminal keys. A hidden panel gives the focus to the message box. */
function terminalActsOf({ app, session, terminals }: FrameProps['stores'], message: MessageBox) {
  const place = () => {
    const worktreeId = session.store.getState().folds.session?.meta.worktree?.id ?? null
    return placeIn(app.store.getState().openProject, worktreeId)
  }
  return {
    onTerminals: () => {
      if (terminals.store.getState().isShown) message.focus()
      app.attempt(terminals.toggle(place()))
    },
    onNewTerminal: () => {
      const at = place()
      if (at !== null) app.attempt(terminals.open(at))
    },
  }
}

/** Returns the acts that need nothing but the app. */
function plainActsOf(api: FrameProps['api'], app: AppStore) {
  return {
    showUsage: () => app.showSettings('usage'),
    newWindow: () => app.attempt(api.command('window.new', {})),
    openLogs: () => app.attempt(api.command('app.openLogs', {})),
    changeSettings: (changes: Partial<Settings>) => app.attempt(app.changeSettings(changes)),
  }
}

/** Returns the acts on a second chat: it is opened where there is another one, or closed. */
function sideActsOf(
  { app, side }: Pick<FrameProps['stores'], 'app' | 'side'>,
  showTerminals: () => void,
  findInChats: () => void,
) {
  const { chat } = side.store.getState()
  const { openSession, openProject, sessions } = app.store.getState()
  const rows = openProject === null ? [] : (sessions[openProject]?.rows ?? [])
  const next = openSession === null ? undefined : rows.find(({ id }) => id !== openSession)
  const open = next === undefined ? null : () => void side.open(next.id, next.projectId)
  return {
    showTerminals,
    findInChats,
    openBeside: chat === null ? open : null,
    closeBeside: chat === null ? null : side.close,
  }
}

/** Returns the acts of the keys for files of the open project. */
function fileActsOf({ app, files }: Pick<FrameProps['stores'], 'app' | 'files'>) {
  return {
    goToFile: () => {
      if (app.store.getState().openProject !== null) files.goTo(true)
    },
    findInFiles: () => {
      app.show('files')
      files.find(true)
    },
  }
}

/**
 * Returns the number of running agents of all chats, without queued ones: those reported by main and those of
 * the current chat.
 */
function helpersOf(told: ReadonlySet<SessionId>, ours: readonly AgentRun[] | null): number {
  const all = new Set(told)
  for (const run of ours ?? []) if (hasPlace(run)) all.add(run.sessionId)
  return all.size
}

/** The actions that open a place. */
function placesOf({ show }: Pick<AppStore, 'show'>) {
  const places = ['chat', 'workflows', 'agents', 'memory', 'vault', 'settings', 'changes', 'files'] as const
  return Object.fromEntries(places.map((place) => [place, () => show(place)]))
}

/** Carries out the actions of keys and native menus. */
function useActions(app: AppStore, acts: Readonly<Partial<Record<KeyAction, () => void>>>): void {
  const latest = useRef(acts)
  latest.current = acts
  useEffect(() => app.onAction((action) => latest.current[action]?.()), [app])
}

type AppState = ReturnType<AppStore['store']['getState']>

function pickFrame(state: AppState) {
  const { boot, surface, projects, sessions, models, settings, sandbox, openProject, openSession, keys } =
    state
  return { boot, surface, projects, sessions, models, settings, sandbox, openProject, openSession, keys }
}

/** Selects the session state shown by the frame; streamed text is not part of it. */
function pickSession({ folds, breakdown, effort, path }: SessionState) {
  return { folds, breakdown, effort, path }
}

/** Numbers of running agents: of workflows, and of chats. */
function useRunningAgents(stores: FrameProps['stores']) {
  const agents = useStore(stores.workflowRuns.store, ({ atWork }) =>
    Object.values(atWork).reduce((sum, count) => sum + count, 0),
  )
  const running = useStore(stores.agentsAtWork.store, ({ atWork }) => atWork)
  const helpers = useStore(stores.agents.store, ({ runs }) => helpersOf(running, runs))
  return { agents, helpers }
}
