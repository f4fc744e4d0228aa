type Environment = Readonly<Record<string, string | undefined>>

/** Names that look like a secret. An agent's command has no business with the keys of this app's own process. */
const SECRET =
  /(^|_)(KEY|APIKEY|TOKEN|SECRET|PASS|PASSWD|PASSWORD|PASSPHRASE|CREDENTIAL|CREDENTIALS|PAT)$|PASSWORD$/i

/** Variables that would change what the shell, or the app's own runtime as a child, does at its start. */
const DROPPED = new Set([
  'BASH_ENV',
  'ENV',
  'ELECTRON_RUN_AS_NODE',
  'ELECTRON_NO_ATTACH_CONSOLE',
  'NODE_OPTIONS',
])

/** Nobody is there to page, to type or to look at colours. */
const QUIET = { TERM: 'dumb', PAGER: 'cat', GIT_PAGER: 'cat', GIT_TERMINAL_PROMPT: '0' }

/** What a command inherits: the person's own settings without their secrets. */
export function childEnvironment(inherited: Environment, platform: NodeJS.Platform): Record<string, string> {
  // To Windows the names are the same in any case.
  const dropped = (name: string) => DROPPED.has(platform === 'win32' ? name.toUpperCase() : name)
  const kept = Object.entries(inherited).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !dropped(entry[0]) && !SECRET.test(entry[0]),
  )
  return { ...Object.fromEntries(kept), ...(platform === 'win32' ? { GIT_TERMINAL_PROMPT: '0' } : QUIET) }
}
