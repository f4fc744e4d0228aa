import { nearNames } from '#shared/near-names.ts'
import { aliasedTool } from './name-aliases.ts'

/** Longer names are no slips. */
const LONGEST_NAME = 200

/**
 * The tool that is meant by the name a model wrote; null where none is. Only one that is `offered` can be meant. The
 * name itself comes first, then its last part without signs and capitals, then the names of other harnesses.
 */
export function readName(written: string, offered: readonly string[]): string | null {
  if (offered.includes(written)) return written
  if (written.length > LONGEST_NAME) return null
  const plain = plainName(written)
  if (plain === '') return null
  const same = offered.filter((name) => plainOf(name) === plain)
  if (same.length > 0) return same.length === 1 ? (same[0] ?? null) : null
  // A name such as `search_tool` means another tool than `search`.
  const aliased = [wholeOf(lastPart(written)), plain].map(aliasedTool)
  return aliased.find((name) => name !== null && offered.includes(name)) ?? null
}

/** Returns the tools most similar to a mistyped name, nearest first. */
export function nearTools(written: string, offered: readonly string[]): readonly string[] {
  if (written.length > LONGEST_NAME) return []
  const plain = plainName(written)
  const parts = written.toLowerCase().split(/[^a-z0-9]+/)
  const near = nearNames(plain, offered)
  const within = offered.filter((name) => parts.includes(name))
  return [...new Set([...within, ...near])].slice(0, 3)
}

/** Returns tools of servers whose own name is similar to a mistyped one, without the name of the server. */
export function nearDeferred(written: string, deferred: readonly string[]): readonly string[] {
  if (written.length > LONGEST_NAME) return []
  const tail = plainOf(ownName(written))
  const same = deferred.filter((name) => tail !== '' && plainOf(ownName(name)) === tail)
  return [...new Set([...same, ...nearTools(written, deferred)])].slice(0, 3)
}

/** The name of a tool without its server: `create_issue` of `mcp__github__create_issue`. */
function ownName(name: string): string {
  const at = name.lastIndexOf('__')
  return at === -1 ? name : name.slice(at + 2)
}

/** Whether this is the one tool of other harnesses whose `command` says which of several it is. */
export function isEditorTool(written: string): boolean {
  return ['strreplaceeditor', 'strreplacebasededit', 'texteditor'].includes(plainName(written))
}

/** The last part of a name such as `functions.read_file:0`, without marks of chat templates. */
function lastPart(written: string): string {
  const bare = written
    .replace(/<\|.*$/s, '')
    .replace(/:\d+$/, '')
    .trim()
    .replace(/[()'"`]+$/g, '')
  return bare.slice(Math.max(...['.', ':', '/'].map((sign) => bare.lastIndexOf(sign))) + 1)
}

const plainName = (written: string): string => plainOf(lastPart(written))

/** A name without underscores, hyphens and capitals. */
const wholeOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The same, and without `tool` behind it. */
function plainOf(name: string): string {
  const plain = wholeOf(name)
  return plain.length > 4 && plain.endsWith('tool') ? plain.slice(0, -4) : plain
}
