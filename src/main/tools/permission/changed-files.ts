import { onlyStores } from './programs/archivers.ts'
import { onlyReads } from './programs/file-readers.ts'
import { gitReach } from './programs/git-readers.ts'
import { readsOptions } from './programs/option-files.ts'
import { withoutRunners } from './programs/package-runners.ts'

/** The ways in which a program may change files. */
export type FileChanges = {
  /** `writes` for a program that is known to change them, `may` for one that is not known. */
  readonly certainty: 'writes' | 'may'
  /**
   * The files it may change: `named` only those it names, `below` also everything in a folder it names, `folder` also
   * everything in the folder it starts in.
   */
  readonly reach: 'named' | 'below' | 'folder'
  /** Files of its folder that it changes without naming them. */
  readonly files?: readonly string[]
}

/** Programs whose purpose is to change files they name. */
const WRITERS = new Set(
  `rm rmdir mv cp tee dd ln install truncate shred touch chmod chown chgrp patch unlink rsync unzip gunzip gzip
  bzip2 bunzip2 xz unxz zstd unzstd black isort autopep8 yapf gofmt goimports rustfmt clang-format shfmt
  dos2unix unix2dos rimraf trash trash-put srm sd split csplit setfacl chattr scp sftp`.split(/\s+/),
)

/** Programs that make only what they name. */
const MAKERS = new Set(['mkdir', 'mkfifo', 'mknod', 'mktemp'])

/** Programs that change files of the folder without naming them. */
const WHOLE_FOLDER = new Set(
  `patch bsdtar unzip cpio git-apply 7z 7za 7zr unrar bsdcpio pax ar hg svn jj cvs bzr fossil degit quilt stow
  uncrustify pre-commit lint-staged ed ex red rename prename perl-rename file-rename rnr mmv qmv vidir`.split(
    /\s+/,
  ),
)

/** Editors, whose commands and scripts name files in ways of their own. */
const EDITORS = new Set(
  'vi vim nvim view rvim rview vimdiff gvim nano pico joe mcedit emacs emacsclient jed micro kak hx mg ne'.split(
    ' ',
  ),
)

/** Programs that run or check a project: they write in their own places and those they name. */
const BUILDERS = new Set(
  `docker podman npm pnpm yarn bun deno cargo go make cmake ninja node tsx tsc vitest jest mocha ava pytest
  mypy pyright pylint flake8 ruff eslint prettier biome stylelint oxlint dotnet gradle mvn swift mix rake rspec
  phpunit tox nox bazel bash sh dash zsh source .`.split(/\s+/),
)

/** Words with which a builder rewrites files that it does not name: snapshots, formats, fixes, outputs. */
const REWRITES: ReadonlyMap<string, RegExp> = new Map([
  ...['vitest', 'jest', 'ava', 'mocha'].map((name): [string, RegExp] => [
    name,
    /^(-[a-tv-zA-Z]*u[a-zA-Z]*$|--up)/,
  ]),
  ['pytest', /^--.*(update|regen|rewrite|fix|accept|bless)/],
  ['ruff', /^(format|clean|--fix|--unsafe-fixes|--add-noqa|--add-ignore)/],
  ['eslint', /^--(fix|init)/],
  ['stylelint', /^--fix/],
  ['oxlint', /^--(fix|init)/],
  ['prettier', /^(-[a-zA-Z]*w|--write)/],
  ['biome', /^(--(write|fix|apply)|init|migrate)/],
  ['cargo', /^(fmt|fix|--fix|clean|new|init|insta|generate|vendor)$/],
  ['go', /^(fmt|fix|generate|work|vendor|download)$/],
  ['deno', /^(fmt|--fix|compile|vendor)$/],
  ['dotnet', /^(format|new|clean|ef)$/],
  ['mix', /^format$/],
  ['playwright', /^(-u|--update)/],
  ['storybook', /^(-u|--update)/],
  ['bun', /^(-u|--update-snapshots|init|create)$/],
  ['docker', /^cp$/],
  ['podman', /^cp$/],
  ['tsc', /^(-b|--build|--init)$/i],
])

/** Of these, programs that are given the files they rewrite. */
const NAMES_ITS_FILES = new Set([
  'ruff',
  'eslint',
  'stylelint',
  'oxlint',
  'prettier',
  'biome',
  'deno',
  'docker',
  'podman',
])

/** Commands that only show what they would rewrite. */
const SHOWS = /^--(check|diff|dry-run)$/

/** Files that package managers change without naming them, and the subcommands that do not. */
const OWN_FILES: ReadonlyMap<string, { readonly files: readonly string[]; readonly not: RegExp }> = new Map([
  ...['npm', 'pnpm', 'yarn', 'bun'].map((name): [string, { files: string[]; not: RegExp }] => [
    name,
    {
      files: `package.json package-lock.json npm-shrinkwrap.json pnpm-lock.yaml yarn.lock bun.lock bun.lockb
      node_modules`.split(/\s+/),
      not: /^(test|t|tst|run|run-script|start|stop|exec|x|dlx|ls|list|view|info|show|outdated|why|explain|search|help|config|pack|publish|whoami|ping|root|prefix|bin|query|docs|repo)$/,
    },
  ]),
  ['cargo', { files: ['Cargo.toml', 'Cargo.lock'], not: /^(version|search|tree|metadata|help|login|fmt)$/ }],
  ['go', { files: ['go.mod', 'go.sum'], not: /^(vet|test|version|env|doc|list|help|fmt)$/ }],
  ...['poetry', 'uv', 'pdm', 'pipenv'].map((name): [string, { files: string[]; not: RegExp }] => [
    name,
    {
      files: ['pyproject.toml', 'poetry.lock', 'uv.lock', 'pdm.lock', 'Pipfile', 'Pipfile.lock', '.venv'],
      not: /^(run|show|tree|version|help|pip|tool|python)$/,
    },
  ]),
  ['bundle', { files: ['Gemfile', 'Gemfile.lock'], not: /^(exec|show|list|info|outdated)$/ }],
  ['composer', { files: ['composer.json', 'composer.lock', 'vendor'], not: /^(show|run|validate)$/ }],
])

