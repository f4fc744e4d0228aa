import type { PlatformPath } from 'node:path'

/**
 * Returns the path relative to a folder, with slashes. Null for a path outside, also on another drive or
 * machine.
 */
export function placeIn(
  root: string,
  path: string,
  { relative, isAbsolute, sep }: PlatformPath,
): string | null {
  const way = relative(root, path)
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) return null
  return way.split(sep).join('/')
}
