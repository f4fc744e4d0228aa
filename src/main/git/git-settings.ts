/** One line of a git settings file. Section and key are in lower case, as git reads them. */
export type GitSetting = {
  readonly section: string
  /** The quoted subsection, or the part after the dot; empty for none. */
  readonly sub: string
  readonly key: string
  readonly value: string
}

const BOOLEAN = 'true'

const BLANK = String.raw`(\s+|[#;][^\n]*)`
const SECTION = String.raw`\[([a-z0-9-]+)(?:\.([a-z0-9.-]*)|[ \t]+"((?:[^"\\\n]|\\[^\n])*)")?\]`
/** A value continues over lines that end with a backslash; a comment after it does not. */
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

/** The parts of a repository that git reads: only commits, refs and contents, or also the work tree. */
export type GitReads = 'objects' | 'files'

type QuietSettings = Readonly<Record<string, RegExp>>

/** Settings with which git starts no program and reads no other place. Unknown settings may do either. */
const QUIET: QuietSettings = {
  core: /^(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|quotepath|longpaths|protecthfs|protectntfs|abbrev|untrackedcache|compression|bigfilethreshold|sharedrepository|hidedotfiles|trustctime|checkstat|preloadindex|fscache|commitgraph|multipackindex|whitespace|sparsecheckout|sparsecheckoutcone)$/,
  extensions: /^(worktreeconfig|objectformat|compatobjectformat|refstorage|noop)$/,
  remote:
    /^(url|pushurl|fetch|push|tagopt|prune|prunetags|mirror|skipdefaultupdate|skipfetchall|gh-resolved)$/,
  // Options of a merge may name a strategy, which is a program.
  branch: /^(?!mergeoptions$)/,
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
  pull: /^(?!twohead$|octopus$)/,
  fetch: /^(?!bundleuri$)/,
  init: /^(?!templatedir$)/,
  gc: /^(?!recentobjectshook$)/,
  ...allKeysOf('color column advice i18n push rebase rerere gui maintenance pack'),
}

/**
 * Settings that also stay quiet while git reads objects only and all transports are off: their programs belong to
 * files, remotes, signatures, editors and pagers.
 */
const QUIET_FOR_OBJECTS: QuietSettings = {
  ...allKeysOf('alias commit credential diff filter gpg http lfs log merge pager status tag url user'),
  core: /^(sshcommand|askpass|editor|pager|fsmonitor|attributesfile|excludesfile|commentchar|notesref)$/,
  sequence: /^editor$/,
}

function allKeysOf(sections: string): QuietSettings {
  return Object.fromEntries(sections.split(' ').map((section) => [section, /^/]))
}

/** Sections that get another meaning, with programs, when they have a name in quotes. */
const PLAIN_ONLY = /^(core|diff|merge|log|status|index|commit|tag|user)$/

/**
 * Returns the settings that are not known to be quiet. Skips `core.hooksPath`: its folder needs a check of its own.
 */
export function loudSettings(settings: readonly GitSetting[], reads: GitReads): GitSetting[] {
  return settings.filter(
    (setting) => !isQuiet(setting) && !(reads === 'objects' && isQuietForObjects(setting)),
  )
}

/** Returns the name of a setting as people write it. */
export function settingName({ section, sub, key }: GitSetting): string {
  return [section, ...(sub === '' ? [] : [sub]), key].join('.')
}

function isQuiet({ section, sub, key, value }: GitSetting): boolean {
  if (section === 'core' && sub === '' && key === 'hookspath') return true
  if (section === 'core' && sub === '' && key === 'fsmonitor') return /^(false|no|off|0|)$/i.test(value)
  if (PLAIN_ONLY.test(section) && sub !== '') return false
  return isListed(QUIET, section, key)
}

function isQuietForObjects({ section, sub, key }: GitSetting): boolean {
  return !(section === 'core' && sub !== '') && isListed(QUIET_FOR_OBJECTS, section, key)
}

function isListed(list: QuietSettings, section: string, key: string): boolean {
  return Object.hasOwn(list, section) && list[section]?.test(key) === true
}

/** Returns the hook folders in these settings. */
export function hooksPaths(settings: readonly GitSetting[]): string[] {
  return settings
    .filter(({ section, sub, key }) => section === 'core' && sub === '' && key === 'hookspath')
    .map(({ value }) => value)
}
