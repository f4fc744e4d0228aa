import { withoutRelativeParts } from '../lib/programs/absolute-folders.ts'

/** Whether git may use what the repository and the person have set up, or must be kept from starting anything. */
export type GitTrust = 'trusted' | 'untrusted'

/** The file that holds nothing. Git reads it as empty settings, and finds no hooks in it. */
export const nothingFile = (platform: NodeJS.Platform): string => (platform === 'win32' ? 'NUL' : '/dev/null')

/** Settings of the person that describe their system and start nothing. */
const PLAIN_SETTINGS =
  /^(core\.(autocrlf|eol|excludesfile|longpaths|precomposeunicode|protecthfs|protectntfs|symlinks|trustctime|checkstat)|safe\.directory)$/

/**
 * Builds the environment of git. Without `GIT_*` variables of this process: they may name another repository or a
 * program. Without folders that are not absolute in the search path.
 */
export function gitEnvironment(
  inherited: Readonly<Record<string, string>>,
  trust: GitTrust,
  platform: NodeJS.Platform,
): Record<string, string> {
  const kept = Object.entries(inherited).filter(([name]) => !/^(GIT_|GCM_)/i.test(name))
  const nothing = nothingFile(platform)
  return {
    ...Object.fromEntries(
      kept.map(([name, value]) => [name, withoutRelativeParts(name, value, platform) ?? '']),
    ),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    GIT_EDITOR: ':',
    GIT_SEQUENCE_EDITOR: ':',
    GIT_PAGER: 'cat',
    GCM_INTERACTIVE: 'never',
    ...(trust === 'trusted'
      ? {}
      : {
          GIT_OPTIONAL_LOCKS: '0',
          // A clone without all objects must not fetch the missing ones. Git before 2.45 reads the next line only.
          GIT_NO_LAZY_FETCH: '1',
          GIT_ALLOW_PROTOCOL: 'none',
          GIT_CONFIG_NOSYSTEM: '1',
          GIT_CONFIG_SYSTEM: nothing,
          GIT_CONFIG_GLOBAL: nothing,
          GIT_ATTR_NOSYSTEM: '1',
        }),
  }
}

/** Builds the options that come before the command of git. `plain` are settings of the person that hold all the same. */
export function gitOptions(
  trust: GitTrust,
  plain: readonly string[],
  platform: NodeJS.Platform,
): readonly string[] {
  const nothing = nothingFile(platform)
  const always = ['core.fsmonitor=false', `core.hooksPath=${nothing}`]
  if (trust === 'trusted') return ['--no-pager', ...settings(always)]
  const untrusted = [
    ...plain,
    ...always,
    'core.sshCommand=false',
    'core.askPass=',
    `core.attributesFile=${nothing}`,
    'credential.helper=',
    'protocol.allow=never',
    'submodule.recurse=false',
    'gc.auto=0',
    'maintenance.auto=false',
  ]
  return ['--no-pager', '--no-optional-locks', ...settings(untrusted)]
}

/** The options before the command of git where the hooks of the repository run. */
export const HOOKS_ON: readonly string[] = ['--no-pager', '-c', 'core.fsmonitor=false']

const settings = (all: readonly string[]): string[] => all.flatMap((each) => ['-c', each])

/** Reads the plain settings out of `git config --list --null --show-scope`, without those of a repository. */
export function plainSettings(output: string): string[] {
  const fields = output.split('\0')
  const found: string[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [scope, setting = ''] = [fields[at], fields[at + 1]]
    if (scope !== 'system' && scope !== 'global') continue
    const end = setting.indexOf('\n')
    const name = end < 0 ? setting : setting.slice(0, end)
    if (!PLAIN_SETTINGS.test(name)) continue
    found.push(end < 0 ? name : `${name}=${setting.slice(end + 1)}`)
  }
  return found
}
