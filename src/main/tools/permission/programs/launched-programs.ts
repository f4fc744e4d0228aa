import { wrapperNamed } from './wrappers.ts'

/** A program that starts another one: options without a value, and words in front of the inner command. */
type Launcher = { readonly flags: RegExp; readonly operands: number }

const NO_FLAGS = /^$/

/** Launchers beside the wrappers. */
const LAUNCHERS: ReadonlyMap<string, Launcher> = new Map([
  [
    'xargs',
    {
      flags: /^(-[0rtpxo]+|-[IdEnLPsa].+|--(null|no-run-if-empty|verbose|interactive|exit|open-tty))$/,
      operands: 0,
    },
  ],
  [
    'parallel',
    {
      flags: /^(-[0kqvXmu]+|-[IjnNLPS].+|--(null|quote|verbose|bar|keep-order|dry-run|line-buffer))$/,
      operands: 0,
    },
  ],
  ...`hyperfine concurrently dumb-init tini catatonit gosu su-exec chronic caffeinate cross-env env-cmd nodemon tsx
  node proxychains proxychains4 torsocks tsocks daemonize daemon start-stop-daemon chpst setlock softlimit script su sg
  runas wsl sem rush run-one mispipe ifne ts faketime eatmydata nocache cpulimit numactl perf gdb heaptrack ssh tmux
  screen busybox toybox arch builtin npm-run-all run-p run-s onchange chokidar wireit doppler op dotenvx
  with-env flatpak-spawn toolbox distrobox steam-run nix-shell`
    .split(/\s+/)
    .map((name): [string, Launcher] => [name, { flags: NO_FLAGS, operands: 1 }]),
])

/** Programs of packages, the subcommands with which they start one, and whether they start it without any. */
type Runner = { readonly subcommands: ReadonlySet<string>; readonly alone: boolean }

const runner = (subcommands: string, alone: boolean): Runner => ({
  subcommands: new Set(subcommands.split(' ').filter((each) => each !== '')),
  alone,
})

const RUNNERS: ReadonlyMap<string, Runner> = new Map([
  ...['npx', 'bunx', 'uvx', 'pnpx', 'corepack', 'dotenv'].map((name): [string, Runner] => [
    name,
    runner('', true),
  ]),
  ...['yarn', 'pnpm', 'bun'].map((name): [string, Runner] => [
    name,
    runner('exec dlx x run workspace foreach', true),
  ]),
  ['npm', runner('exec x', false)],
  ['deno', runner('run', false)],
  ...['uv', 'poetry', 'pdm', 'pipenv', 'pipx', 'hatch', 'rye', 'devbox', 'pixi', 'conda', 'mamba'].map(
    (name): [string, Runner] => [name, runner('run', false)],
  ),
  ['bundle', runner('exec', false)],
  ['mise', runner('exec x', false)],
  ['asdf', runner('exec', false)],
  ['direnv', runner('exec', false)],
])

const FIND = /(^|\/)(find|fd|fdfind)$/
const FIND_ACTIONS = /^-(exec|execdir|ok|okdir)$/
const FD_ACTIONS = /^(-[a-zA-Z]*[xX]|--exec|--exec-batch)$/
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/
const MOST_PLACES = 24
const MOST_COMMANDS = 400
/** Maximum words of an action. */
const MOST_WORDS = 60
const MOST_DEPTH = 5

/**
 * Returns the commands that a launcher, such as `find -exec`, `xargs`, `env` or `npx`, may start, and those that these
 * start in turn; null where there are too many. An option that is not known counts with and without a value.
 */
export function launchedBy(words: readonly string[]): (readonly string[])[] | null {
  const found: (readonly string[])[] = []
  const isInFind = FIND.test(words[0] ?? '')
  let level: readonly (readonly string[])[] = [words]
  for (let depth = 0; depth < MOST_DEPTH && level.length > 0; depth += 1) {
    // The actions of an inner `find` are also actions of the outer one.
    level = level.flatMap((each) => (depth > 0 && isInFind && FIND.test(each[0] ?? '') ? [] : innerOf(each)))
    if (level.length + found.length > MOST_COMMANDS) return null
    found.push(...level)
  }
  return found
}

