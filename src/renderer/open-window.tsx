import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { dispatch } from '#shared/events/event-routes.ts'
import type { SessionFolds } from '#shared/events/fold.ts'
import type { Bridge } from '#shared/ipc/bridge.ts'
import { parseJsonOrNull } from '#shared/parse-json.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { type SideChat, sideChatIn } from '#shared/session/side-chat.ts'
import { type KeptTabs, keptTabsIn } from '#shared/terminal/kept-tabs.ts'
import { App } from './App.tsx'
import { type Api, createApi } from './api.ts'
import type { Stores } from './app-props.ts'
import { createData } from './data/data.ts'
import { eventRoutes } from './event-routes.ts'
import { localeOf } from './messages/catalogues.ts'
import { problemWords } from './messages/problem-words.ts'
import { createToasts } from './shell/banners/toasts.ts'
import { createAgentPagesStore } from './store/agents/agent-pages-store.ts'
import { createAgentsAtWorkStore } from './store/agents/agents-at-work-store.ts'
import { createChatAgentsStore } from './store/agents/chat-agents-store.ts'
import { createTeamsStore } from './store/agents/teams-store.ts'
import { createAppStore } from './store/app-store.ts'
import { createDraftStore } from './store/draft-store.ts'
import { createFilesStore } from './store/files-store.ts'
import { createInboxStore } from './store/inbox-store.ts'
import { createReviewStore } from './store/review-store.ts'
import { createSessionStore } from './store/session-store.ts'
import { createSideStore } from './store/side/side-store.ts'
import { createTerminalsStore } from './store/terminals-store.ts'
import { createRunFormsStore } from './store/workflows/run-forms-store.ts'
import { createWorkflowRunsStore } from './store/workflows/workflow-runs-store.ts'
import { createWorkflowStore } from './store/workflows/workflow-store.ts'
import { painted } from './ui/base/painted.ts'
import { remember, remembered } from './ui/base/remembered.ts'

/** Builds the client and the stores once, subscribes once, draws. */
export function openWindow(bridge: Bridge, root: HTMLElement): void {
  paintEarly()
  let locale = localeOf('system', navigator.language)
  const api = createApi(bridge, (problem) => problemWords(locale, problem))
  const { data, received } = createData(api)
  const report = reporterOf(api)
  const app = createAppStore(api)
  const drafts = createDraftStore({ api, after, report })
  const session = createSessionStore({ api, keepDraft: drafts.seed, report, painted })
  const toasts = createToasts()
  const inbox = createInboxStore(api)
  const workflowRuns = createWorkflowRunsStore(api, runsSeen)
  const runForms = createRunFormsStore()
  const workflow = createWorkflowStore({ api, after, report })
  const otherWorkflow = createWorkflowStore({ api, after, report })
  const agentSession = createSessionStore({ api, keepDraft: () => undefined, report, painted })
  const child = createSessionStore({ api, keepDraft: drafts.seed, report, painted })
  const agents = createChatAgentsStore({ api, now: Date.now })
  const agentsAtWork = createAgentsAtWorkStore(api)
  const side = sideOf(api, { app, drafts, report })
  const agentPages = createAgentPagesStore(endedCleared)
  const teams = createTeamsStore(api)
  const reviews = createReviewStore(localStorage)
  const terminals = createTerminalsStore({ api, ...panelShown, tabs: tabsKept })
  const files = createFilesStore({ api, after, report })
  const sessions = [session, workflow, otherWorkflow, agentSession, child, side.session, side.child]
  const routes = eventRoutes(
    { agents, agentsAtWork, app, files, inbox, side, teams, terminals, workflowRuns },
    report,
  )
  api.onEvent((message) => {
    if (message.t === 'terminal') return
    if (message.t === 'app') {
      dispatch(routes, message.event)
      received(message.event)
      return
    }
    for (const store of sessions) store.receive(message)
    if (message.t === 'events') for (const event of message.events) received(event)
  })
  app.store.subscribe((state, before) => {
    if (state.boot !== null) locale = localeOf(state.settings.locale, state.boot.systemLocale)
    if (state.boot !== null && before.boot === null) {
      if (state.boot.openWorkflowRun !== null) workflowRuns.summon(state.boot.openWorkflowRun)
      workflowRuns.watch().catch(report)
      agentsAtWork.watch().catch(report)
      inbox.load().catch(report)
      terminals.load().catch(report)
    }
    if (state.openSession === before.openSession) return
    const last = before.boot === null ? (state.boot?.lastChat ?? null) : null
    if (last !== null) drafts.seed(last.id, last.draft)
    const { openSession, isPlain } = state
    // Before anything of it is drawn: a window that hangs while it draws can report nothing.
    if (openSession !== null && !isPlain)
      api.call('session.drawn', { sessionId: openSession, drawn: false }).catch(report)
    session.open(openSession, last?.meta).catch(report)
    agents.follow(state.openSession).catch(report)
  })
  listen({ app, files, session, drafts, report })
  createRoot(root, { onCaughtError: report }).render(
    <StrictMode>
      <App
        api={data}
        stores={{
          app,
          session,
          drafts,
          agents,
          agentsAtWork,
          agentPages,
          child,
          toasts,
          inbox,
          teams,
          reviews,
          terminals,
          files,
          side,
          workflowRuns,
          runForms,
          workflow,
          otherWorkflow,
          agentSession,
        }}
        report={report}
      />
    </StrictMode>,
  )
  app.start().catch(report)
}

