import { lstat } from 'node:fs/promises'
import { isErrno } from '../../../lib/errno.ts'
import { locatePath } from '../../files/locate-path.ts'
import { type PathFlavour, placeOf } from '../../files/project-path.ts'
import type { SimpleCommand } from '../../permission/syntax/split-command.ts'
import { folderAt } from './command-names.ts'

/** The files of the project that variables make a program read before its work. */
export type LoadedFiles = {
  /** Their places as rules know them, also where nothing is there yet. */
  readonly paths: readonly string[]
  /** Whether one of them is there and holds options, which may name any file. */
  readonly hasOptions: boolean
}

type Loaded = { readonly path: string; readonly isOptions: boolean }

/** Variables that say where a file with options is, and what follows their value in its path. */
type OptionFiles = Readonly<Record<string, readonly string[]>>

/** Programs that take options from a file, and the variables that say where it is. */
const OPTION_FILES: Readonly<Record<string, OptionFiles>> = {
  curl: {
    CURL_HOME: ['/.curlrc', '/_curlrc'],
    HOME: ['/.curlrc', '/.config/curlrc'],
    XDG_CONFIG_HOME: ['/.curlrc', '/curlrc'],
  },
  wget: { WGETRC: [''], HOME: ['/.wgetrc'] },
  wget2: { WGET2RC: [''], HOME: ['/.wget2rc'], XDG_CONFIG_HOME: ['/wget/wget2rc'] },
  rg: { RIPGREP_CONFIG_PATH: [''] },
  psql: { PSQLRC: [''], HOME: ['/.psqlrc'] },
  sqlite3: { HOME: ['/.sqliterc'], XDG_CONFIG_HOME: ['/sqlite3/sqliterc'] },
  gdb: { HOME: ['/.gdbinit'], XDG_CONFIG_HOME: ['/gdb/gdbinit'] },
  screen: { SCREENRC: [''], HOME: ['/.screenrc'] },
  tmux: { HOME: ['/.tmux.conf'], XDG_CONFIG_HOME: ['/tmux/tmux.conf'] },
  gpg: { GNUPGHOME: ['/gpg.conf'], HOME: ['/.gnupg/gpg.conf'] },
  openssl: { OPENSSL_CONF: [''] },
  lynx: { LYNX_CFG: [''] },
  ...fromEach(['mysql', 'mysqldump', 'mariadb'], { MYSQL_HOME: ['/my.cnf'], HOME: ['/.my.cnf'] }),
  ...fromEach(['npm', 'pnpm', 'npx'], {
    npm_config_userconfig: [''],
    NPM_CONFIG_USERCONFIG: [''],
    npm_config_globalconfig: [''],
    NPM_CONFIG_GLOBALCONFIG: [''],
    HOME: ['/.npmrc'],
  }),
  ...fromEach(['pip', 'pip3'], {
    PIP_CONFIG_FILE: [''],
    HOME: ['/.pip/pip.conf', '/.config/pip/pip.conf'],
    XDG_CONFIG_HOME: ['/pip/pip.conf'],
  }),
  uv: { UV_CONFIG_FILE: [''], XDG_CONFIG_HOME: ['/uv/uv.toml'] },
  aria2c: { HOME: ['/.aria2/aria2.conf'], XDG_CONFIG_HOME: ['/aria2/aria2.conf'] },
  'yt-dlp': { HOME: ['/.yt-dlp.conf', '/.config/yt-dlp/config'], XDG_CONFIG_HOME: ['/yt-dlp/config'] },
}

function fromEach(names: readonly string[], files: OptionFiles): Record<string, OptionFiles> {
  return Object.fromEntries(names.map((name) => [name, files]))
}

/** Variables with which a program loads code from a file before its own. */
const CODE =
  /^(NODE_OPTIONS|LD_(PRELOAD|AUDIT)|DYLD_INSERT_LIBRARIES|PYTHONSTARTUP|PERL5OPT|RUBYOPT|BASH_ENV|ENV|(JAVA_TOOL|JDK_JAVA|_JAVA)_OPTIONS|BUN_OPTIONS)$/

const ASSIGNMENT = /^([A-Za-z_]\w*)\+?=([\s\S]*)$/

/** Whether variables of a command make its program read a file first. */
export const loadsFiles = (one: SimpleCommand): boolean => loadedBy(one).length > 0

/** Looks for the files of the project that variables of a command make its program read. */
export async function loadedFiles(
  one: SimpleCommand,
  root: string,
  flavour: PathFlavour,
): Promise<LoadedFiles> {
  const paths: string[] = []
  let hasOptions = false
  for (const { path, isOptions } of loadedBy(one)) {
    for (const way of one.ways) {
      const folder = await folderAt(way, root, flavour)
      const { absolute } = await locatePath(folder, path, flavour)
      const { shown, outside } = placeOf(root, absolute, flavour)
      paths.push(shown)
      hasOptions ||= isOptions && !outside && (await isThere(absolute))
    }
  }
  return { paths, hasOptions }
}

function loadedBy({ words, assignments }: SimpleCommand): Loaded[] {
  const program = words[0]?.split('/').at(-1) ?? ''
  const known = Object.hasOwn(OPTION_FILES, program) ? OPTION_FILES[program] : undefined
  return assignments.flatMap((assignment): Loaded[] => {
    const [, name = '', value = ''] = ASSIGNMENT.exec(assignment) ?? []
    if (value === '') return []
    const options = known !== undefined && Object.hasOwn(known, name) ? known[name] : undefined
    if (options !== undefined) return options.map((end) => ({ path: value + end, isOptions: true }))
    return CODE.test(name) ? filesIn(value).map((path) => ({ path, isOptions: false })) : []
  })
}

/** The words of a value that may name a file, without the options before them. */
function filesIn(value: string): string[] {
  return value
    .split(/[\s:,]+/)
    .map((word) => word.replace(/^-(-?[A-Za-z][\w-]*[=:]|[rMIm](?=.))/, ''))
    .filter((word) => word !== '' && !word.startsWith('-'))
}

async function isThere(absolute: string): Promise<boolean> {
  try {
    await lstat(absolute)
    return true
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return false
    if (isErrno(error)) return true
    throw error
  }
}
