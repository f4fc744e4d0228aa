import path from 'node:path'
import {
  type CommandEnvironment,
  childEnvironment,
  type FolderEnvironment,
  withoutSecrets,
} from '../../lib/programs/child-environment.ts'
import { markOf, OWNER, type Owner } from '../../lib/programs/owner-mark.ts'
import type { SecretVariables } from '../../lib/secret-variables.ts'
import type { LoginPath } from '../../tools/bash/login-path.ts'

type Deps = {
  readonly env: NodeJS.ProcessEnv
  readonly platform: NodeJS.Platform
  /** Marks every program, so that the app finds it also after it was killed. */
  readonly owner: Owner
  readonly secretVariables: Pick<SecretVariables, 'names'>
  /** Variables that the person lets through to commands, by the folder of a project. */
  readonly passed: () => Readonly<Record<string, readonly string[]>>
  /** Reads the search path from a login shell with this environment; `null` keeps the inherited path. */
  readonly loginPathFrom: (child: () => Readonly<Record<string, string>>) => LoginPath
}

/** The environments of everything the app starts. */
export type AppEnvironment = {
  /** The environment inherited by the app, for reading only. */
  readonly inherited: NodeJS.ProcessEnv
  /** Returns the environment of a new program. */
  readonly child: () => Readonly<Record<string, string>>
  /** The environment of commands of agents and hooks. */
  readonly command: CommandEnvironment
  /** The same in a folder, with the variables that the person lets through to commands of its project. */
  readonly commandIn: FolderEnvironment
  /** Returns the environment of the app's own processes. */
  readonly ofOwnProcess: () => Readonly<Record<string, string>>
}

/** Built fresh for every program, because settings may name another secret at any time. */
export function openEnvironment(deps: Deps): AppEnvironment {
  const { env, platform, owner, secretVariables } = deps
  const search: { path: string | null } = { path: null }
  const given = (passed: readonly string[] = []) => ({
    inherited: { ...env, ...(search.path === null ? {} : { PATH: search.path }), [OWNER]: markOf(owner) },
    platform,
    secret: secretVariables.names(),
    passed,
  })
  const child = () => childEnvironment(given())
  const loginPath = deps.loginPathFrom(child)
  const commandIn: FolderEnvironment = async (folder, signal) => {
    search.path = await loginPath(signal)
    return childEnvironment(given(passedIn(folder, deps.passed())))
  }
  return {
    inherited: env,
    child,
    commandIn,
    command: async (signal) => {
      search.path = await loginPath(signal)
      return child()
    },
    ofOwnProcess: () => withoutSecrets(given()),
  }
}

/** Returns the variables of the project that this folder is, or is in. */
function passedIn(folder: string, passed: ReturnType<Deps['passed']>): readonly string[] {
  return Object.entries(passed).flatMap(([project, names]) => {
    const way = path.relative(project, folder)
    const isInside = way === '' || (!/^\.\.([\\/]|$)/.test(way) && !path.isAbsolute(way))
    return path.isAbsolute(project) && isInside ? names : []
  })
}
