/** Options before a subcommand: those without a value, and those whose value is the next word. */
type GlobalOptions = { readonly flags: RegExp; readonly valued: RegExp }

const NOTHING = /^$/

const GLOBAL_OPTIONS: ReadonlyMap<string, GlobalOptions> = new Map([
  [
    'git',
    {
      flags:
        /^(-[pPhv]|--(no-pager|paginate|bare|no-replace-objects|(literal|glob|noglob|icase)-pathspecs|no-optional-locks|no-lazy-fetch|no-advice|version|help))$/,
      valued:
        /^(-[Cc]|--(git-dir|work-tree|namespace|super-prefix|config-env|attr-source|exec-path|shallow-file))$/,
    },
  ],
  ['npm', { flags: /^(-[gsdqfy]|--(global|silent|yes|force|no-[a-z-]+))$/, valued: NOTHING }],
])

const PROGRAMS = new Set(
  `git docker podman kubectl npm pnpm yarn bun cargo gh glab systemctl helm terraform aws gcloud az go pip brew apt
  apt-get dnf poetry uv rustup dotnet`.split(/\s+/),
)

/** Whether the first word of a program's arguments is a subcommand. */
export function hasSubcommands(program: string): boolean {
  return PROGRAMS.has(program)
}

/** Other names of subcommands. */
const ALIASES: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
  ...['npm', 'pnpm', 'yarn'].map((name): [string, Record<string, string>] => [
    name,
    {
      'run-script': 'run',
      rum: 'run',
      urn: 'run',
      t: 'test',
      tst: 'test',
      x: 'exec',
      i: 'install',
      in: 'install',
      add: 'install',
      isntall: 'install',
      'clean-install': 'ci',
      rm: 'uninstall',
      r: 'uninstall',
      un: 'uninstall',
      unlink: 'uninstall',
      remove: 'uninstall',
    },
  ]),
  ['cargo', { b: 'build', c: 'check', d: 'doc', r: 'run', t: 'test', rm: 'remove' }],
  ['git', { stage: 'add', annotate: 'blame' }],
])

const MOST_OPTIONS = 24

/**
 * Returns the forms of a command without the options between the program and its subcommand, so that a refusal
 * of `git push` finds `git -C . push`. An option that is not known counts with and without a value. `git-push` and
 * `npm run-script` count as `git push` and `npm run`.
 */
export function subcommandForms(given: readonly string[]): string[] {
  const base = given[0]?.split('/').at(-1)?.toLowerCase() ?? ''
  const isGit = base.startsWith('git-')
  const words = isGit ? ['git', base.slice('git-'.length), ...given.slice(1)] : [base, ...given.slice(1)]
  const forms = [...(isGit ? [words.join(' ')] : []), ...formsWithoutOptions(words)]
  return [...forms, ...[words.join(' '), ...forms].flatMap(withoutAlias)]
}

/** Kinds of things that docker takes in front of a subcommand which it also has without them. */
const DOCKER_KINDS = /^(container|image|volume|network|system|builder|buildx|plugin|context)$/

function withoutAlias(form: string): string[] {
  const [program = '', sub = '', ...rest] = form.split(' ')
  if (/^(docker|podman|nerdctl)$/.test(program) && DOCKER_KINDS.test(sub) && rest.length > 0) {
    return [[program, ...rest].join(' ')]
  }
  const known = ALIASES.get(program)
  return known !== undefined && Object.hasOwn(known, sub) ? [[program, known[sub], ...rest].join(' ')] : []
}

function formsWithoutOptions(words: readonly string[]): string[] {
  const [program = ''] = words
  if (words[1]?.startsWith('-') !== true) return []
  const known = GLOBAL_OPTIONS.get(program)
  const forms: string[] = []
  const places = new Set([1])
  for (const place of places) {
    const word = words[place]
    if (word === undefined || place > MOST_OPTIONS) continue
    if (word.startsWith('-')) {
      for (const next of placesAfter(word, place, known)) places.add(next)
    } else forms.push([program, ...words.slice(place)].join(' '))
  }
  return forms
}

function placesAfter(option: string, place: number, known: GlobalOptions | undefined): number[] {
  if (option.startsWith('--') && option.includes('=')) return [place + 1]
  if (known?.flags.test(option) === true) return [place + 1]
  if (known?.valued.test(option) === true) return [place + 2]
  return [place + 1, place + 2]
}
