import { existsSync } from 'node:fs'
import script from './supervisor.pl?raw'

/** Perl belongs to the base of most systems. A project must not supply its own. */
const PERL = '/usr/bin/perl'

/** The number of the system call `prctl` on each architecture. */
const PRCTL: Readonly<Record<string, string>> = { x64: '157', arm64: '167' }

/** Variables that would make Perl load or do something else. */
const OWN_VARIABLES = ['PERL5OPT', 'PERL5LIB', 'PERLLIB', 'PERL5DB']

type Start = { readonly file: string; readonly args: readonly string[] }
type Environment = Readonly<Record<string, string>>

/** A program and what surrounds its start. */
export type Supervised = Start & {
  readonly environment: Environment
  /** Whether a supervisor starts the program, and stays until nothing of it is left. */
  readonly supervised: boolean
}

/**
 * Puts a program under a supervisor on Linux: the system makes everything that the program leaves behind a child of the
 * supervisor (`PR_SET_CHILD_SUBREAPER`), whatever session, environment and limits it has. Unchanged where that is
 * impossible.
 */
export function supervise(
  { file, args }: Start,
  environment: Environment,
  system: { readonly platform: NodeJS.Platform; readonly arch: string; readonly perl?: string },
): Supervised {
  const { perl = PERL } = system
  const prctl = system.platform === 'linux' ? PRCTL[system.arch] : undefined
  const isOdd = OWN_VARIABLES.some((name) => environment[name] !== undefined)
  if (prctl === undefined || isOdd || !existsSync(perl)) return { file, args, environment, supervised: false }
  return {
    file: perl,
    args: ['-e', script, prctl, file, ...args],
    supervised: true,
    // It would warn of an unknown language. The program starts without this variable.
    environment: { ...environment, PERL_BADLANG: '0' },
  }
}
