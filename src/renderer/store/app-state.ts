import { DEFAULT_BACKGROUND_AFTER } from '#shared/agent/default-background-after.ts'
import { USUAL_CHOICES } from '#shared/config/usual-choices.ts'
import type { AppErrorData } from '#shared/errors.ts'
import type { EventId, MemoryId, PageId, ProjectId, SessionId } from '#shared/ids.ts'
import type { Boot, Settings, UndrawnChat } from '#shared/ipc/boot.ts'
import { DEFAULT_KEYS, type KeyBindings, type KeyClash } from '#shared/keys/key-actions.ts'
import type { ModelListing } from '#shared/model/model.ts'
import type { Grant } from '#shared/permission/rule.ts'
import type { Project } from '#shared/project/project.ts'
import type { SandboxStatus } from '#shared/sandbox/sandbox.ts'
import type { Sentence } from '#shared/sentences.ts'
import type { NotePlace } from '#shared/session/notes/note.ts'
import type { SessionListing } from '#shared/session/session.ts'
import type { VimMode } from '#shared/status-line/status-line.ts'
import type { VaultStatus } from '#shared/vault/secret.ts'
import type { ChatFilter } from './chat-filter.ts'

/** The places on the rail. */
export type Place = 'chat' | 'workflows' | 'agents' | 'memory' | 'vault' | 'settings'

/** The screens. Changes, files, worktrees and attempts are reached from the chat, triggers from the workflows. */
export type Surface = Place | 'attempts' | 'changes' | 'files' | 'triggers' | 'worktrees'

/** The sections of the settings, in their order. */
export const SETTINGS_SECTIONS = [
  'models',
  'usage',
  'permissions',
  'access',
  'chats',
  'memory',
  'mcp',
  'web',
  'skills',
  'plugins',
  'extensions',
  'hooks',
  'checks',
  'appearance',
  'terminal',
  'layers',
  'data',
  'audit',
  'diagnostics',
] as const
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number]

/** The newest sessions of one project; `total` counts those that are not loaded too. */
export type SessionList = { readonly rows: readonly SessionListing[]; readonly total: number }

/** Something to tell the person once. */
export type Notice = {
  readonly id: number
  /** `paused`: nothing went wrong, a line of the person's still stands in the way. */
  readonly level: 'info' | 'warn' | 'error' | 'paused'
  readonly text: string
  readonly said: readonly Sentence[]
  /**
   * The subject of the person's request; null for none. A repeated notice with the same subject replaces this
   * one.
   */
  readonly of: string | null
}

/** State of the app outside any session, and the current location. */
export type AppState = {
  readonly boot: Boot | null
  /** Why the app could not be read at the start. */
  readonly problem: AppErrorData | null
  readonly projects: readonly Project[]
  readonly models: readonly ModelListing[]
  readonly settings: Settings
  readonly vault: VaultStatus | null
  /** The sandbox support here; null until main has answered. */
  readonly sandbox: SandboxStatus | null
  readonly configProblem: AppErrorData | null
  readonly sessions: Readonly<Record<ProjectId, SessionList>>
  /** Archived chats stand in the lists as well. */
  readonly showArchived: boolean
  /** The filter of the lists of chats. */
  readonly chatFilter: ChatFilter
  readonly grants: readonly Grant[]
  /** Whether an MCP server or its health changed since this window was opened. */
  readonly mcpChanged: boolean
  /** Whether the list of worktrees asks for the name of a new one. */
  readonly namesWorktree: boolean
  /** Whether the report of a problem is shown. */
  readonly reports: boolean
  /** Whether the commit form drafts a message as soon as it is shown. */
  readonly draftsCommit: boolean
  /** The resource of an MCP server that changed last; null before the first. */
  readonly changedResource: { readonly key: string; readonly uri: string } | null
  readonly notices: readonly Notice[]
  /** The keys of actions, and those that two actions want. */
  readonly keys: { readonly bindings: KeyBindings; readonly clashes: readonly KeyClash[] }
  readonly surface: Surface
  /** The welcome screen is shown again although there are projects. */
  readonly welcomes: boolean
  /** The section of the settings that is open. */
  readonly settingsSection: SettingsSection
  /** The project that the usage page shows first; null for all. */
  readonly usageProject: ProjectId | null
  readonly openProject: ProjectId | null
  readonly openSession: SessionId | null
  /** The mode of Vim keys in the message box; null without them. */
  readonly vimMode: VimMode | null
  /** The open chat is shown as plain text. */
  readonly isPlain: boolean
  /** The chat that was not drawn and so was not opened at the start, until the person has seen that. */
  readonly undrawnChat: UndrawnChat | null
  /** The version of Electron, while the person has to be told that it gets no security updates. */
  readonly oldElectron: string | null
  /** The memory in view. */
  readonly openMemory: MemoryId | null
  /** The page of knowledge in view. */
  readonly openPage: PageId | null
  /** The note of a chat in view. A new object each time. */
  readonly openNote: NotePlace | null
  /** The place a conversation was opened at, with the words that were looked for. A new object each time. */
  readonly lookAt: { readonly sessionId: SessionId; readonly eventId: EventId; readonly query: string } | null
}

