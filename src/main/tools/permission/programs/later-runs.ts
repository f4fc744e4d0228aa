import { gitSubcommand } from './git-readers.ts'
import { bringsSettings } from './git-variables.ts'
import { installsPrograms, placesEverywhere } from './installed-programs.ts'
import { launchedBy, packageName } from './launched-programs.ts'
import { withoutRunners } from './package-runners.ts'

/** Decides by the arguments whether a program sets something up that runs later. */
type Installs = (args: readonly string[]) => boolean

/** True where the arguments begin with these words. Options may be between them, with or without a value. */
function first(...words: readonly string[]): Installs {
  const all = words.map((each) => each.split(' '))
  return (args) =>
    all.some((wanted) => args.includes(wanted[0] ?? '') && argumentsAfter(args, wanted) !== null)
}

/** Maximum options between two words. */
const MOST_OPTIONS = 12

/** Returns what follows these words, or null where the arguments do not begin with them. */
function argumentsAfter(args: readonly string[], wanted: readonly string[]): readonly string[] | null {
  const [word, ...rest] = wanted
  if (word === undefined) return args
  const places = new Set([0])
  for (const place of places) {
    const arg = args[place]
    if (arg === undefined || place > MOST_OPTIONS) continue
    if (arg.startsWith('-')) {
      places.add(place + 1)
      if (!arg.includes('=')) places.add(place + 2)
    } else if (arg === word) {
      const after = argumentsAfter(args.slice(place + 1), rest)
      if (after !== null) return after
    }
  }
  return null
}

/** True where the arguments begin with a word and what follows it is meant too. */
const after =
  (word: string, isMeant: Installs): Installs =>
  (args) => {
    const rest = argumentsAfter(args, [word])
    return rest !== null && isMeant(rest)
  }

/** True for more operands than this. */
const moreThan =
  (count: number): Installs =>
  (args) =>
    args.filter(isOperand).length > count

const always: Installs = () => true
const unless =
  (pattern: RegExp): Installs =>
  (args) =>
    !args.some((arg) => pattern.test(arg))
const withOption =
  (pattern: RegExp): Installs =>
  (args) =>
    args.some((arg) => pattern.test(arg))
const either =
  (...all: readonly Installs[]): Installs =>
  (args) =>
    all.some((each) => each(args))

const SETTINGS = first(
  'c set',
  'config set',
  'config delete',
  'config unset',
  'config edit',
  'config add',
  'set',
)

