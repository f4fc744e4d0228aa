import { AppError } from '#shared/errors.ts'

/**
 * A file pattern as a test of paths relative to where the search starts. `*` and `?` stay in one folder, `**`
 * goes through all, `[a-z]` and `{a,b}` are choices. A pattern without a slash is a name in any folder.
 */
export function globTest(pattern: string): (path: string) => boolean {
  const rooted = pattern.replace(/^\.?\//, '')
  const anywhere = pattern.includes('/') ? '' : '(?:[^]*/)?'
  const tested = compiled(pattern, `^${anywhere}${source(rooted)}$`)
  return (path) => tested.test(path)
}

function compiled(pattern: string, text: string): RegExp {
  try {
    return new RegExp(text, 'u')
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw AppError.forAgent('tool.failed', `${pattern} is not a valid file pattern.`, { cause: error })
  }
}

function source(pattern: string): string {
  let text = ''
  let depth = 0
  for (let at = 0; at < pattern.length; ) {
    const rest = pattern.slice(at)
    const set = /^\[([!^]?)(\]?[^\]]*)\]/.exec(rest)
    if (rest.startsWith('**/')) {
      text += '(?:[^]*/)?'
      at += 3
    } else if (rest.startsWith('**')) {
      text += '[^]*'
      at += 2
    } else if (set !== null && set[2] !== '') {
      text += `(?!/)[${set[1] === '' ? '' : '^'}${(set[2] ?? '').replace(/[\\\][^]/g, '\\$&')}]`
      at += set[0].length
    } else if (rest.startsWith('{') && hasEnd(rest)) {
      text += '(?:'
      depth += 1
      at += 1
    } else if (depth > 0 && rest.startsWith('}')) {
      text += ')'
      depth -= 1
      at += 1
    } else {
      const character = String.fromCodePoint(rest.codePointAt(0) ?? 0)
      text += plain(character, depth)
      at += character.length
    }
  }
  return text
}

function plain(character: string, depth: number): string {
  if (character === '*') return '[^/]*'
  if (character === '?') return '[^/]'
  if (character === ',' && depth > 0) return '|'
  return character.replace(/[.+^${}()|[\]\\/]/g, '\\$&')
}

/** True when the brace at the start is closed, also past braces within it. */
function hasEnd(text: string): boolean {
  let depth = 0
  for (const character of text) {
    if (character === '{') depth += 1
    if (character === '}') depth -= 1
    if (depth === 0) return true
  }
  return false
}
