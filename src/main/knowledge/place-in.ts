import type { PlatformPath } from 'node:path'

/** Where something lies in a folder, with slashes. Null: elsewhere, also on another drive or on another machine. */
export function placeIn(
  root: string,
  path: string,
  { relative, isAbsolute, sep }: PlatformPath,
): string | null {
  const way = relative(root, path)
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) return null
  return way.split(sep).join('/')
}
