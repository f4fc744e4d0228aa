import { AppError } from '#shared/errors.ts'
import type { ProjectId, TerminalId, WorktreeId } from '#shared/ids.ts'
import type { Project } from '#shared/project/project.ts'
import { say } from '#shared/sentences.ts'
import type { Terminal, TerminalClosing, TerminalScreen } from '#shared/terminal/terminal.ts'
import type { ShellStart } from './messages.ts'
import { shellName } from './shell-choice.ts'
import { createShells, type HeldTerminal, type ShellDeps } from './shells.ts'
import { createViewers } from './viewers.ts'

type Size = Pick<ShellStart, 'cols' | 'rows'>

type Deps = ShellDeps & {
  readonly newId: () => TerminalId
  /** Returns a project whose folder exists. */
  readonly project: (id: ProjectId) => Promise<Project>
  /** Returns the project of a worktree, with the folder and the branch of the worktree. */
  readonly worktree: (id: WorktreeId) => Promise<Project>
}

/** The place of a shell: a worktree, and a folder of its own. Null for those of the project. */
type ShellPlace = { readonly worktreeId: WorktreeId | null; readonly folder: string | null }

/** Creates the terminals of the person. No tool has access to them. */
export function createTerminals(deps: Deps) {
  const held = new Map<TerminalId, HeldTerminal>()
  const { host, hold, start, end, changed } = createShells(deps, held)

  const one = (id: TerminalId): HeldTerminal => {
    const found = held.get(id)
    if (found === undefined) throw AppError.saying('other', say('terminal.gone'))
    return found
  }

  const remove = async (each: HeldTerminal): Promise<void> => {
    const { id } = each.terminal
    await end(each)
    each.live?.over()
    each.live = null
    host.post({ t: 'forget', id })
    held.delete(id)
    if (held.size === 0) host.end()
    changed()
  }

  const detach = (each: HeldTerminal, windowId: number) => {
    const { id } = each.terminal
    if (!each.viewers.remove(windowId)) return
    hold(id, each.viewers.held())
    if (each.viewers.isEmpty()) host.post({ t: 'watch', id, on: false })
  }

  const begin = async (each: HeldTerminal, failed: () => void): Promise<void> => {
    try {
      await start(each)
    } catch (error) {
      failed()
      throw error
    } finally {
      changed()
    }
  }

  return {
    list: (): readonly Terminal[] => [...held.values()].map(({ terminal }) => terminal),
    /** Starts a shell in the folder of a project, in one of its worktrees, or in a folder below. */
    open: async (projectId: ProjectId, size: Size, at: ShellPlace): Promise<Terminal> => {
      const each = heldTerminal(await newTerminal(deps, held, projectId, at), size)
      const { id } = each.terminal
      held.set(id, each)
      await begin(each, () => void held.delete(id))
      return each.terminal
    },
    restart: async (id: TerminalId): Promise<void> => {
      const each = one(id)
      if (each.terminal.ended === null) return
      each.terminal = { ...each.terminal, starts: each.terminal.starts + 1, ended: null }
      await begin(each, () => {
        each.terminal = { ...each.terminal, ended: { code: null } }
      })
    },
    attach: async (id: TerminalId, windowId: number): Promise<TerminalScreen> => {
      const each = one(id)
      each.viewers.add(windowId)
      host.post({ t: 'watch', id, on: true })
      const screen = await host.screen(id)
      if (screen === null) return { text: '', ...each.size, at: 0 }
      const { text, cols, rows, at } = screen
      return { text, cols, rows, at }
    },
    detach: (id: TerminalId, windowId: number): void => {
      const each = held.get(id)
      if (each !== undefined) detach(each, windowId)
    },
    drawn: (id: TerminalId, windowId: number, count: number): void =>
      hold(id, one(id).viewers.drawn(windowId, count)),
    write: (id: TerminalId, data: string): void => {
      one(id)
      host.post({ t: 'write', id, data })
    },
    resize: (id: TerminalId, { cols, rows }: Size): void => {
      one(id).size = { cols, rows }
      host.post({ t: 'resize', id, cols, rows })
    },
    close: async (id: TerminalId, anyway: boolean): Promise<TerminalClosing> => {
      const each = one(id)
      const program = anyway || each.live === null ? '' : shellName(await host.foreground(id))
      if (program !== '' && program !== each.terminal.shell) return { closed: false, running: program }
      await remove(each)
      return { closed: true, running: null }
    },
    /** Detaches a window that closed or reloads. Shells continue. */
    windowClosed: (windowId: number): void => {
      for (const each of held.values()) detach(each, windowId)
    },
    /** Ends all shells with the app. */
    end: async (): Promise<void> => {
      const all = [...held.values()]
      // A shell that is about to start finds its terminal gone.
      held.clear()
      await Promise.all(all.map(end))
      for (const each of all) each.live?.over()
      host.end()
    },
  }
}

export type Terminals = ReturnType<typeof createTerminals>

const heldTerminal = (terminal: Terminal, size: Size): HeldTerminal => ({
  terminal,
  size,
  viewers: createViewers(),
  live: null,
})

/** Describes a terminal that is about to start. */
async function newTerminal(
  deps: Deps,
  held: ReadonlyMap<TerminalId, HeldTerminal>,
  projectId: ProjectId,
  { worktreeId, folder }: ShellPlace,
): Promise<Terminal> {
  const { path, branch } = await placeOf(deps, projectId, worktreeId)
  const { file } = await deps.shell()
  return {
    id: deps.newId(),
    projectId,
    folder: folder ?? path,
    worktreeId,
    branch: worktreeId === null ? null : branch,
    shell: shellName(file),
    number: nextNumber([...held.values()], projectId),
    starts: 1,
    ended: null,
  }
}

/** Returns the project with the folder a shell starts in. Throws without the trust of the person. */
async function placeOf(
  { project, worktree }: Pick<Deps, 'project' | 'worktree'>,
  projectId: ProjectId,
  worktreeId: WorktreeId | null,
): Promise<Project> {
  const place = await (worktreeId === null ? project(projectId) : worktree(worktreeId))
  if (place.id !== projectId) throw AppError.saying('other', say('worktree.gone'))
  if (!isTrusted(place)) throw AppError.saying('ipc.refused', say('terminal.untrusted'))
  return place
}

/** Whether a shell may start in a project: the person trusts it, or it carries nothing that could start. */
function isTrusted({ trusted, carriesCode, gitMayStart }: Project): boolean {
  return trusted === true || (trusted === null && !carriesCode && !gitMayStart)
}

function nextNumber(held: readonly HeldTerminal[], projectId: ProjectId): number {
  const ofProject = held.filter(({ terminal }) => terminal.projectId === projectId)
  return Math.max(0, ...ofProject.map(({ terminal }) => terminal.number)) + 1
}