/** Programs that install hooks, services, schedules, plugins, servers of agents, or settings that name programs. */
const INSTALLERS: ReadonlyMap<string, Installs> = new Map<string, Installs>([
  // Hooks of git.
  ['husky', unless(/^(--version|--help|-v|-h)$/)],
  ['husky-init', always],
  ['pre-commit', first('install', 'init-templatedir')],
  ['prek', first('install', 'init-template-dir')],
  ['lefthook', first('install', 'add')],
  ['overcommit', withOption(/^(-i|--install|-s|--sign)/)],
  ['simple-git-hooks', always],
  ['captainhook', first('install')],
  ['git-lfs', first('install', 'update')],
  ['git-crypt', first('init', 'unlock')],
  ['git-secrets', withOption(/^--install/)],
  ['trunk', first('init', 'git-hooks', 'actions enable')],
  ['talisman', either(first('install'), withOption(/^--githook/))],
  // Servers, hooks and extensions of agents and editors.
  ...[
    'claude',
    'claude-code',
    'gemini-cli',
    'codex',
    'gemini',
    'cursor-agent',
    'copilot',
    'opencode',
    'goose',
    'q',
    'qwen',
    'amp',
    'crush',
    'orrery',
  ].map((name): [string, Installs] => [
    name,
    first(
      ...[
        'mcp add',
        'mcp add-json',
        'mcp add-from-claude-desktop',
        'mcp import',
        'mcp enable',
        'plugin install',
      ],
      ...[
        'plugin marketplace',
        'plugins install',
        'plugins update',
        'plugins review',
        'plugins enable',
        'plugins disable',
        'plugins remove',
        'plugin disable',
        'plugin uninstall',
        'extensions install',
        'extension install',
        'extensions link',
      ],
      ...['config set', 'config add', 'hooks add', 'trust', 'install', 'setup-token'],
    ),
  ]),
  ...['code', 'code-insiders', 'cursor', 'windsurf', 'codium', 'zed'].map((name): [string, Installs] => [
    name,
    withOption(/^--(install-extension|add-mcp)/),
  ]),
  ['smithery', first('install')],
  ['install-mcp', always],
  // Settings of package managers and other tools that name programs.
  ['npm', SETTINGS],
  ['pnpm', SETTINGS],
  ['yarn', either(SETTINGS, first('policies set-version', 'set version', 'plugin import'))],
  ['bun', SETTINGS],
  ['pip', SETTINGS],
  ['pip3', SETTINGS],
  ['poetry', after('config', moreThan(1))],
  ['bundle', after('config', moreThan(1))],
  ['composer', either(after('config', moreThan(1)), after('global', moreThan(1)))],
  ['conda', either(first('init'), after('config', withOption(/^--(set|add|append|prepend)/)))],
  ['mamba', first('init', 'shell init')],
  ['go', after('env', withOption(/^-[wu]$/))],
  ['gh', first('alias set', 'alias import', 'extension install', 'config set', 'auth setup-git')],
  ['glab', first('alias set', 'config set')],
  ['helm', first('plugin install')],
  ['jj', first('config set', 'config edit')],
  ['direnv', first('allow', 'permit', 'grant')],
  ['mise', first('trust', 'settings set', 'generate git-pre-commit')],
  // Services and schedules.
  [
    'systemctl',
    first(
      ...[
        'enable',
        'reenable',
        'link',
        'edit',
        'preset',
        'preset-all',
        'mask',
        'unmask',
        'add-wants',
        'add-requires',
      ],
      ...['set-default', 'set-property', 'set-environment', 'import-environment', 'daemon-reload', 'revert'],
    ),
  ],
  ['systemd-run', withOption(/^--(on-|timer|path-property|socket-property|unit-file)/)],
  ['launchctl', first('load', 'bootstrap', 'enable', 'submit', 'setenv', 'config')],
  ['loginctl', first('enable-linger')],
  ['fcrontab', unless(/^-l$/)],
  ['incrontab', unless(/^-l$/)],
  ['at', unless(/^-[lcdrV]$/)],
  ['batch', always],
  ['update-rc.d', always],
  ['rc-update', first('add')],
  ['chkconfig', (args) => args.length > 1],
  ['asdf', first('plugin add', 'plugin-add')],
  ['fish', withOption(/\bset\s+(-\w*U|--universal)|funcsave|fish_add_path|abbr\b/)],
  ['docker', withOption(/^--restart(=(?!no$)|$)/)],
  ['podman', withOption(/^--restart(=(?!no$)|$)/)],
  ['pm2', first('startup', 'save')],
  ['brew', first('services start', 'services run')],
  ['schtasks', withOption(/^\/(create|change)$/i)],
  ['dbus-update-activation-environment', always],
  // Programs that a login or another program starts.
  ['chsh', always],
  ['usermod', withOption(/^(-s|--shell)/)],
  ['visudo', always],
  ['update-alternatives', withOption(/^--(install|set|config)/)],
  ['xdg-mime', first('default')],
  ['xdg-settings', first('set')],
  ['desktop-file-install', always],
  ['defaults', first('write')],
  ['gsettings', first('set')],
  ['setx', always],
  ['reg', first('add', 'import')],
  ['ssh-copy-id', always],
  ['fish_add_path', always],
  ['insmod', always],
  ['modprobe', always],
])

const isOperand = (arg: string): boolean => !arg.startsWith('-')

/** Transports with which git starts a program that the address names, and options in place of a host. */
const STARTING_ADDRESS = /^(ext|fd|[a-z][a-z\d+.-]*)::|^(ssh:\/\/|[^/]*@)?-|:\/\/-/i
const TRANSPORTS = new Set('clone fetch pull push remote ls-remote submodule archive'.split(' '))

