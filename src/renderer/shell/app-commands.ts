import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { Settings } from '#shared/ipc/boot.ts'
import { type KeyAction, keyParts } from '#shared/keys/key-actions.ts'
import type { SessionListing } from '#shared/session/session.ts'
import type { Text } from '../messages/TextProvider.tsx'
import type { AppState, Surface } from '../store/app-state.ts'
import type { MarkState } from '../ui/controls/Mark.tsx'
import type { Command } from './commands.ts'
import { SURFACES } from './surface.ts'

export type CommandActions = {
  readonly show: (surface: Surface) => void
  readonly openProject: (projectId: ProjectId) => void
  readonly openSession: (sessionId: SessionId, projectId: ProjectId | null) => void
  readonly addProject: () => void
  /** Opens a new chat in the current project. */
  readonly newChat: () => void
  /** Shows the list of keys. */
  readonly showKeys: () => void
  readonly findInChats: () => void
  readonly showBackground: () => void
  readonly showUsage: () => void
  readonly showTerminals: () => void
  /** Opens a terminal in the current project; null without one. */
  readonly newTerminal: (() => void) | null
  /** Goes to a file of the open project by its name; null without a project. */
  readonly goToFile: (() => void) | null
  /** Finds words in the files of the open project; null without one. */
  readonly findInFiles: (() => void) | null
  /** Shows the branches of the open chat; null when none is open. */
  readonly showBranches: (() => void) | null
  /** Creates a chat in a new worktree of the open project; null without one. */
  readonly newWorktreeChat: (() => void) | null
  /** Shows the newest other chat beside the open one; null where that cannot be. */
  readonly openBeside: (() => void) | null
  /** Closes the second chat; null without one. */
  readonly closeBeside: (() => void) | null
  readonly newWindow: () => void
  readonly openLogs: () => void
  readonly changeSettings: (changes: Partial<Settings>) => void
}

const SESSION_MARKS: Readonly<Record<SessionListing['state'], MarkState | null>> = {
  idle: null,
  running: 'run',
  waiting: 'wait',
  paused: 'limit',
  failed: 'fail',
  stopped: 'stop',
  done: 'done',
}

type Known = Pick<AppState, 'projects' | 'sessions' | 'settings' | 'keys'>

/** Everything the palette can do just now. */
export function appCommands(t: Text, state: Known, actions: CommandActions): readonly Command[] {
  return [
    ...sessionCommands(t, state, actions),
    ...projectCommands(t, state, actions),
    ...screenCommands(t, state, actions),
    ...[
      ...otherCommands(t, state, actions),
      ...sideCommands(t, state, actions),
      ...fileCommands(t, state, actions),
    ].map((command): Command => ({ ...command, kind: 'action' })),
  ]
}

function sessionCommands(t: Text, { projects, sessions }: Known, { openSession }: CommandActions) {
  return projects.flatMap((project) =>
    (sessions[project.id]?.rows ?? []).map((row): Command => {
      const mark = SESSION_MARKS[row.state]
      return {
        id: row.id,
        group: t('shell.palette.sessions'),
        name: row.title,
        hint: t('shell.palette.chatIn', { project: project.name }),
        symbol: mark === null ? { icon: 'chat' } : { mark },
        run: () => openSession(row.id, row.projectId),
      }
    }),
  )
}

function projectCommands(t: Text, { projects }: Known, { openProject }: CommandActions): readonly Command[] {
  return projects.map((project) => ({
    id: project.id,
    group: t('shell.palette.projects'),
    name: t('shell.palette.newChat', { project: project.name }),
    hint: project.missing ? t('shell.palette.missing') : project.path,
    symbol: { icon: 'folder' },
    run: () => openProject(project.id),
  }))
}

function screenCommands(t: Text, { keys }: Known, { show }: CommandActions): readonly Command[] {
  return SURFACES.map((surface) => ({
    id: `screen-${surface}`,
    group: t('shell.palette.screens'),
    name: t(`shell.${surface}`),
    hint: '',
    symbol: { icon: surface },
    ...keysFor(keys, surface),
    run: () => show(surface),
  }))
}

function branchCommands(
  t: Text,
  { keys }: Pick<Known, 'keys'>,
  { showBranches }: CommandActions,
): readonly Command[] {
  if (showBranches === null) return []
  return [
    {
      id: 'show-branches',
      group: t('shell.palette.actions'),
      name: t('branches.title'),
      hint: '',
      symbol: { icon: 'branch' },
      ...keysFor(keys, 'branches'),
      run: showBranches,
    },
  ]
}

function worktreeCommands(t: Text, { show, newWorktreeChat }: CommandActions): readonly Command[] {
  const about = { group: t('shell.palette.actions'), hint: '', symbol: { icon: 'worktree' } } as const
  const list = { ...about, id: 'show-worktrees', name: t('shell.palette.worktrees') }
  const fresh = { ...about, id: 'new-worktree-chat', name: t('shell.palette.newWorktreeChat') }
  return [
    { ...list, run: () => show('worktrees') },
    { ...about, id: 'show-attempts', name: t('shell.palette.attempts'), run: () => show('attempts') },
    ...(newWorktreeChat === null ? [] : [{ ...fresh, run: newWorktreeChat }]),
  ]
}

function terminalCommands(
  t: Text,
  { keys }: Pick<Known, 'keys'>,
  { showTerminals, newTerminal }: CommandActions,
): readonly Command[] {
  const group = t('shell.palette.actions')
  const about = { group, hint: '', symbol: { icon: 'terminal' } } as const
  const panel = { ...about, id: 'show-terminals', name: t('terminal.panel'), ...keysFor(keys, 'terminals') }
  const fresh = { ...about, id: 'new-terminal', name: t('terminal.new'), ...keysFor(keys, 'newTerminal') }
  return [{ ...panel, run: showTerminals }, ...(newTerminal === null ? [] : [{ ...fresh, run: newTerminal }])]
}

