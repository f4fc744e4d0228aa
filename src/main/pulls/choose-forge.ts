import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { ProgramDeps } from '../git/start-program.ts'
import { type CliName, createCli, signInOf } from './ask-cli.ts'
import type { Forge } from './forge.ts'
import { createGithub } from './github.ts'
import { createGitlab } from './gitlab.ts'

/** The hosts of texts that belong to no repository. */
const PUBLIC_HOSTS = [
  ['gh', 'github.com'],
  ['glab', 'gitlab.com'],
] as const

/** A forge and the host on which it is signed in. */
export type ForgeAt = { readonly forge: Forge; readonly host: string }

export type Forges = ReturnType<typeof createForges>

/** Finds the program that knows a server: by the name of its host, or else by what is signed in to it. */
export function createForges(deps: ProgramDeps) {
  const clis = { gh: createCli(deps, 'gh'), glab: createCli(deps, 'glab') }
  const forges = { gh: createGithub(clis.gh), glab: createGitlab(clis.glab) }
  const stateOf = (name: CliName, host: string, signal: AbortSignal) => signInOf(clis[name], host, signal)
  return {
    /** Returns the forge of a host. Throws a sentence where its program is missing or not signed in. */
    of: async (host: string, signal: AbortSignal): Promise<Forge> => {
      const known = cliOf(host)
      if (known !== null) {
        const state = await stateOf(known, host, signal)
        if (state === 'in') return forges[known]
        throw AppError.saying('other', say(LACKS[known][state], { host }))
      }
      for (const name of ['gh', 'glab'] as const)
        if ((await stateOf(name, host, signal)) === 'in') return forges[name]
      throw AppError.saying('other', say('pulls.noForge', { host }))
    },
    /** Returns the first public host that a program is signed in to. Throws a sentence where there is none. */
    signedIn: async (signal: AbortSignal): Promise<ForgeAt> => {
      for (const [name, host] of PUBLIC_HOSTS)
        if ((await stateOf(name, host, signal)) === 'in') return { forge: forges[name], host }
      throw AppError.saying('other', say('pulls.noShare'))
    },
  }
}

const LACKS = {
  gh: { missing: 'pulls.noGh', out: 'pulls.signedOut' },
  glab: { missing: 'pulls.noGlab', out: 'pulls.signedOutGlab' },
} as const

/** Servers of a company are often named for the program they run. */
function cliOf(host: string): CliName | null {
  const labels = host.split('.')
  if (labels.some((label) => label.startsWith('github'))) return 'gh'
  return labels.some((label) => label.startsWith('gitlab')) ? 'glab' : null
}