/** Setting names with which `git clone -c` brings no program. */
const QUIET_SETTING =
  /^(user\.(name|email)|core\.(autocrlf|eol|filemode|longpaths|symlinks|quotepath|ignorecase|compression|preloadindex|untrackedcache)|http\.(postbuffer|lowspeed\w+|version)|fetch\.\w+|pack\.\w+|advice\.\w+|color\.\w+|init\.defaultbranch|transfer\.\w+|gc\.auto|clone\.\w+|remote\.\w+\.(fetch|tagopt)|safe\.directory)(=|$)/i

/** A long option of git by its name or the beginning of it. */
const isOption = (arg: string, long: string, least: number): boolean => {
  const name = arg.replace(/=[\s\S]*$/, '')
  return name.length >= least + 2 && `--${long}`.startsWith(name)
}

function gitInstalls(words: readonly string[]): boolean {
  const { sub, args } = gitSubcommand(words)
  if (sub === 'lfs') return first('install', 'update')(args)
  if (sub === 'crypt') return first('init', 'unlock')(args)
  if (sub === 'secrets') return withOption(/^--install/)(args)
  if (sub === 'annex') return first('init', 'reinit')(args)
  if (sub === 'flow') return first('init')(args)
  if (sub === 'maintenance') return first('start', 'register')(args)
  if (sub === 'init' || sub === 'clone') {
    if (args.some((arg) => isOption(arg, 'template', 1))) return true
    if (sub === 'init') return args.some((arg) => isOption(arg, 'separate-git-dir', 2))
    if (args.some((arg, at) => bringsProgram(arg, args[at + 1] ?? ''))) return true
    if (args.some((arg) => isOption(arg, 'upload-pack', 1) || /^-[a-zA-Z]*u/.test(arg))) return true
  }
  return (
    TRANSPORTS.has(sub) &&
    args.some(
      (arg) =>
        STARTING_ADDRESS.test(arg.replace(/^--[a-z-]+=/, '')) && !/^-/.test(arg.replace(/^--[a-z-]+=/, '')),
    )
  )
}

/** Whether an option of `git clone` sets a setting that is not known to be quiet. */
function bringsProgram(option: string, next: string): boolean {
  const joined = /^(?:-[a-bd-zA-Z]*c|--conf?i?g?=)([\s\S]+)$/.exec(option)?.[1]
  if (joined !== undefined) return !QUIET_SETTING.test(joined)
  return (isOption(option, 'config', 3) || /^-[a-zA-Z]*c$/.test(option)) && !QUIET_SETTING.test(next)
}

const LONGEST_SHOWN = 200

/** Returns the command where it sets up programs that run later, as its card shows it; null for any other one. */
export function runsLater(given: readonly string[], assignments: readonly string[]): string | null {
  const name = packageName(given[0] ?? '')
  const exported = EXPORTS.has(name) ? given.slice(1) : []
  const template = [...assignments, ...exported].find(brings) ?? exported.find(placesEverywhere)
  const launched = launchedBy(given)
  const inner = withoutRunners(given)
  const sets = (words: readonly string[]) => installs(words) || installsPrograms(words, assignments)
  const isInstaller =
    launched === null || sets(given) || (inner !== given && sets(inner)) || launched.some(sets)
  if (template === undefined && !isInstaller) return null
  return shortened([...(template === undefined ? [] : [template]), ...given].join(' '))
}

/** Whether a command installs something, judged by its own words. */
function installs(words: readonly string[]): boolean {
  const name = packageName(words[0] ?? '')
  const args = words.slice(1)
  if (name === 'git') return gitInstalls(['git', ...args])
  if (name.startsWith('git-') && gitInstalls(['git', name.slice(4), ...args])) return true
  return INSTALLERS.get(name)?.(args) === true
}

const shortened = (text: string): string =>
  text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text

const EXPORTS = new Set(['export', 'declare', 'typeset', 'readonly', 'local', 'env'])

/** Whether an assignment gives git a folder of hooks for new repositories. */
function brings(assignment: string): boolean {
  const name = /^(\w+)\+?=/.exec(assignment)?.[1] ?? ''
  return name === 'GIT_TEMPLATE_DIR' && bringsSettings(name)
}