function fileCommands(
  t: Text,
  { keys }: Pick<Known, 'keys'>,
  { show, goToFile, findInFiles }: CommandActions,
): readonly Command[] {
  if (goToFile === null || findInFiles === null) return []
  const about = { group: t('shell.palette.actions'), hint: '' } as const
  const file = { icon: 'file' } as const
  const all = { ...about, id: 'show-files', name: t('shell.palette.files.show'), symbol: file }
  const going = { ...about, id: 'go-to-file', name: t('editor.goTo'), symbol: file }
  const finding = { ...about, id: 'find-in-files', name: t('editor.findInFiles') }
  return [
    { ...all, ...keysFor(keys, 'files'), run: () => show('files') },
    { ...going, ...keysFor(keys, 'goToFile'), run: goToFile },
    { ...finding, symbol: { icon: 'search' }, ...keysFor(keys, 'findInFiles'), run: findInFiles },
  ]
}

function sideCommands(
  t: Text,
  { keys }: Pick<Known, 'keys'>,
  { openBeside, closeBeside }: CommandActions,
): readonly Command[] {
  const group = t('shell.palette.actions')
  const about = { group, hint: '', symbol: { icon: 'split' }, ...keysFor(keys, 'beside') } as const
  return [
    ...(openBeside === null
      ? []
      : [{ ...about, id: 'open-beside', name: t('side.newest'), run: openBeside }]),
    ...(closeBeside === null
      ? []
      : [{ ...about, id: 'close-beside', name: t('side.close'), run: closeBeside }]),
  ]
}

function otherCommands(t: Text, { settings, keys }: Known, actions: CommandActions): readonly Command[] {
  const group = t('shell.palette.actions')
  return [
    {
      id: 'show-background',
      group,
      name: t('background.title'),
      hint: '',
      symbol: { icon: 'pulse' },
      ...keysFor(keys, 'background'),
      run: actions.showBackground,
    },
    {
      id: 'show-usage',
      group,
      name: t('shell.palette.usage'),
      hint: '',
      symbol: { icon: 'chart' },
      run: actions.showUsage,
    },
    {
      id: 'show-changes',
      group,
      name: t('shell.palette.changes'),
      hint: '',
      symbol: { icon: 'branch' },
      ...keysFor(keys, 'changes'),
      run: () => actions.show('changes'),
    },
    {
      id: 'find-in-chats',
      group,
      name: t('search.title'),
      hint: '',
      symbol: { icon: 'search' },
      ...keysFor(keys, 'findAll'),
      run: actions.findInChats,
    },
    {
      id: 'show-triggers',
      group,
      name: t('shell.triggers'),
      hint: '',
      symbol: { icon: 'clock' },
      run: () => actions.show('triggers'),
    },
    ...worktreeCommands(t, actions),
    ...branchCommands(t, { keys }, actions),
    ...terminalCommands(t, { keys }, actions),
    {
      id: 'new-chat',
      group,
      name: t('shell.newChat'),
      hint: '',
      symbol: { icon: 'edit' },
      ...keysFor(keys, 'newChat'),
      run: actions.newChat,
    },
    {
      id: 'show-keys',
      group,
      name: t('keys.title'),
      hint: '',
      symbol: { icon: 'command' },
      ...keysFor(keys, 'sheet'),
      run: actions.showKeys,
    },
    {
      id: 'add-project',
      group,
      name: t('shell.palette.addProject'),
      hint: '',
      symbol: { icon: 'plus' },
      ...keysFor(keys, 'addProject'),
      run: actions.addProject,
    },
    {
      id: 'new-window',
      group,
      name: t('shell.palette.newWindow'),
      hint: '',
      symbol: { icon: 'external' },
      keys: ['Mod', 'Shift', 'N'],
      run: actions.newWindow,
    },
    ...themeCommands(t, settings, actions),
    densityCommand(t, settings, actions),
    {
      id: 'open-logs',
      group,
      name: t('shell.palette.openLogs'),
      hint: '',
      symbol: { icon: 'file' },
      run: actions.openLogs,
    },
  ]
}

/** The keys of an action, when it has any. */
function keysFor({ bindings }: Known['keys'], action: KeyAction): { readonly keys?: readonly string[] } {
  const key = bindings[action]
  return key === null ? {} : { keys: keyParts(key) }
}

/** Commands that change the look to one that is not in use. */
function themeCommands(
  t: Text,
  { theme: current }: Known['settings'],
  { changeSettings }: CommandActions,
): readonly Command[] {
  const group = t('shell.palette.actions')
  return (['dark', 'light', 'system'] as const)
    .filter((theme) => theme !== current)
    .map((theme): Command => {
      const name = theme === 'system' ? t('shell.palette.followSystem') : t(`shell.palette.${theme}`)
      const run = () => changeSettings({ theme })
      return { id: `theme-${theme}`, group, name, hint: '', symbol: { icon: 'sun' }, run }
    })
}

/** The command that changes the density to the one that is not in use. */
function densityCommand(
  t: Text,
  { density: current }: Known['settings'],
  { changeSettings }: CommandActions,
): Command {
  const density = current === 'compact' ? 'comfortable' : 'compact'
  return {
    id: `density-${density}`,
    group: t('shell.palette.actions'),
    name: t(`shell.palette.density.${density}`),
    hint: '',
    symbol: { icon: 'list' },
    run: () => changeSettings({ density }),
  }
}
