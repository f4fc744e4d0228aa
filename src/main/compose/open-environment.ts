import { type CommandEnvironment, childEnvironment, withoutSecrets } from '../lib/child-environment.ts'
import { markOf, OWNER, type Owner } from '../lib/owner-mark.ts'
import type { SecretVariables } from '../lib/secret-variables.ts'

type Deps = {
  readonly env: NodeJS.ProcessEnv
  readonly platform: NodeJS.Platform
  /** Marks every program, so that the app finds it also after it was killed. */
  readonly owner: Owner
  readonly secretVariables: Pick<SecretVariables, 'names'>
}

/** The environments of everything the app starts. */
export type AppEnvironment = {
  /** What the app itself has inherited. Only for reading. */
  readonly inherited: NodeJS.ProcessEnv
  /** What a program inherits that starts now. */
  readonly child: () => Readonly<Record<string, string>>
  /** What a command of an agent or of a hook inherits. */
  readonly command: CommandEnvironment
  /** What a process of the app itself inherits. */
  readonly ofOwnProcess: () => Readonly<Record<string, string>>
}

/** Built anew for every program: settings may name another secret while the app runs. */
export function openEnvironment({ env, platform, owner, secretVariables }: Deps): AppEnvironment {
  const given = () => ({
    inherited: { ...env, [OWNER]: markOf(owner) },
    platform,
    secret: secretVariables.names(),
  })
  const child = () => childEnvironment(given())
  return {
    inherited: env,
    child,
    command: async () => child(),
    ofOwnProcess: () => withoutSecrets(given()),
  }
}
