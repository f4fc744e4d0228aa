import { constants } from 'node:fs'
import { access, readFile, realpath, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import type { AppEvent } from '#shared/events/delivery.ts'
import type { ShellPort } from '../../app-port.ts'
import type { Settings } from '../../config/settings.ts'
import type { NewId } from '../../lib/ids.ts'
import type { Logger } from '../../lib/logger.ts'
import type { ProcessTree } from '../../lib/programs/process-tree.ts'
import type { Scope } from '../../lib/scope.ts'
import type { ProcessRegistry } from '../../processes/registry.ts'
import type { Projects } from '../../projects/registry.ts'
import { createShellFinder, type ShellFinder } from '../../terminals/found-shells.ts'
import { terminalEnvironment } from '../../terminals/shell-choice.ts'
import { createTerminals, type Terminals } from '../../terminals/terminals.ts'
import type { TaskWorktrees } from '../../worktrees/task-worktrees.ts'
import type { AppEnvironment } from '../storage/open-environment.ts'

type Deps = {
  readonly shell: Pick<ShellPort, 'spawnTerminals' | 'send' | 'appVersion'>
  readonly environment: Pick<AppEnvironment, 'inherited' | 'ofOwnProcess' | 'command'>
  readonly programs: Pick<ProcessRegistry, 'add'>
  readonly processes: ProcessTree
  readonly projects: Pick<Projects, 'usable'>
  readonly worktrees: Pick<TaskWorktrees, 'place'>
  readonly settings: Pick<Settings, 'shellOn' | 'setShellOn'>
  readonly newId: NewId
  readonly tell: (event: AppEvent) => void
  readonly logger: Logger
  readonly scope: Scope
}

/** Opens the terminals of the person, and the choice of their shell. They end with the app. */
export function openTerminals(deps: Deps): { readonly terminals: Terminals; readonly shells: ShellFinder } {
  const { shell, environment, scope } = deps
  const { platform } = process
  const shells = openShells(deps)
  const terminals = createTerminals({
    spawn: () => shell.spawnTerminals(environment.ofOwnProcess()),
    newId: () => deps.newId('terminal'),
    project: deps.projects.usable,
    worktree: deps.worktrees.place,
    shell: shells.start,
    environment: async (_folder, signal) => {
      // Also finds out the search path of the login shell.
      await environment.command(signal)
      return terminalEnvironment({ platform }, environment.ofOwnProcess(), shell.appVersion)
    },
    watch: (program) => deps.programs.add({ ...program, kind: 'terminal', owner: null }),
    tree: deps.processes,
    send: shell.send,
    tell: deps.tell,
    logger: deps.logger,
    signal: scope.signal,
  })
  scope.add(terminals.end)
  return { terminals, shells }
}

function openShells({ environment, settings }: Pick<Deps, 'environment' | 'settings'>): ShellFinder {
  const { platform } = process
  return createShellFinder({
    platform,
    env: environment.inherited,
    userShell: shellOfUser,
    // A system without the file has no list.
    readList: () => readFile('/etc/shells', 'utf8').catch(() => ''),
    program: programAt,
    chosen: () => settings.shellOn(platform),
    choose: (file) => settings.setShellOn(platform, file),
  })
}

/** Returns the path of a program without links; null for what is none or cannot be started. */
async function programAt(file: string): Promise<string | null> {
  try {
    await access(file, constants.X_OK)
    return (await stat(file)).isFile() ? await realpath(file) : null
  } catch {
    return null
  }
}

/** Returns the login shell of the user. A user without an entry in the system has none. */
function shellOfUser(): string | null {
  try {
    return userInfo().shell
  } catch {
    return null
  }
}
