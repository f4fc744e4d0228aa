import { isSecretVariable } from '../secret-variables.ts'
import { withoutRelativeParts } from './absolute-folders.ts'
import { editorVariables } from './editor-variables.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Builds the environment of a command. Waits until it is known where programs are. */
export type CommandEnvironment = (signal: AbortSignal) => Promise<Readonly<Record<string, string>>>

/** The same for a folder, whose project may have variables of its own. */
export type FolderEnvironment = (
  folder: string,
  signal: AbortSignal,
) => Promise<Readonly<Record<string, string>>>

type Child = {
  /** The environment this process inherited. */
  readonly inherited: Environment
  readonly platform: NodeJS.Platform
  /** Variables that hold a secret because a setting refers to them. */
  readonly secret: ReadonlySet<string>
  /** Variables that the person lets through although they look like secrets. */
  readonly passed?: readonly string[]
}

/** Variables that change what the shell, or the app's own runtime as a child, does at its start. */
const STARTS = new Set([
  'BASH_ENV',
  'BASH_XTRACEFD',
  'BASHOPTS',
  'CDPATH',
  'ENV',
  'EXECIGNORE',
  'GLOBIGNORE',
  'OLDPWD',
  'PROMPT_COMMAND',
  'PS4',
  'SHELLOPTS',
  'ELECTRON_RUN_AS_NODE',
  'ELECTRON_NO_ATTACH_CONSOLE',
  'ELECTRON_RENDERER_URL',
  'NODE_OPTIONS',
])

/** Functions that a bash has handed on. They would take the place of programs. */
const FUNCTION = /^BASH_FUNC_/

/** Variables that point git at one repository, whatever folder a command runs in. */
const GIT_PLACE =
  /^GIT_(ALTERNATE_OBJECT_DIRECTORIES|CEILING_DIRECTORIES|COMMON_DIR|CONFIG|CONFIG_COUNT|CONFIG_KEY_\d+|CONFIG_PARAMETERS|CONFIG_VALUE_\d+|DIR|GRAFT_FILE|IMPLICIT_WORK_TREE|INDEX_FILE|INTERNAL_SUPER_PREFIX|NAMESPACE|NO_REPLACE_OBJECTS|OBJECT_DIRECTORY|PREFIX|QUARANTINE_PATH|REPLACE_REF_BASE|SHALLOW_FILE|SUPER_PREFIX|WORK_TREE)$/

/** Programs that wait for a person: editors, pagers, and windows that ask for a password. */
const WAITS = /(^|_)(\w*EDITOR|VISUAL|\w*PAGER|ASKPASS)$|^FCEDIT$/

/** Settings for runs without a person: no pager, no prompts, no colours. */
const UNATTENDED = {
  TERM: 'dumb',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
}

/** Password prompts fail at once. Empty: git starts no other program to ask. `force`: ssh asks this one, which fails. */
const NO_PROMPTS = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  SSH_ASKPASS: 'false',
  SSH_ASKPASS_REQUIRE: 'force',
  GCM_INTERACTIVE: 'never',
}

/**
 * Builds the environment of a command, a hook or another program: the person's own settings without secrets, and
 * nothing that waits for a person.
 */
export function childEnvironment(child: Child): Record<string, string> {
  const { platform } = child
  const kept = Object.entries(withoutSecrets(child)).flatMap(([name, value]): [string, string][] => {
    if (isDropped(platform === 'win32' ? name.toUpperCase() : name)) return []
    const left = withoutRelativeParts(name, value, platform)
    return left === null ? [] : [[name, left]]
  })
  return {
    ...Object.fromEntries(kept),
    ...(platform === 'win32' ? { GIT_PAGER: 'cat' } : UNATTENDED),
    ...NO_PROMPTS,
    ...editorVariables(platform),
  }
}

/** Builds the environment of a process of the app itself: all of it, without secrets. */
export function withoutSecrets({ inherited, platform, secret, passed = [] }: Child): Record<string, string> {
  // Windows ignores the case of names.
  const spelled = (name: string) => (platform === 'win32' ? name.toUpperCase() : name)
  const names = new Set([...secret].map(spelled))
  const letThrough = new Set(passed.map(spelled))
  const given = Object.entries(inherited).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const values = given.flatMap(([name, value]) => (names.has(spelled(name)) ? [value.trim()] : []))
  const copies = values.filter((value) => value.length >= SHORTEST_COPY)
  const people = new Set(
    given.flatMap(([name, value]) => (/^(USER|LOGNAME|USERNAME)$/i.test(name) ? [value.toLowerCase()] : [])),
  )
  const kept = given.filter(
    ([name, value]) =>
      !names.has(spelled(name)) &&
      !copies.some((copy) => value.includes(copy)) &&
      (letThrough.has(spelled(name)) || !isSecretVariable(name, value, people)),
  )
  return Object.fromEntries(kept)
}

/** A shorter value may also be part of an ordinary word. */
const SHORTEST_COPY = 8

function isDropped(name: string): boolean {
  return STARTS.has(name) || FUNCTION.test(name) || GIT_PLACE.test(name) || WAITS.test(name)
}
