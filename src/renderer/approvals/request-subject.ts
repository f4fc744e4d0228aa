import type { Interaction } from '#shared/session/interactions/interaction.ts'

/** Returns the subject of a request in one line. */
export function requestSubject({ preview, prompt }: Pick<Interaction, 'preview' | 'prompt'>): string {
  switch (preview?.kind) {
    case 'command':
      return preview.command
    case 'diff':
      return `${pathEnd(preview.diff.path)} +${preview.diff.added} −${preview.diff.removed}`
    case 'path':
      return pathEnd(preview.path)
    case 'args':
      return preview.text
    case 'mcp':
      return `${preview.server}: ${preview.tool} ${preview.text}`
    case 'sampling':
      return `${preview.server}: ${preview.text}`
    case 'workflow':
      return preview.title ?? preview.name
    default:
      return prompt
  }
}

/** Maximum characters of a path in two lines of the inbox. */
const MOST_LETTERS = 64

/** A path that keeps its end, which names the file; what is left out stands before it. */
function pathEnd(path: string): string {
  if (path.length <= MOST_LETTERS) return path
  const end = path.slice(-MOST_LETTERS)
  const slash = end.indexOf('/')
  return `…${slash > 0 && slash < MOST_LETTERS / 2 ? end.slice(slash) : end}`
}
