import { isAbsolute, join, resolve } from 'node:path'

/** `$ORRERY_HOME`, or `.orrery` in the person's home folder: the folder that holds everything the app keeps. */
export function homeFolder(
  env: Readonly<Record<string, string | undefined>>,
  osHome: string,
  cwd: string,
): string {
  const named = env['ORRERY_HOME']?.trim()
  if (named === undefined || named === '') return join(osHome, '.orrery')
  if (named === '~') return osHome
  if (/^~[\\/]/.test(named)) return join(osHome, named.slice(2))
  return isAbsolute(named) ? named : resolve(cwd, named)
}