/** Creates the chat beside the open one, with stores of its own. */
function sideOf(api: Api, { app, drafts, report }: Pick<Listening, 'app' | 'drafts' | 'report'>) {
  return createSideStore({
    app,
    session: createSessionStore({ api, keepDraft: drafts.seed, report, painted, isBeside: true }),
    agents: createChatAgentsStore({ api, now: Date.now }),
    child: createSessionStore({ api, keepDraft: drafts.seed, report, painted }),
    kept: sideKept,
    report,
  })
}

type Listening = Pick<Stores, 'app' | 'files' | 'session' | 'drafts'> & {
  readonly report: (error: unknown) => void
}

/** Follows what the window itself tells: its focus, its end and errors that nothing caught. */
function listen({ app, files, session, drafts, report }: Listening): void {
  // Folders change outside of the app: a branch is checked out, a disk is taken away.
  const lookAtProjects = () => void app.loadProjects().catch(report)
  window.addEventListener('focus', lookAtProjects)
  window.addEventListener('focus', () => void files.checkAll().catch(report))
  session.store.subscribe((state, before) => {
    if (hasRunEnded(state.folds.runs, before.folds.runs)) lookAtProjects()
  })
  window.addEventListener('pagehide', drafts.saveAll)
  window.addEventListener('pagehide', files.keepAll)
  reportFailures(report)
}

/** Whether a run that was active before has ended. */
function hasRunEnded(runs: SessionFolds['runs'], before: SessionFolds['runs']): boolean {
  if (runs === before) return false
  return Object.values(before).some(({ runId, status }) => {
    const now = runs[runId]
    return !isTerminal(status) && now !== undefined && isTerminal(now.status)
  })
}

/** Whether the terminal panel was shown. */
const panelShown = {
  wasShown: remembered('terminals')['shown'] === 1,
  remember: (isShown: boolean) => remember('terminals', { shown: isShown ? 1 : 0 }),
}

/** The open tabs of the terminal panel. Terminals outlive a reload of the window. */
const tabsKept = {
  read: () => keptTabsIn(parseJsonOrNull(localStorage.getItem('orrery.terminal-tabs') ?? 'null')),
  write: (tabs: KeptTabs) => localStorage.setItem('orrery.terminal-tabs', JSON.stringify(tabs)),
}

/** The chat that was shown beside the open one. */
const sideKept = {
  read: () => sideChatIn(parseJsonOrNull(localStorage.getItem('orrery.side') ?? 'null')),
  write: (chat: SideChat | null) => {
    if (chat === null) localStorage.removeItem('orrery.side')
    else localStorage.setItem('orrery.side', JSON.stringify(chat))
  },
}

/** Until when the ends of workflow runs were seen in this window. */
const runsSeen = {
  until: () => remembered('runs-seen')['until'] ?? null,
  mark: () => remember('runs-seen', { until: Date.now() }),
  now: Date.now,
}

/** Until when agents that have ended were cleared from their list. */
const endedCleared = {
  until: () => remembered('agents-ended')['until'] ?? 0,
  mark: (until: number) => remember('agents-ended', { until }),
}

/** The first frame already has the colours of the system, which main sets to the theme in force. */
function paintEarly(): void {
  const light = window.matchMedia('(prefers-color-scheme: light)').matches
  document.documentElement.dataset['theme'] = light ? 'light' : 'dark'
  if (navigator.userAgent.includes('Mac OS X')) document.documentElement.dataset['bars'] = 'system'
}

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Problems of this window go to the log of the app, where diagnostics show them. */
function reporterOf(api: Api) {
  return (error: unknown): void => {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    const problem = { message: message.slice(0, 2_000), stack: (stack ?? '').slice(0, 20_000) }
    // If the report itself fails, no recipient is left.
    api.call('app.reportProblem', problem).catch(() => undefined)
  }
}

/** Reports errors that no code of the window catches. */
function reportFailures(report: (error: unknown) => void): void {
  window.addEventListener('error', (event) => {
    // An event without an error has nothing to report: a layout that takes one more frame, for example.
    if (event.error !== null && event.error !== undefined) report(event.error)
  })
  window.addEventListener('unhandledrejection', (event) => report(event.reason))
}
