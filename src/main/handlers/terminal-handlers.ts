import type { TERMINAL_CALLS } from '#shared/ipc/calls/terminal-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { ProjectFiles } from '../project-files/project-files.ts'
import type { ShellFinder } from '../terminals/found-shells.ts'
import type { Terminals } from '../terminals/terminals.ts'

/** Creates the handlers for the terminals of the person. */
export function createTerminalHandlers({
  terminals,
  shells,
  projectFiles,
}: {
  readonly terminals: Terminals
  readonly shells: Pick<ShellFinder, 'list' | 'choose'>
  readonly projectFiles: Pick<ProjectFiles, 'folderOf'>
}): Pick<Handlers, keyof typeof TERMINAL_CALLS> {
  return {
    'terminal.list': () => terminals.list(),
    'terminal.open': async ({ projectId, worktreeId, file, ...size }) => {
      const folder = file === undefined ? null : await projectFiles.folderOf(projectId, file)
      return terminals.open(projectId, size, { worktreeId: worktreeId ?? null, folder })
    },
    'terminal.shells': () => shells.list(),
    'terminal.chooseShell': async ({ file }) => {
      await shells.choose(file)
      return null
    },
    'terminal.restart': async ({ terminalId }) => {
      await terminals.restart(terminalId)
      return null
    },
    'terminal.attach': ({ terminalId }, { windowId }) => terminals.attach(terminalId, windowId),
    'terminal.detach': ({ terminalId }, { windowId }) => {
      terminals.detach(terminalId, windowId)
      return null
    },
    'terminal.drawn': ({ terminalId, count }, { windowId }) => {
      terminals.drawn(terminalId, windowId, count)
      return null
    },
    'terminal.write': ({ terminalId, data }) => {
      terminals.write(terminalId, data)
      return null
    },
    'terminal.resize': ({ terminalId, ...size }) => {
      terminals.resize(terminalId, size)
      return null
    },
    'terminal.close': ({ terminalId, anyway }) => terminals.close(terminalId, anyway),
  }
}
