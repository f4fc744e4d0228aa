import { randomUUID } from 'node:crypto'
import { homedir } from 'node:os'
import path from 'node:path'
import type { AppEvent } from '#shared/events/delivery.ts'
import script from '../../../../resources/askpass/askpass.cjs?raw'
import starter from '../../../../resources/askpass/askpass.sh?raw'
import type { ShellPort } from '../../app-port.ts'
import { createAskpass } from '../../git/askpass.ts'
import { createGitQuestions } from '../../git/git-questions.ts'
import { createGit } from '../../git/start-git.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Owner } from '../../lib/programs/owner-mark.ts'
import { createProcessTree } from '../../lib/programs/process-tree.ts'
import type { Scope } from '../../lib/scope.ts'
import type { SecretVariables } from '../../lib/secret-variables.ts'
import { keepLong } from '../../processes/keeper.ts'
import { createLoginPath } from '../../tools/bash/login-path.ts'
import { runShell } from '../../tools/bash/run-shell.ts'
import { openEnvironment } from './open-environment.ts'
import { openKeeper } from './open-keeper.ts'

type Deps = {
  readonly env: NodeJS.ProcessEnv
  /** Names the home and the start whose programs these are. */
  readonly owner: Owner
  readonly secretVariables: Pick<SecretVariables, 'names'>
  readonly clock: Clock
  readonly logger: Logger
  readonly scope: Scope
  readonly tell: (event: AppEvent) => void
  /** The folder of the helper by which git asks the person. */
  readonly askpassFolder: string
  /** See `ShellPort`. */
  readonly askpassApp: ShellPort['askpass']
  /** Variables that the person lets through to commands, by the folder of a project. */
  readonly passed: () => Readonly<Record<string, readonly string[]>>
}

/** Opens the basis for starting programs: environment, termination and git. */
export function openPrograms(deps: Deps) {
  const { env, owner, secretVariables, passed, clock, logger, scope } = deps
  const { platform } = process
  const { keep } = openKeeper({ owner, env, clock, logger, scope })
  const processes = createProcessTree({ platform, clock })
  const loginPathFrom = (child: () => Readonly<Record<string, string>>) =>
    createLoginPath({
      platform,
      inherited: env,
      home: homedir(),
      logger,
      signal: scope.signal,
      environment: child,
      run: (job, signal) => runShell({ platform, clock, processes }, job, signal),
      started: ({ pid }) => keep(pid),
    })
  const environment = openEnvironment({ env, platform, owner, secretVariables, passed, loginPathFrom })
  const starting = {
    platform,
    processes,
    environment: environment.child,
    home: homedir(),
    keep: keepLong(keep, clock),
  }
  const questions = createGitQuestions({
    now: clock.now,
    newId: randomUUID,
    changed: () => deps.tell({ kind: 'gitQuestions.changed' }),
  })
  const git = createGit({
    platform,
    path,
    clock,
    processes,
    environment: starting.environment,
    home: starting.home,
    keep: starting.keep,
    askpass: createAskpass({
      folder: deps.askpassFolder,
      platform,
      helper: { starter, script },
      app: deps.askpassApp ?? null,
      questions,
      logger,
    }),
  })
  return { environment, keep, processes, git, gitQuestions: questions, starting }
}
