/** One thing a person asked the Practice model to do. */
export type Command =
  | { readonly verb: 'list'; readonly path: string }
  | { readonly verb: 'read'; readonly path: string }
  | { readonly verb: 'search'; readonly text: string; readonly path: string }
  | { readonly verb: 'create'; readonly path: string; readonly content: string }
  | { readonly verb: 'replace'; readonly from: string; readonly to: string; readonly path: string }
  | { readonly verb: 'run'; readonly command: string }
  | { readonly verb: 'ask'; readonly question: string }
  | { readonly verb: 'plan'; readonly goal: string; readonly steps: readonly string[] }
  | { readonly verb: 'say'; readonly text: string }
  | { readonly verb: 'stream'; readonly words: number }
  | { readonly verb: 'count'; readonly to: number }

/** One form in which a command can be written. `null` when the words do not fit after all. */
export type CommandForm = {
  readonly pattern: RegExp
  readonly make: (groups: Readonly<Record<string, string>>, fence: string | null) => Command | null
}

/** Enough to see streaming and to press Stop, not enough to fill a disk. */
const MOST = 20_000

/** A quoted text, or the given bare form. Every argument that may hold spaces can be quoted. */
const arg = (name: string, bare: string) =>
  `(?<${name}>"(?:[^"\\\\]|\\\\.)*"|'[^']*'|\`[^\`]*\`|“[^”]*”|「[^」]*」|${bare})`
const form = (source: string, make: CommandForm['make']): CommandForm => ({
  pattern: new RegExp(`^${source}$`, 'isu'),
  make,
})

const ENGLISH: readonly CommandForm[] = [
  form(
    `(?:list|ls)(?: (?:the )?(?:files|folders?|everything))?(?: (?:in|of|under))?(?: ${arg('path', '.+')})?`,
    listing,
  ),
  form(`(?:read|open|cat)(?: (?:the )?file)? ${arg('path', '.+')}`, reading),
  form(
    `(?:search|look|grep)(?: for)? ${arg('text', '.+?')}(?: (?:in|under) ${arg('path', '\\S.*')})?`,
    searching,
  ),
  form(`find ${arg('text', '.+?')}(?: (?:in|under) ${arg('path', '\\S.*')})?`, searching),
  form(
    `(?:create|write)(?: (?:a|the))?(?: file)? ${arg('path', '.+?')}(?: with(?: (?:the )?(?:text|content))?:?(?: ${arg('text', '.*')})?)?`,
    creating,
  ),
  form(
    `(?:replace|change) ${arg('from', '.+?')} (?:with|by|to) ${arg('to', '.*')} in ${arg('path', '.+')}`,
    replacing,
  ),
  form(`(?:run|execute) ${arg('command', '.+')}`, running),
  form(`ask(?: me)? ${arg('text', '.+')}`, asking),
  form('plan:? (?<steps>.+)', planning),
  form(`say ${arg('text', '.+')}`, saying),
  form('stream (?<number>\\d+)(?: words?)?', streaming),
  form('count (?:up )?to (?<number>\\d+)', counting),
]

