import { type ComponentProps, lazy, type ReactNode, Suspense, useCallback } from 'react'
import { useStore } from 'zustand'
import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { ProjectId, SessionId, WorktreeId } from '#shared/ids.ts'
import type { AppProps } from './app-props.ts'
import { TeamStatus } from './features/agents/teams/TeamStatus.tsx'
import { ChatPage, type ChooseFolder } from './features/chat/ChatPage.tsx'
import { SessionTranscript } from './features/chat/SessionTranscript.tsx'
import { useMarkdown } from './features/chat/use-markdown.ts'
import { TrustBanner } from './features/projects/TrustBanner.tsx'
import { TerminalSlots } from './features/terminal/TerminalSlots.tsx'
import { MarkdownContext } from './markdown/tools.ts'
import { addToMessage, attachToMessage, mentionFile } from './message-box.ts'
import { useText } from './messages/TextProvider.tsx'
import { ConfigBanner } from './shell/banners/ConfigBanner.tsx'
import { ElectronBanner } from './shell/banners/ElectronBanner.tsx'
import { VaultBanner } from './shell/banners/VaultBanner.tsx'
import type { Surface } from './store/app-state.ts'
import type { SessionState } from './store/session-state.ts'
import { MessageDropArea } from './ui/drag/MessageDropArea.tsx'
import { BrokenScreen } from './ui/panes/BrokenScreen.tsx'
import { type Pane, Panes } from './ui/panes/Panes.tsx'
import { Placeholder } from './ui/panes/Placeholder.tsx'
import { ErrorBoundary } from './ui/text/ErrorBoundary.tsx'

const AgentsScreen = lazy(async () => ({
  default: (await import('./features/agents/AgentsScreen.tsx')).AgentsScreen,
}))
const BackgroundDialog = lazy(async () => ({
  default: (await import('./features/agents/background/BackgroundDialog.tsx')).BackgroundDialog,
}))
const ChangesScreen = lazy(async () => ({
  default: (await import('./features/changes/ChangesScreen.tsx')).ChangesScreen,
}))
const FilesScreen = lazy(async () => ({
  default: (await import('./features/files/FilesScreen.tsx')).FilesScreen,
}))
const TerminalPanel = lazy(async () => ({
  default: (await import('./features/terminal/TerminalPanel.tsx')).TerminalPanel,
}))
const WelcomeScreen = lazy(async () => ({
  default: (await import('./features/welcome/WelcomeScreen.tsx')).WelcomeScreen,
}))
const VaultScreen = lazy(async () => ({
  default: (await import('./features/vault/VaultScreen.tsx')).VaultScreen,
}))
const MemoryScreen = lazy(async () => ({
  default: (await import('./features/memory/MemoryScreen.tsx')).MemoryScreen,
}))
const SettingsScreen = lazy(async () => ({
  default: (await import('./features/settings/SettingsScreen.tsx')).SettingsScreen,
}))

const TriggersScreen = lazy(async () => ({
  default: (await import('./features/triggers/TriggersScreen.tsx')).TriggersScreen,
}))
const AttemptsScreen = lazy(async () => ({
  default: (await import('./features/attempts/AttemptsScreen.tsx')).AttemptsScreen,
}))
const WorktreesScreen = lazy(async () => ({
  default: (await import('./features/worktrees/WorktreesScreen.tsx')).WorktreesScreen,
}))
const WorkflowsScreen = lazy(async () => ({
  default: (await import('./features/workflows/WorkflowsScreen.tsx')).WorkflowsScreen,
}))

/** Surfaces that show disabled content of an untrusted folder. */
const TRUST_ON: ReadonlySet<Surface> = new Set([
  'chat',
  'changes',
  'files',
  'triggers',
  'worktrees',
  'attempts',
  'agents',
])

type ScreensProps = AppProps & {
  readonly onAddProject: () => void
  /** Lets the person choose a folder that becomes no project. */
  readonly onChooseFolder: ChooseFolder
}

/** The screen in view. A screen that fails leaves the others alone. */
export function Screens(props: ScreensProps) {
  const { store } = props.stores.app
  const surface = useStore(store, (state) => state.surface)
  const fresh = useStore(store, (state) => state.welcomes || state.projects.length === 0)
  const worktreeId = useStore(props.stores.session.store, openTree)
  const terminal = useTerminalPane(props, worktreeId)
  return (
    <div className="flex min-h-0 min-w-0 flex-col">
      <ConfigBanner api={props.api} app={props.stores.app} />
      <VaultBanner app={props.stores.app} />
      <ElectronBanner app={props.stores.app} />
      {TRUST_ON.has(surface) ? <TrustBanner api={props.api} app={props.stores.app} /> : null}
      {WITH_TERMINALS.has(surface) && !fresh ? (
        <TerminalSlots app={props.stores.app} terminals={props.stores.terminals} worktreeId={worktreeId} />
      ) : null}
      <div className="grid min-h-0 min-w-0 flex-1">
        <ErrorBoundary
          key={surface}
          fallback={(error, retry) => <BrokenScreen error={error} onRetry={retry} />}
        >
          <Suspense fallback={<Waiting />}>{screenOf(surface, fresh, props, terminal)}</Suspense>
        </ErrorBoundary>
      </div>
    </div>
  )
}