const IN_PACKAGES = /^(?:.*\/)?node_modules\/(?!\.)((?:@[^/]+\/)?[^/]+)\/./

/** The name of a program without its folder, its version and its scope. */
export function packageName(word: string): string {
  // A file of a package in the project is started like the program of the package.
  const given = (IN_PACKAGES.exec(word)?.[1] ?? word).replace(/^npm:/, '')
  const version = given.indexOf('@', Math.max(given.lastIndexOf('/'), 0) + 1)
  const scoped = (version < 0 ? given : given.slice(0, version)).replace(/^@(?:([^/]*)\/cli$|[^/]*\/)/, '$1')
  const base = scoped.split('/').at(-1) ?? ''
  return base.toLowerCase().replace(/\.(exe|cmd|bat|com)$/, '')
}

function innerOf(words: readonly string[]): (readonly string[])[] {
  // The rest of `parallel ::: 'npm test'`.
  if (/^:::\+?$/.test(words[0] ?? '')) return [words.slice(1), ...textsIn(words)]
  const name = packageName(words[0] ?? '')
  if (name === 'find') return actionsOf(words, FIND_ACTIONS)
  if (name === 'fd' || name === 'fdfind') return actionsOf(words, FD_ACTIONS)
  const wrapper = wrapperNamed(name)
  const launcher = LAUNCHERS.get(name) ?? (wrapper === undefined ? undefined : launcherOf(wrapper))
  if (launcher !== undefined) return [...commandsAfter(words, 1, launcher), ...textsIn(words)]
  const started = RUNNERS.get(name)
  return started === undefined ? [] : [...packagesOf(words, started), ...textsIn(words)]
}

/** In the table of wrappers some take any option: those may have a value. */
function launcherOf({ flags, operands }: { readonly flags: RegExp; readonly operands: number }): Launcher {
  return { flags: flags.test('--unknown') ? NO_FLAGS : flags, operands }
}

function actionsOf(words: readonly string[], action: RegExp): (readonly string[])[] {
  return words.flatMap((word, at) =>
    action.test(word) && words[at + 1] !== undefined ? [words.slice(at + 1, at + 1 + MOST_WORDS)] : [],
  )
}

/** Returns the places of the words that may be the first one after options, from `start` on. */
function placesAfter(words: readonly string[], start: number, flags: RegExp): number[] {
  const found: number[] = []
  const places = new Set([start])
  for (const place of places) {
    const word = words[place]
    if (word === undefined || place > start + MOST_PLACES) continue
    if (word.startsWith('-') && word !== '-') {
      places.add(place + 1)
      const hasValue = word !== '--' && !word.includes('=') && !flags.test(word)
      if (hasValue) places.add(place + 2)
    } else if (ASSIGNMENT.test(word)) places.add(place + 1)
    else found.push(place)
  }
  return found
}

function commandsAfter(
  words: readonly string[],
  start: number,
  { flags, operands }: Launcher,
): (readonly string[])[] {
  return placesAfter(words, start, flags).flatMap((place) =>
    Array.from({ length: operands + 1 }, (_, more) => words.slice(place + more)).filter(
      (each) => each.length > 0,
    ),
  )
}

function packagesOf(words: readonly string[], { subcommands, alone }: Runner): (readonly string[])[] {
  return placesAfter(words, 1, NO_FLAGS).flatMap((place) => {
    const inner = subcommands.has(words[place] ?? '')
      ? commandsAfter(words, place + 1, { flags: NO_FLAGS, operands: words[place] === 'workspace' ? 1 : 0 })
      : []
    return alone ? [words.slice(place), ...inner] : inner
  })
}

/** Commands that are given as one text: `hyperfine 'npm test'`, `su -c 'npm test'`, `npx --call='npm test'`. */
function textsIn(words: readonly string[]): (readonly string[])[] {
  return words
    .slice(1, MOST_PLACES)
    .map((word) => word.replace(/^--?[\w-]+=/, ''))
    .filter((word) => /\S\s+\S/.test(word) && word.length < 2_000)
    .flatMap((word) => word.split(/[;&|\n]+/).map((each) => each.trim().split(/\s+/)))
}
