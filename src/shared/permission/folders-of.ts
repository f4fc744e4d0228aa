import type { Interaction } from '../session/interactions/interaction.ts'

/**
 * The folders an answer to this request can be given for, the narrowest first: those around a file, relative to where
 * the agent works, or the whole path of the one around a file outside. For a command it is where it would run. Nothing
 * else is ever taken as the folder of an answer.
 */
export function foldersOf({ preview, cwd, proposedRules = [] }: Interaction): readonly string[] {
  if (proposedRules.length === 0) return []
  switch (preview?.kind) {
    case 'command':
      return cwd === undefined ? [] : [cwd]
    case 'diff':
      return around(preview.diff.path)
    case 'path':
      return around(preview.path)
    default:
      return []
  }
}

function around(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1)
  if (isWhole(path)) return parts.length < 2 ? [] : [parts.join('/')]
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/'))
}

/** Whether a path is absolute on any system. */
function isWhole(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:/.test(path)
}