function Waiting() {
  return (
    <div className="p-8">
      <Placeholder rows={8} />
    </div>
  )
}

/** Surfaces that show the terminal panel. */
const WITH_TERMINALS: ReadonlySet<Surface> = new Set(['chat', 'changes', 'files'])

/** Returns the worktree of the open chat. */
const openTree = ({ folds }: SessionState): WorktreeId | null => folds.session?.meta.worktree?.id ?? null

/** The terminal panel below a screen; null while it is hidden. */
function useTerminalPane({ api, stores, report }: ScreensProps, worktreeId: WorktreeId | null): Pane | null {
  const t = useText()
  const isShown = useStore(stores.terminals.store, (state) => state.isShown)
  if (!isShown) return null
  return {
    id: 'terminal',
    label: t('terminal.panel'),
    size: { min: 120, usual: 312, max: 2_000 },
    content: (
      <ErrorBoundary fallback={(error, retry) => <BrokenScreen error={error} onRetry={retry} />}>
        <Suspense fallback={<Placeholder rows={4} />}>
          <TerminalPanel
            api={api}
            report={report}
            worktreeId={worktreeId}
            app={stores.app}
            terminals={stores.terminals}
            onAttach={(text, name) => attachToMessage(stores, text, name)}
          />
        </Suspense>
      </ErrorBoundary>
    ),
  }
}

/** A screen with the terminal panel below it. */
function WithTerminals({ terminal, children }: { terminal: Pane | null; children: ReactNode }) {
  const t = useText()
  const screen: Pane = { id: 'screen', label: t('shell.changes'), min: 160, content: children }
  const panes = [screen, ...(terminal === null ? [] : [terminal])]
  return <Panes name="chat.below" orientation="vertical" panes={panes} className="h-full" />
}

/** A screen from which files and lines can be added to the message. */
function Door({ stores, children }: Pick<ScreensProps, 'stores'> & { readonly children: ReactNode }) {
  const t = useText()
  return (
    <MessageDropArea add={(place) => addToMessage(stores, place)} hint={t('chat.dropPlace')}>
      {children}
    </MessageDropArea>
  )
}

type ColouredProps = Pick<ScreensProps, 'api' | 'stores'> & { readonly children: ReactNode }

/** A screen that shows code in the colours of its language. */
function Coloured({ api, stores, children }: ColouredProps) {
  return <MarkdownContext value={useMarkdown({ api, app: stores.app })}>{children}</MarkdownContext>
}

function screenOf(surface: Surface, fresh: boolean, props: ScreensProps, terminal: Pane | null): ReactNode {
  const { api, stores, onAddProject, onChooseFolder } = props
  const { app, toasts } = stores
  switch (surface) {
    case 'chat':
      return fresh ? (
        <WelcomeScreen api={api} app={app} onAddProject={onAddProject} />
      ) : (
        <>
          <Chat
            api={api}
            stores={stores}
            onAddProject={onAddProject}
            onChooseFolder={onChooseFolder}
            below={terminal}
          />
          <TeamStatus app={app} pages={stores.agentPages} teams={stores.teams} agents={stores.agents} />
        </>
      )
    case 'changes':
      return (
        <WithTerminals terminal={terminal}>
          <Door stores={stores}>
            <Coloured api={api} stores={stores}>
              <ChangesScreen api={api} app={app} reviews={stores.reviews} toast={toasts.show} />
            </Coloured>
          </Door>
        </WithTerminals>
      )
    case 'files':
      return (
        <WithTerminals terminal={terminal}>
          <Door stores={stores}>
            <FilesScreen
              api={api}
              app={app}
              files={stores.files}
              terminals={stores.terminals}
              toast={toasts.show}
              onAttach={(text, name) => attachToMessage(stores, text, name, 'file')}
              onMention={(path) => {
                app.show('chat')
                mentionFile(stores, path)
              }}
            />
          </Door>
        </WithTerminals>
      )
    case 'workflows':
      return <Workflows api={api} stores={stores} />
    case 'attempts':
      return (
        <Coloured api={api} stores={stores}>
          <AttemptsScreen api={api} app={app} toast={toasts.show} />
        </Coloured>
      )
    case 'worktrees':
      return (
        <Coloured api={api} stores={stores}>
          <WorktreesScreen api={api} app={app} toast={toasts.show} />
        </Coloured>
      )
    case 'triggers':
      return <Triggers api={api} stores={stores} />
    case 'agents':
      return <AgentsScreen {...agentsProps(props)} />
    case 'memory':
      return <MemoryScreen api={api} app={app} toast={toasts.show} onChooseFolder={onChooseFolder} />
    case 'vault':
      return <VaultScreen api={api} app={app} toast={toasts.show} />
    case 'settings':
      return <SettingsScreen api={api} app={app} toast={toasts.show} />
  }
}

