import { type Command, FORMS } from './command.ts'

/** A line of what the person wrote, with the fenced block that follows it directly, if any. */
type Line = { readonly text: string; readonly fence: string | null; readonly fenceName: string }

const VERB =
  '(?:list|ls|read|open|cat|search|look|grep|find|create|write|replace|change|run|execute|ask|plan|say|stream|count)\\b'
const CHINESE_VERB = '(?:列出|读|查看|打开|在|搜索|查找|创建|新建|替换|运行|执行|提问|问|计划|说|输出|数到)'
const THEN = new RegExp(
  `,?\\s+(?:and\\s+)?then\\s+(?=${VERB})|[，,；;。]?\\s*(?:然后|接着|再)\\s*(?=${CHINESE_VERB})`,
  'iu',
)
/** These take the rest of the line, whatever is in it. */
const WHOLE_LINE = /^(?:ask|plan|say|提问|问|计划|说)/iu
const POLITE =
  /^(?:[-*•]\s+|\d+[.)、]\s*|(?:please|now|first|next|then|and|can you|could you|would you|请你?|帮我|先|现在|接着|然后)[,，]?\s*)+/iu

/** A longer line is something pasted. Matching it against every form would take long. */
const LONGEST = 4_000
/** So is one with more blanks in a row. */
const MANY_BLANKS = /\s{40}/

/**
 * Parses the commands in a user message, in order. Only a fenced `practice` block counts if present, because
 * text around it is for other models. Other text is skipped.
 */
export function parseCommands(text: string): Command[] {
  const lines = linesOf(text.replaceAll('\r\n', '\n'))
  const script = lines.find(({ fenceName }) => fenceName === 'practice')?.fence
  if (script !== undefined && script !== null) return parseCommands(script)
  return lines.flatMap((line) => commandsOf(line))
}

function commandsOf({ text, fence }: Line): Command[] {
  const parts = split(text)
  return parts.flatMap((part, at) => {
    const command = commandOf(part, at === parts.length - 1 ? fence : null)
    return command === null ? [] : [command]
  })
}

function isPasted(text: string): boolean {
  const words = text.trim()
  return words.length > LONGEST || MANY_BLANKS.test(words)
}

function commandOf(part: string, fence: string | null): Command | null {
  if (isPasted(part)) return null
  const words = part.trim().replace(POLITE, '')
  for (const { pattern, make } of FORMS) {
    const groups = pattern.exec(words)?.groups
    const command = groups === undefined ? null : make(groups, fence)
    if (command !== null) return command
  }
  return null
}

/** Cuts at `then` where another command follows, but not inside quotes. */
function split(text: string): string[] {
  if (isPasted(text)) return [text]
  const line = text.trim().replace(POLITE, '')
  if (WHOLE_LINE.test(line)) return [line]
  const open = new Set(quotedSpots(line))
  for (let from = 0; ; ) {
    const found = THEN.exec(line.slice(from))
    if (found === null) return [line]
    const at = from + found.index
    if (!open.has(at)) return [line.slice(0, at), ...split(line.slice(at + found[0].length))]
    from = at + found[0].length
  }
}

function quotedSpots(line: string): number[] {
  const spots: number[] = []
  for (const match of line.matchAll(/"(?:[^"\\]|\\.)*"|`[^`]*`|“[^”]*”|「[^」]*」|(?<=\s)'[^']*'/gu)) {
    for (let at = match.index; at < match.index + match[0].length; at += 1) spots.push(at)
  }
  return spots
}

function linesOf(text: string): Line[] {
  const lines: Line[] = []
  const all = text.split('\n')
  for (let at = 0; at < all.length; at += 1) {
    const line = all[at] ?? ''
    const fence = /^\s*(?<marks>`{3,}|~{3,})\s*(?<name>\S*)/u.exec(line)?.groups
    if (fence === undefined) {
      if (line.trim() !== '') lines.push({ text: line, fence: null, fenceName: '' })
      continue
    }
    const end = fenceEnd(all, at + 1, fence['marks'] ?? '```')
    const body = all.slice(at + 1, end)
    const fenceName = (fence['name'] ?? '').toLowerCase()
    const owner = fenceName === 'practice' ? undefined : lines.pop()
    const content = body.length === 0 ? '' : `${body.join('\n')}\n`
    lines.push({ text: owner?.text ?? '', fence: content, fenceName })
    at = end
  }
  return lines
}

/** The line that closes a fence, or the end where it was forgotten. */
function fenceEnd(all: readonly string[], from: number, marks: string): number {
  for (let at = from; at < all.length; at += 1) {
    const line = (all[at] ?? '').trim()
    if (line.startsWith(marks) && /^[`~]+$/.test(line)) return at
  }
  return all.length
}