/** The state before main has answered. */
export const NOTHING_YET: AppState = {
  boot: null,
  problem: null,
  projects: [],
  models: [],
  settings: {
    theme: 'system',
    locale: 'system',
    permissionMode: 'ask',
    sandbox: 'auto',
    askForReadOnly: false,
    modeKey: true,
    passedVariables: {},
    teams: true,
    teamsApart: false,
    backgroundAgents: true,
    backgroundAfter: DEFAULT_BACKGROUND_AFTER,
    toolSearch: 'auto',
    ...USUAL_CHOICES,
  },
  vault: null,
  sandbox: null,
  configProblem: null,
  sessions: {},
  showArchived: false,
  chatFilter: 'all',
  grants: [],
  mcpChanged: false,
  namesWorktree: false,
  reports: false,
  draftsCommit: false,
  changedResource: null,
  notices: [],
  keys: { bindings: DEFAULT_KEYS, clashes: [] },
  surface: 'chat',
  welcomes: false,
  settingsSection: 'models',
  usageProject: null,
  openProject: null,
  openSession: null,
  vimMode: null,
  isPlain: false,
  undrawnChat: null,
  oldElectron: null,
  openMemory: null,
  openPage: null,
  openNote: null,
  lookAt: null,
}

/** Returns the restored state from the boot answer. */
export function bootState(boot: Boot): Partial<AppState> {
  const { settings, projects, models, vault, configProblem, lastChat } = boot
  const run = boot.openWorkflowRun
  const openProject = run?.projectId ?? boot.openProject ?? projects[0]?.id ?? null
  return {
    boot,
    problem: null,
    settings,
    projects,
    models,
    vault,
    configProblem,
    openProject,
    openSession: lastChat?.id ?? null,
    undrawnChat: boot.undrawnChat,
    oldElectron: boot.oldElectron,
    ...(run === null ? {} : { surface: 'workflows' as const }),
  }
}

/** The workflows of a project come into view. A chat of another project does not stay open behind them. */
export function atWorkflows(state: AppState, projectId: ProjectId): Partial<AppState> {
  const openSession = state.openProject === projectId ? state.openSession : null
  return { surface: 'workflows', openProject: projectId, openSession }
}

/** A removed project takes its sessions along; the next one opens. */
export function withoutProject(state: AppState, projectId: ProjectId): Partial<AppState> {
  const { [projectId]: _gone, ...sessions } = state.sessions
  const projects = state.projects.filter((project) => project.id !== projectId)
  if (state.openProject !== projectId) return { projects, sessions }
  return { projects, sessions, openProject: projects[0]?.id ?? null, openSession: null }
}

/** A changed session moves to its place in the list: what is pinned first, then the newest. */
export function withListing(
  state: AppState,
  listing: SessionListing,
  op: 'updated' | 'removed',
): Partial<AppState> {
  const { projectId } = listing
  if (projectId === null) return {}
  const known = state.sessions[projectId] ?? { rows: [], total: 0 }
  const others = known.rows.filter((row) => row.id !== listing.id)
  const wasKnown = others.length < known.rows.length
  const isDeleted = op === 'removed' || listing.deletedAt !== undefined
  const gone = isDeleted || (listing.archived === true && !state.showArchived)
  const rows = gone
    ? others
    : [listing, ...others].toSorted(
        (left, right) => pinnedFirst(left, right) || right.updatedAt - left.updatedAt,
      )
  const total = known.total + (gone ? (wasKnown ? -1 : 0) : wasKnown ? 0 : 1)
  const openSession = isDeleted && state.openSession === listing.id ? null : state.openSession
  return { sessions: { ...state.sessions, [projectId]: { rows, total } }, openSession }
}

function pinnedFirst(left: SessionListing, right: SessionListing): number {
  return Number(right.pinned === true) - Number(left.pinned === true)
}
