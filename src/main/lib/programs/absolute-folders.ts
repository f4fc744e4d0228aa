/** Lists of folders or libraries that programs look through. A part that is not absolute is looked for where they run. */
const LISTS =
  /^(PATH|LD_LIBRARY_PATH|LD_PRELOAD|LD_AUDIT|DYLD_\w+|GCONV_PATH|LOCPATH|NODE_PATH|PYTHONPATH|PERL5LIB|RUBYLIB|GEM_PATH|LUA_C?PATH|CLASSPATH|TCLLIBPATH)$/

/** Libraries without a folder are looked for in the folders of the system. */
const LIBRARIES = /^(LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES)$/

/** Fallback search path when the list is empty. */
const USUAL_PATH = '/usr/local/bin:/usr/bin:/bin'

/**
 * Takes the parts out of a variable that would be looked for in the folder where a program runs: a project could bring
 * a program or a library of that name. Returns `null` where nothing is left.
 */
export function withoutRelativeParts(name: string, value: string, platform: NodeJS.Platform): string | null {
  const isWindows = platform === 'win32'
  const spelled = isWindows ? name.toUpperCase() : name
  if (!LISTS.test(spelled)) return value
  const separator = isWindows ? ';' : LIBRARIES.test(spelled) ? /[: ]/ : ':'
  const kept = value
    .split(separator)
    .filter((part) => isAbsolute(part, isWindows) || (LIBRARIES.test(spelled) && /^[^/]+$/.test(part)))
  if (kept.length > 0) return kept.join(isWindows ? ';' : ':')
  return spelled === 'PATH' && !isWindows ? USUAL_PATH : null
}

function isAbsolute(part: string, isWindows: boolean): boolean {
  return isWindows ? /^"?([a-z]:[\\/]|\\\\)/i.test(part) : part.startsWith('/')
}
