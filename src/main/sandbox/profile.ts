import type { PermissionRule } from '#shared/permission/rule.ts'
import type { SandboxTable } from '#shared/sandbox/settings.ts'
import {
  CACHE_FOLDERS,
  MAYBE_SECRET_FILES,
  OTHER_SECRETS,
  PRIVATE_CACHES,
  SECRET_PLACES,
  START_UP_NAMES,
  STEERING_NAMES,
  SYSTEM_SECRETS,
} from './default-places.ts'

/** The rules of one agent: its own or those of an agent it works for. */
export type RuleSet = {
  readonly rules: readonly (readonly PermissionRule[])[]
  readonly grants: readonly PermissionRule[]
  /** Called with the grants that let something through; missing where uses are not counted. */
  readonly used?: (grants: readonly PermissionRule[]) => void
}

export type ProfileInput = {
  /** The project folder, canonical. */
  readonly root: string
  /** The extra folders of the chat, canonical. They are opened and closed like the project. */
  readonly folders: readonly string[]
  /** The home folder of the person, canonical. */
  readonly home: string
  /** The folder in which the app keeps its own data. */
  readonly appHome: string
  readonly settings: SandboxTable
  readonly standing: readonly RuleSet[]
  /** Absolute paths outside the project that an allowed command names as its targets. */
  readonly named: readonly string[]
  /** Whether a file that steers other programs is closed to this command; all are where it is missing. */
  readonly isClosed?: (path: string) => boolean
}

/** Places a command may write, must not change, and must not see. Absolute paths that need not exist. */
export type Places = {
  readonly writable: readonly string[]
  /** Files an allowed command names as its targets. */
  readonly targets: readonly string[]
  readonly readOnly: readonly string[]
  /** Caches of which commands see a folder of their own. */
  readonly replaced: readonly string[]
  readonly hidden: readonly string[]
  /** Read-only places in a hidden folder: scripts of skills and plugins. */
  readonly shown: readonly string[]
  /** Those of the closed paths that rules know by the names of the folders around them. */
  readonly placed: readonly string[]
  /** Hidden only where the file holds a token. */
  readonly maybeHidden: readonly string[]
}

/** Computes the places of a command from the permission rules, the project and the home folder. */
export function placesFor(input: ProfileInput): Places {
  const { root, folders, home, appHome, settings, standing, named, isClosed = () => true } = input
  const at = (path: string) => absolute(path, root, home)
  const inHome = (path: string) => `${home}/${path}`
  const shown = new Set([...(settings.show ?? []).map(at), ...allowed(standing, ['read'], root, home)])
  const wanted = [...(settings.write ?? []).map(at), ...allowed(standing, ['edit', 'write'], root, home)]
  const all = standing.flatMap(({ rules, grants }) => [...rules.flat(), ...grants])
  const closedTo = (tools: readonly string[]) =>
    all
      .filter(({ action, tool }) => action === 'deny' && tools.includes(tool))
      .flatMap((rule) => literal(rule, root, home))
  // What the person hides stays hidden.
  const closed = [...(settings.hide ?? []).map(at), ...closedTo(['read', '*'])]
  return {
    targets: named.filter((path) => !holds(path, home) && !holds(path, appHome)),
    writable: [
      ...CACHE_FOLDERS.map(inHome),
      ...[...folders, ...wanted].filter((path) => !holds(path, home) && !holds(path, appHome)),
    ],
    replaced: PRIVATE_CACHES.map(inHome),
    readOnly: [
      ...[root, ...folders]
        .flatMap((folder) => STEERING_NAMES.map((name) => `${folder}/${name}`))
        .filter(isClosed),
      ...START_UP_NAMES.map(inHome),
      ...closedTo(['edit', 'write', '*']),
    ],
    hidden: [
      ...[
        ...[...SECRET_PLACES, ...OTHER_SECRETS].map(inHome),
        appHome,
        ...SYSTEM_SECRETS,
        ...(settings.hide ?? []).map(at),
      ].filter((path) => !shown.has(path)),
      ...closedTo(['read', '*']),
    ],
    shown: ['skills', 'plugins']
      .map((name) => `${appHome}/${name}`)
      .filter((path) => !holds(root, path) && !closed.some((place) => holds(place, path))),
    placed: closedTo(['read', 'edit', 'write', '*']),
    maybeHidden: MAYBE_SECRET_FILES.map(inHome).filter((path) => !shown.has(path)),
  }
}

/** The rule that lets commands note remotes, branches and names in the settings of a repository. */
export const GIT_SETTINGS_RULE: PermissionRule = { tool: 'git', pattern: '.git/config', action: 'allow' }

/** Whether every agent concerned may change the settings of repositories. */
export function maySettle(standing: readonly RuleSet[]): boolean {
  const { tool, pattern } = GIT_SETTINGS_RULE
  return standing.every(({ rules, grants }) => {
    const about = [...rules.flat(), ...grants].filter(
      (rule) => rule.tool === tool && rule.pattern === pattern,
    )
    return about.length > 0 && about.every(({ action }) => action === 'allow')
  })
}

/** Whether a folder is the other path or contains it. */
export function holds(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}

/** Paths that every agent concerned is allowed to use. */
function allowed(
  standing: readonly RuleSet[],
  tools: readonly string[],
  root: string,
  home: string,
): string[] {
  const sets = standing.map(({ rules, grants }) => {
    const mine = [...rules.flat(), ...grants].filter(({ tool }) => tools.includes(tool))
    const yes = mine.filter(({ action }) => action === 'allow').flatMap((rule) => literal(rule, root, home))
    const no = new Set(
      mine.filter(({ action }) => action !== 'allow').flatMap((rule) => literal(rule, root, home)),
    )
    return new Set(yes.filter((path) => !no.has(path)))
  })
  const [first, ...others] = sets
  return [...(first ?? [])].filter((path) => others.every((set) => set.has(path)))
}

/** The one path a rule is about; none where its pattern means several. `folder/**` is the folder. */
function literal({ pattern }: PermissionRule, root: string, home: string): string[] {
  if (pattern === undefined) return []
  const path = pattern.replace(/\/\*\*(\/\*)?$/, '')
  if (/(^|[^\\])\*/.test(path) || path === '') return []
  return [absolute(path.replace(/\\([*\\])/g, '$1'), root, home)]
}

function absolute(path: string, root: string, home: string): string {
  const whole =
    path === '~' || path.startsWith('~/')
      ? home + path.slice(1)
      : path.startsWith('/')
        ? path
        : `${root}/${path}`
  const parts: string[] = []
  for (const part of whole.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return `/${parts.join('/')}`
}
