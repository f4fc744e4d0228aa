import path from 'node:path'
import type { Askpass } from '../../../src/main/git/askpass.ts'
import { createGit } from '../../../src/main/git/start-git.ts'
import { systemClock } from '../../../src/main/lib/clock.ts'
import { childEnvironment } from '../../../src/main/lib/programs/child-environment.ts'
import { createProcessTree } from '../../../src/main/lib/programs/process-tree.ts'

const platform = process.platform

/** The real git of this machine, as the app starts it for a person whose home is this folder. */
export function realGit(
  home: string,
  inherited: Readonly<Record<string, string | undefined>> = process.env,
  askpass: Askpass | null = null,
) {
  return createGit({
    platform,
    path,
    home,
    askpass,
    clock: systemClock,
    environment: () => childEnvironment({ inherited, platform, secret: new Set() }),
    processes: createProcessTree({ platform, clock: systemClock }),
    keep: () => () => {},
  })
}
