import { posix, win32 } from 'node:path'

/** The kinds of path there are. macOS writes paths like Linux and compares names like Windows. */
export type Platform = 'win32' | 'darwin' | 'linux'

/** Path parsing and formatting of one platform. Pure: it never reads the disk. */
export type PathRules = ReturnType<typeof pathRules>

export function pathRules(platform: Platform) {
  const path = platform === 'win32' ? win32 : posix
  const normal = (text: string) => normalise(text, platform)

  return {
    platform,
    path,
    separator: path.sep,
    join: (folder: string, name: string) => path.join(folder, name),
    nameOf: (folder: string) => path.basename(folder) || folder,
    parentOf: (folder: string): string | null => {
      const parent = path.dirname(folder)
      return parent === folder ? null : parent
    },
    normal,
    /** The same text for two spellings of the same folder, as far as spelling alone can tell. */
    key: (folder: string) => {
      const text = normal(folder).normalize('NFC')
      return platform === 'linux' ? text : text.toLowerCase()
    },
    /**
     * Returns a typed path as an absolute path without `..`. Null for a relative one. `~` is the home folder.
     */
    absolute: (typed: string, home: string): string | null => {
      const text = withHome(typed.trim(), home, path)
      if (text === '' || text.includes('\0') || !isWhole(text, platform)) return null
      return normal(text)
    },
    /** The path as a person reads it, with `~` for their home. */
    display: (folder: string, home: string): string => {
      const inside = path.relative(home, folder)
      if (inside === '') return '~'
      const outside = inside === '..' || inside.startsWith(`..${path.sep}`) || path.isAbsolute(inside)
      return outside ? folder : `~${path.sep}${inside}`
    },
    crumbs: (folder: string): { name: string; path: string }[] => {
      const { root } = path.parse(folder)
      const names = folder.slice(root.length).split(path.sep).filter(Boolean)
      const crumbs = [{ name: root.length > 1 ? root.replace(/\\$/, '') : root, path: root }]
      let at = root
      for (const name of names) {
        at = path.join(at, name)
        crumbs.push({ name, path: at })
      }
      return crumbs
    },
    /** Whether `inner` is `outer` or lies in it. */
    contains: (outer: string, inner: string): boolean => {
      const way = path.relative(outer, inner)
      return way === '' || (way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way))
    },
    isHidden: (name: string): boolean =>
      name.startsWith('.') ||
      (platform === 'win32' && (name.startsWith('$') || WINDOWS_HIDDEN.has(name.toLowerCase()))),
  }
}

/** Folders Windows itself hides. Its hidden mark on others cannot be read from here. */
const WINDOWS_HIDDEN: ReadonlySet<string> = new Set([
  'appdata',
  'application data',
  'config.msi',
  'cookies',
  'documents and settings',
  'local settings',
  'msocache',
  'nethood',
  'printhood',
  'programdata',
  'recent',
  'recovery',
  'sendto',
  'start menu',
  'system volume information',
  'templates',
])

/** On Windows `C:` and `\folder` depend on where a process happens to be, so they do not count as whole. */
function isWhole(text: string, platform: Platform): boolean {
  if (platform !== 'win32') return text.startsWith('/')
  return /^[A-Za-z]:[\\/]/.test(text) || SHARE.test(text)
}

/** A server and one of its shares. Neither can be called `.` or `..`, which would climb. */
const SHARE = /^[\\/]{2}(?!\.{1,2}[\\/])[^\\/]+[\\/]+(?!\.{1,2}(?:[\\/]|$))[^\\/]+/

function withHome(text: string, home: string, path: typeof posix | typeof win32): string {
  if (text === '~') return home
  const separators = path === win32 ? ['/', '\\'] : ['/']
  return separators.includes(text[1] ?? '') && text[0] === '~' ? path.join(home, text.slice(2)) : text
}

/** One spelling: no `.`, `..`, doubled or trailing separators, no `\\?\` prefix, drive letters upper case. */
function normalise(text: string, platform: Platform): string {
  if (platform !== 'win32') return withoutEnd(posix.normalize(text), '/').replace(/^\/\/(?!\/)/, '/')
  const bare = text.replace(/^\\\\\?\\UNC\\/i, '\\\\').replace(/^\\\\\?\\(?=[A-Za-z]:)/, '')
  const normal = win32.normalize(bare)
  const { root } = win32.parse(normal)
  const cut = normal.length > root.length ? withoutEnd(normal, '\\') : normal
  return cut.replace(/^[a-z]:/, (drive) => drive.toUpperCase())
}

function withoutEnd(text: string, separator: string): string {
  return text.length > 1 && text.endsWith(separator) ? text.slice(0, -1) : text
}
