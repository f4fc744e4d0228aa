import { insideFence } from './code-fence.ts'

/** Text that is about to go into a file. */
export type NewText = {
  readonly path: string
  /** The replaced content: the whole file, or the passage of an edit. Empty for a new file. */
  readonly before: string
  readonly after: string
  /** The argument that holds the text, as the model knows it. */
  readonly argument: 'content' | 'new_text'
}

/** More than this of a text is not examined. */
const EXAMINED = 400_000

/**
 * Finds marks that a text got on its way and that would spoil a file: line numbers, a code fence, words for code that
 * was left out, line breaks as two signs. Returns a sentence that says what to do; null for a text without them.
 */
export function pastedMarks({ path, before, after, argument }: NewText): string | null {
  const scene = { path, argument, before: before.slice(0, EXAMINED), after: after.slice(0, EXAMINED) }
  return (
    emptied(scene) ??
    lineNumbers(scene) ??
    fence(scene) ??
    placeholder(scene) ??
    escapedBreaks(scene) ??
    entities(scene)
  )
}

const NOTHING = 'Nothing was written.'

function emptied({ path, before, after, argument }: NewText): string | null {
  if (argument !== 'content' || after.trim() !== '' || before.trim() === '') return null
  return `content is empty, and ${path} is not. ${NOTHING} To delete lines use edit; to empty the file use a command.`
}

const NUMBERED = /^( *\d+)(\t| ?[|→])/
/** Files in which lines begin with numbers and tabs by nature. */
const TABLES = /\.(tsv|csv|txt|log|md|dat)$/i

function lineNumbers({ path, before, after, argument }: NewText): string | null {
  if (!isNumbered(after, path) || isNumbered(before, path)) return null
  return `${argument} has the line numbers that read shows. ${NOTHING} Send it again without them.`
}

function isNumbered(text: string, path: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length < 3) return false
  let last: number | null = null
  let matched = 0
  for (const line of lines) {
    const match = NUMBERED.exec(line)
    if (match?.[1] === undefined) continue
    // The numbers of read are six columns wide. Others count only where no table can be meant.
    if (match[1].length < 6 && TABLES.test(path)) return false
    const number = Number(match[1])
    if (last !== null && number !== last + 1 && number <= last) return false
    last = number
    matched += 1
  }
  return matched >= 3 && matched >= 0.9 * lines.length
}

/** Files that may be one fence as a whole. */
const PROSE = /\.(md|mdx|markdown|rmd|qmd|rst|adoc|txt|prompt)$|(^|[\\/])[^.\\/]+$/i

function fence({ path, before, after, argument }: NewText): string | null {
  if (PROSE.test(path) || insideFence(after) === null || insideFence(before) !== null) return null
  return `${argument} is wrapped in a code fence. ${NOTHING} Send the text without the fence.`
}

/** The start and the possible end of a line that replaces omitted lines. */
const OPENER = String.raw`(?:\/\/+|#+|\/\*+|\*|<!--|--|;+|%+|\{\s*\/\*|\(\*|"""|\[|\()`
const CLOSER = String.raw`(?:\*\/\s*\}?|-->|\*\)|"""|\]|\))?`
const DOTS = String.raw`(?:\.{3,}|…+)`
const LEFT_OUT = [
  'rest (?:of|remains|stays|is|unchanged)|the rest|remaining (?:code|file|content|lines|methods|functions|implementation)',
  'existing (?:code|content|implementation|methods|functions|imports|logic|lines)|unchanged|no changes?|same as (?:before|above)',
  'as before|previous (?:code|content)|omitted|code continues|truncated for brevity',
  '其余|其他代码|剩余|保持不变|不变|省略|现有代码|原有代码|既存|変更なし|残り|나머지|기존|생략|변경 없음',
  'unverändert|restliche|bestehende[rn]? code|rest des codes|reste du|inchangée?s?|code existant',
  'resto del|sin cambios|código existente|resto do|sem alterações|остальн|без изменений|существующ',
].join('|')
const WITH_DOTS = new RegExp(
  `^\\s*(?:${OPENER}\\s*)?(?:${DOTS}.*(?:${LEFT_OUT}).*|.*(?:${LEFT_OUT}).*${DOTS})\\s*${CLOSER}\\s*$`,
  'iu',
)
const WITHOUT_DOTS = new RegExp(
  `^\\s*${OPENER}\\s*[[(]?\\s*(?:(?:the )?(?:rest|remainder) of (?:the |this |your )?(?:code|file|function|class|component|method|content|implementation)|` +
    '(?:keep )?(?:the )?existing (?:code|content|implementation|methods|imports)|' +
    '其余代码|其他代码|剩余代码)(?:\\s*(?:here|goes here|unchanged|remains? (?:unchanged|the same)|' +
    `stays (?:unchanged|the same)|is (?:unchanged|the same)|omitted|as before|保持不变|不变|省略))?\\.?\\s*[\\])]?\\s*${CLOSER}\\s*$`,
  'iu',
)
const LONGEST_PLACEHOLDER = 120

function placeholder({ before, after, argument }: NewText): string | null {
  const known = new Set(before.split('\n').map((line) => line.trim()))
  for (const [at, line] of after.split('\n').entries()) {
    const text = line.trim()
    if (text.length > LONGEST_PLACEHOLDER || text === '' || known.has(text)) continue
    if (!WITH_DOTS.test(text) && !WITHOUT_DOTS.test(text)) continue
    const whole =
      argument === 'content'
        ? 'write needs the whole file; to change a part of it use edit.'
        : 'new_text needs all lines; to keep lines, leave them out of old_text too.'
    return `Line ${at + 1} of ${argument} stands for text you left out ("${text}"). ${NOTHING} ${whole}`
  }
  return null
}

function escapedBreaks({ before, after, argument }: NewText): string | null {
  const text = after.trim()
  if (text.includes('\n') || !text.includes('\\n') || isJson(text)) return null
  const isFile = argument === 'content' && before.trim().split('\n').length > 3
  const counted = isFile ? text : withoutStrings(text)
  const most = argument === 'content' || !before.trim().includes('\n') ? 3 : 2
  if (counted.split('\\n').length - 1 < most) return null
  return `${argument} has its line breaks as the two signs \\n. ${NOTHING} Send it again with real line breaks.`
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Code whose operators are never written as entities, outside of strings. */
const CODE = /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|c|h|cc|cpp|hpp|cs|swift|rb|php|sh|sql|vue|svelte)$/i

function entities({ path, before, after, argument }: NewText): string | null {
  if (!CODE.test(path) || !/&(?:amp|gt|lt);/.test(after) || /&(?:amp|gt|lt);/.test(before)) return null
  const isOperator = withoutStrings(after)
    .split('\n')
    .some((line) => /&amp;&amp;|=&gt;|\s&[lg]t;=?\s/.test(line))
  if (!isOperator) return null
  return `${argument} has HTML entities in place of signs such as & and <. ${NOTHING} Send it again with the signs themselves.`
}

function withoutStrings(text: string): string {
  return text.replace(/(["'`])(?:\\.|(?!\1)[^\\\n])*\1/g, '')
}
