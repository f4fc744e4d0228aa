/** One line of a git settings file. Section and key are in lower case, as git reads them. */
export type GitSetting = {
  readonly section: string
  /** What stands in quotes after the section, or after its dot; empty for none. */
  readonly sub: string
  readonly key: string
  readonly value: string
}

const BOOLEAN = 'true'

const BLANK = String.raw`(\s+|[#;][^\n]*)`
const SECTION = String.raw`\[([a-z0-9-]+)(?:\.([a-z0-9.-]*)|[ \t]+"((?:[^"\\\n]|\\[^\n])*)")?\]`
/** A value goes on over lines that end with a backslash; a comment after it does not. */
const VALUE = String.raw`(?:\\[\s\S]|"(?:\\[\s\S]|[^"\\\n])*"|[^"\\\n#;])*(?:[#;][^\n]*)?`
const SETTING = String.raw`([a-z][a-z0-9-]*)[ \t]*(?:=(${VALUE}))?`

/** Reads a git settings file. `null` when something in it is not plainly a section or a setting. */
export function parseGitSettings(text: string): GitSetting[] | null {
  const source = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
  const piece = new RegExp([BLANK, SECTION, SETTING].join('|'), 'giy')
  const settings: GitSetting[] = []
  let section: { readonly name: string; readonly sub: string } | null = null
  while (piece.lastIndex < source.length) {
    const found = piece.exec(source)
    if (found === null) return null
    const [, blank, name, dotted, quoted, key, value] = found
    if (name !== undefined) section = { name: name.toLowerCase(), sub: dotted ?? quoted ?? '' }
    else if (blank === undefined) {
      if (section === null || key === undefined) return null
      const setting = { section: section.name, sub: section.sub, key: key.toLowerCase() }
      settings.push({ ...setting, value: value === undefined ? BOOLEAN : plainValue(value) })
    }
  }
  return settings
}

/** A value without its quotes, its comment and the ends of its lines. */
function plainValue(written: string): string {
  const parts = written.matchAll(/\\\n|\\([\s\S])|"((?:\\[\s\S]|[^"\\])*)"|([#;][\s\S]*)|([^"\\#;]+)/g)
  return [...parts]
    .map(([, escaped, quoted, , plain]) => escaped ?? quoted?.replace(/\\([\s\S])/g, '$1') ?? plain ?? '')
    .join('')
    .trim()
}

/** Settings of a repository that let git start nothing and look nowhere else. What is not here may do either. */
const QUIET: Readonly<Record<string, RegExp>> = {
  core: /^(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|quotepath|longpaths|protecthfs|protectntfs|abbrev|untrackedcache|compression|bigfilethreshold|sharedrepository|hidedotfiles|trustctime|checkstat|preloadindex|fscache|commitgraph|multipackindex|whitespace|sparsecheckout|sparsecheckoutcone)$/,
  extensions: /^(worktreeconfig|objectformat|compatobjectformat|refstorage|noop)$/,
  remote:
    /^(url|pushurl|fetch|push|tagopt|prune|prunetags|mirror|skipdefaultupdate|skipfetchall|gh-resolved)$/,
  branch: /^/,
  submodule: /^(url|active|branch|path|ignore|shallow)$/,
  user: /^(name|email|signingkey|useconfigonly)$/,
  diff: /^(algorithm|renames|renamelimit|mnemonicprefix|noprefix|context|interhunkcontext|colormoved|colormovedws|indentheuristic|statgraphwidth|wserrorhighlight)$/,
  status: /^(short|branch|aheadbehind|renames|renamelimit|showuntrackedfiles|relativepaths|showstash)$/,
  log: /^(date|decorate|abbrevcommit|follow|mailmap)$/,
  lfs: /^(repositoryformatversion|access|locksverify)$/,
  commit: /^(gpgsign|verbose|cleanup)$/,
  tag: /^(gpgsign|sort)$/,
  merge: /^(ff|conflictstyle)$/,
  index: /^(version|sparse|threads|skiphash)$/,
  feature: /^manyfiles$/,
  ...Object.fromEntries(
    'color column advice i18n pull push fetch init rebase rerere gui gc maintenance pack'
      .split(' ')
      .map((section) => [section, /^/]),
  ),
}

/** Sections that mean something else, with programs in them, when they have a name in quotes. */
const PLAIN_ONLY = /^(core|diff|merge|log|status|index|commit|tag|user)$/

/**
 * The first setting that is not known to be quiet, as people write it, or `null` when all of them are. Where hooks
 * are kept is not judged here: it is a folder that somebody has to look into.
 */
export function loudSetting(settings: readonly GitSetting[]): string | null {
  const loud = settings.find((setting) => !isQuiet(setting))
  if (loud === undefined) return null
  return [loud.section, ...(loud.sub === '' ? [] : [loud.sub]), loud.key].join('.')
}

function isQuiet({ section, sub, key, value }: GitSetting): boolean {
  if (section === 'core' && sub === '' && key === 'hookspath') return true
  if (section === 'core' && sub === '' && key === 'fsmonitor') return /^(false|no|off|0|)$/i.test(value)
  if (PLAIN_ONLY.test(section) && sub !== '') return false
  return Object.hasOwn(QUIET, section) && QUIET[section]?.test(key) === true
}

/** Where these settings say that hooks are. */
export function hooksPaths(settings: readonly GitSetting[]): string[] {
  return settings
    .filter(({ section, sub, key }) => section === 'core' && sub === '' && key === 'hookspath')
    .map(({ value }) => value)
}