const CHINESE: readonly CommandForm[] = [
  form(`列出(?:文件|目录)?\\s*${arg('path', '.*')}`, listing),
  form(`(?:读取|读|查看|打开)(?:文件)?\\s*${arg('path', '.+')}`, reading),
  form(`在\\s*${arg('path', '.+?')}\\s*(?:中|里)?(?:搜索|查找)\\s*${arg('text', '.+')}`, searching),
  form(
    `(?:搜索|查找)\\s*${arg('text', '.+?')}(?:\\s*在\\s*${arg('path', '.+?')}(?:\\s*(?:中|里))?)?`,
    searching,
  ),
  form(
    `(?:创建|新建)(?:文件)?\\s*${arg('path', '.+?')}[\\s，,]*(?:内容\\s*(?:为|是)?|写入|为)[:：]?\\s*${arg('text', '.*')}`,
    creating,
  ),
  form(`(?:创建|新建)(?:文件)?\\s*${arg('path', '\\S+?')}\\s+${arg('text', '.+')}`, creating),
  form(`(?:创建|新建)(?:文件)?\\s*${arg('path', '.+')}`, creating),
  form(
    `在\\s*${arg('path', '.+?')}\\s*(?:中|里)?(?:把|将)\\s*${arg('from', '.+?')}\\s*(?:替换为|替换成|换成|改为|改成)\\s*${arg('to', '.*')}`,
    replacing,
  ),
  form(
    `替换\\s*${arg('from', '.+?')}\\s*(?:为|成)\\s*${arg('to', '.*?')}\\s*在\\s*${arg('path', '.+?')}(?:\\s*(?:中|里))?`,
    replacing,
  ),
  form(`(?:运行|执行)\\s*${arg('command', '.+')}`, running),
  form(`(?:提问|问)(?:我)?[:：]?\\s*${arg('text', '.+')}`, asking),
  form('计划[:：]?\\s*(?<steps>.+)', planning),
  form(`说\\s*${arg('text', '.+')}`, saying),
  form('(?:流式)?输出\\s*(?<number>\\d+)\\s*个?[词字]', streaming),
  form('数到\\s*(?<number>\\d+)', counting),
]

export const FORMS: readonly CommandForm[] = [...ENGLISH, ...CHINESE]

type Groups = Readonly<Record<string, string>>

function listing({ path }: Groups): Command {
  return { verb: 'list', path: pathOf(path) || '.' }
}

function reading({ path }: Groups): Command {
  return { verb: 'read', path: pathOf(path) }
}

function searching({ text, path }: Groups): Command {
  return { verb: 'search', text: unquoted(text), path: pathOf(path) || '.' }
}

function creating({ path, text }: Groups, fence: string | null): Command | null {
  if (fence === null && (text ?? '') === '') return null
  return { verb: 'create', path: pathOf(path?.replace(/[:：]$/u, '')), content: fence ?? unquoted(text) }
}

function replacing({ from, to, path }: Groups): Command {
  return { verb: 'replace', from: unquoted(from), to: unquoted(to), path: pathOf(path) }
}

function running({ command }: Groups): Command {
  // Quotes inside a command belong to the shell; only a command between back-ticks is unwrapped.
  const text = command ?? ''
  return { verb: 'run', command: /^`[^`]*`$/.test(text) ? text.slice(1, -1) : text }
}

function asking({ text }: Groups): Command {
  return { verb: 'ask', question: unquoted(text) }
}

function planning({ steps }: Groups): Command | null {
  const titles = (steps ?? '')
    .split(/[;；\n]/)
    .map((step) => unquoted(step.trim()))
    .filter((step) => step !== '')
  return titles.length === 0 ? null : { verb: 'plan', goal: titles.join('; '), steps: titles }
}

function saying({ text }: Groups): Command {
  return { verb: 'say', text: unquoted(text) }
}

function streaming({ number }: Groups): Command {
  return { verb: 'stream', words: Math.min(Number(number), MOST) }
}

function counting({ number }: Groups): Command {
  return { verb: 'count', to: Math.min(Number(number), MOST) }
}

/** A path, without the full stop that ends a sentence. */
function pathOf(text: string | undefined): string {
  const path = unquoted(text)
  return path === text ? path.replace(/(?<=[^./\\])[.!?]$|[。！？]$/u, '').trim() : path
}

const PAIRS: readonly string[] = ['""', "''", '``', '“”', '「」']
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }

/** Takes the quotes off. Between double quotes, `\n`, `\t`, `\"` and `\\` mean what they mean elsewhere. */
function unquoted(text: string | undefined): string {
  const bare = (text ?? '').trim()
  const pair = PAIRS.find(
    (quotes) => bare.length > 1 && bare[0] === quotes[0] && bare.endsWith(quotes[1] ?? ''),
  )
  if (pair === undefined) return bare
  const inside = bare.slice(1, -1)
  return pair === '""' ? inside.replace(/\\(.)/gsu, (_whole, char: string) => ESCAPES[char] ?? char) : inside
}
