/**
 * Formats a script's result as Markdown: text as is, an object by field, other values as JSON. A truncated
 * result is no longer JSON and is shown as is.
 */
export function resultMarkdown(result: string): string {
  const value = parsed(result)
  if (value === undefined) return /^\s*[[{]/.test(result) ? fenced(result) : result
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return inWords(value)
  return Object.entries(value)
    .map(([name, field]) => `**${name}**\n\n${inWords(field)}`)
    .join('\n\n')
}

function inWords(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return `\`${value}\``
  return fenced(JSON.stringify(value, null, 2))
}

/** In more marks than any line of it begins with. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([marks]) => marks.length))
  const marks = '`'.repeat(longest + 1)
  return `${marks}json\n${text}\n${marks}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