type ChatProps = Pick<ScreensProps, 'api' | 'stores' | 'onAddProject' | 'onChooseFolder'> & {
  readonly below: Pane | null
}

function Chat({ api, stores, onAddProject, onChooseFolder, below }: ChatProps) {
  const onTerminal = useCallback((projectId: ProjectId) => openTerminal(stores, projectId), [stores])
  const onTeam = useCallback((chatId: SessionId) => showTeamLimits(stores, chatId), [stores])
  return (
    <ChatPage
      toast={stores.toasts.show}
      side={stores.side}
      api={api}
      stores={stores}
      onTeam={onTeam}
      onTerminal={onTerminal}
      onAddProject={onAddProject}
      onChooseFolder={onChooseFolder}
      below={below}
    />
  )
}

/** The conversation of an agent is drawn by the chat; only here may the two meet. */
function Workflows({ api, stores }: Pick<ScreensProps, 'api' | 'stores'>) {
  const { app, drafts, agents, agentsAtWork, child, agentSession, workflowRuns, toasts } = stores
  return (
    <WorkflowsScreen
      api={api}
      app={app}
      runs={stores.workflowRuns}
      forms={stores.runForms}
      drafts={drafts}
      run={stores.workflow}
      otherRun={stores.otherWorkflow}
      agentSession={agentSession}
      inbox={stores.inbox}
      transcript={
        <SessionTranscript
          api={api}
          stores={{ app, drafts, agents, agentsAtWork, child, workflowRuns, session: agentSession }}
        />
      }
      toast={toasts.show}
    />
  )
}

/** The triggers. The run of one opens in the chat or in the monitor. */
function Triggers({ api, stores }: Pick<ScreensProps, 'api' | 'stores'>) {
  const { app, workflowRuns, toasts } = stores
  const open: ComponentProps<typeof TriggersScreen>['onOpenRun'] = (
    { sessionId, workflowRunId },
    projectId,
  ) => {
    if (sessionId !== null) app.openSession(sessionId, projectId)
    if (workflowRunId === null) return
    const shown = api.read('workflow.find', { projectId, id: workflowRunId }).then((run) => {
      workflowRuns.show(run)
      app.showWorkflows(projectId)
    })
    app.attempt(shown)
  }
  return <TriggersScreen api={api} app={app} toast={toasts.show} onOpenRun={open} />
}

/** Shows all background work outside the current view. */
export function Background({
  onClose,
  ...props
}: Pick<AppProps, 'api' | 'stores'> & { onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <BackgroundDialog {...agentsProps(props)} open onClose={onClose} />
    </Suspense>
  )
}

/** Returns the props of agent views. The parent chat renders an agent's conversation. */
function agentsProps({ api, stores }: Pick<AppProps, 'api' | 'stores'>) {
  const { app, inbox, workflowRuns, agentsAtWork, agentPages, teams, toasts, agents } = stores
  return {
    api,
    app,
    inbox,
    teams,
    runs: workflowRuns,
    agents: agentsAtWork,
    toast: toasts.show,
    pages: agentPages,
    onAgent: (run: AgentRun) => {
      app.openSession(run.chatId, run.projectId)
      agents.view(run.sessionId)
    },
    onLimits: (run: AgentRun, of: SessionId) => {
      app.openSession(run.chatId, run.projectId)
      agents.view(of === run.chatId ? null : of)
      agents.limit(of)
    },
  }
}

/** Opens a terminal in a project, which comes into view. */
function openTerminal({ app, terminals }: AppProps['stores'], projectId: ProjectId): void {
  if (app.store.getState().openProject !== projectId) app.openProject(projectId)
  app.attempt(terminals.open({ projectId, worktreeId: null }))
}

/** Leads to the limits of the team that a chat leads. */
function showTeamLimits({ app, teams, agentPages }: AppProps['stores'], chatId: SessionId): void {
  const led = teams.store.getState().teams?.find(({ team }) => team.chatId === chatId)
  if (led === undefined) return
  agentPages.go({ kind: 'team', id: led.team.id, limiting: true }, led.team.projectId)
  app.show('agents')
}