/**
 * Returns how a program may change files, or `null` for one that is known to only read them. `acting` is an argument
 * that makes it write or start programs, if any.
 */
export function fileChanges(given: readonly string[], acting: string | null): FileChanges | null {
  const words = withoutRunners(given)
  const [name = '', ...rest] = words
  const base = name.split('/').at(-1) ?? ''
  if (base === 'git') return gitReach(words, acting) ?? (name === 'git' ? null : UNKNOWN_FILE)
  const changes = ofProgram(name, base, rest, acting)
  // A package may have the name of any program.
  const isTrusted = words === given || CHECKERS.has(name)
  return changes === null && !isTrusted ? UNKNOWN_FILE : changes
}

/** A file with the name of a reader may be any program. */
const UNKNOWN_FILE: FileChanges = { certainty: 'may', reach: 'named' }

/** Packages that only read unless an option says otherwise. */
const CHECKERS = new Set(['eslint', 'prettier', 'biome'])

function ofProgram(
  name: string,
  base: string,
  rest: readonly string[],
  acting: string | null,
): FileChanges | null {
  if (base === 'tar' || base === 'zip') return ofArchiver(base, rest)
  if (EDITORS.has(base) || readsOptions(base, rest, BUILDERS.has(base)))
    return { certainty: 'may', reach: 'folder' }
  // Its filter is a script of its own, with the name of each part in a variable.
  if (base === 'split' && rest.some((word) => /^--f/.test(word)))
    return { certainty: 'writes', reach: 'folder' }
  if (WHOLE_FOLDER.has(base)) return { certainty: 'writes', reach: 'folder' }
  if (WRITERS.has(base)) return { certainty: 'writes', reach: 'below' }
  if (base === 'fd' && acting !== null) return { certainty: 'may', reach: 'folder' }
  if (base === 'find' && acting !== null) {
    return { certainty: 'writes', reach: isOperand(rest[0] ?? '-') ? 'below' : 'folder' }
  }
  const isScript = base === 'sed' && acting !== null && /^(-[nErsuz]*e|--expression)$/.test(acting)
  if ((acting === null || isScript) && onlyReads(name, rest)) return null
  if (MAKERS.has(base)) return { certainty: 'may', reach: 'named' }
  if (base === 'sed' || base === 'yq') return ofEditor(base, rest)
  const rewrites = REWRITES.get(base)
  if (
    rewrites !== undefined &&
    rest.some((word) => rewrites.test(word)) &&
    !rest.some((word) => SHOWS.test(word))
  ) {
    return {
      certainty: 'writes',
      reach: NAMES_ITS_FILES.has(base) && rest.filter(isOperand).length > 1 ? 'below' : 'folder',
    }
  }
  if (base === 'tsc') {
    const emits = !rest.some((word) => /^--(noemit|version|help|showconfig|listfilesonly)$/i.test(word))
    return { certainty: 'may', reach: emits ? 'folder' : 'named' }
  }
  if (mountsFolder(base, rest) || (!BUILDERS.has(base) && rest.some((word) => REWRITING.test(word)))) {
    return { certainty: 'may', reach: 'folder' }
  }
  const reach = BUILDERS.has(base) ? 'named' : 'below'
  const own = OWN_FILES.get(base)
  const changesOwn = own !== undefined && !own.not.test(rest.find(isOperand) ?? '')
  return { certainty: 'may', reach, ...(changesOwn ? { files: own.files } : {}) }
}

/** Words with which programs that are not known rewrite files they do not name. */
const REWRITING =
  /^(--(fix|write|in-?place|apply|auto-?correct(-all)?|autofix|update[a-z-]*|overwrite|regenerate|accept)(=.*)?|fmt|format|reformat|extract|-[aA])$/

/** Whether a container gets folders of this machine. */
function mountsFolder(base: string, rest: readonly string[]): boolean {
  return (
    /^(docker|podman|nerdctl)$/.test(base) && rest.some((word) => /^(-[a-z]*v|--(volume|mount))/.test(word))
  )
}

const isOperand = (word: string): boolean => !word.startsWith('-')

function ofArchiver(base: 'tar' | 'zip', rest: readonly string[]): FileChanges {
  return onlyStores(base, rest)
    ? { certainty: 'may', reach: 'named' }
    : { certainty: 'writes', reach: 'folder' }
}

/** Their programs name files in ways of their own, so that anything in the folder may be meant. */
function ofEditor(base: string, rest: readonly string[]): FileChanges {
  const inPlace = rest.some((word) => /^(-[a-zA-Z]*i|--in)/.test(word))
  if (inPlace && (base === 'yq' || rest.some((word) => /^s(.).*\1.*\1[gpI\d]*$/.test(word)))) {
    return { certainty: 'writes', reach: 'below' }
  }
  return { certainty: inPlace ? 'writes' : 'may', reach: 'folder' }
}
