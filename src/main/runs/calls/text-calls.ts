import { parseJson } from '#shared/parse-json.ts'

/** A call as it was written: its arguments are text that should be JSON. */
export type WrittenText = { readonly name: string; readonly text: string }

/** Calls at the end of a text, and the words before them. */
export type TextCalls = {
  readonly before: string
  readonly calls: readonly [WrittenText, ...WrittenText[]]
  /** Whether marks that belong to calls alone surround them. Plain JSON may be an answer. */
  readonly isMarked: boolean
}

/** Maximum positions in a text tried as the start of its calls. */
const MOST_TRIES = 24
/** Longer texts are no calls: the longest holds a whole file. In UTF-16 units. */
const LONGEST = 400_000
const MOST_CALLS = 20

/** Reads one call at the start of a text. Null where there is none; `rest` is what follows it. */
type Form = (text: string) => { readonly calls: readonly WrittenText[]; readonly rest: string } | null

/**
 * Finds calls that a model wrote as text at the end of its answer. Known forms: `<tool_call>` of Hermes, Qwen and GLM,
 * `<function=…>` of Llama and Qwen Coder, `[TOOL_CALLS]` of Mistral, `<invoke …>` of Claude and MiniMax, the commentary
 * channel of gpt-oss, the marks of Kimi and DeepSeek, and JSON with a name and arguments, fenced or bare. Null where the text does not end with one.
 */
export function textCallsIn(text: string): TextCalls | null {
  if (text.length > LONGEST) return null
  const whole = withoutEndMarks(text)
  for (const at of startsIn(whole, MARKED_START)) {
    const calls = callsOf(whole.slice(at), MARKED)
    if (calls !== null) return { before: whole.slice(0, at).trimEnd(), calls, isMarked: true }
  }
  for (const at of startsIn(whole, PLAIN_START)) {
    const calls = callsOf(whole.slice(at), PLAIN)
    if (calls !== null) return { before: whole.slice(0, at).trimEnd(), calls, isMarked: false }
  }
  return null
}

/** Whether marks of calls begin a line of a text outside code: the model tried to call and went on writing. */
export function hasCallMarks(text: string): boolean {
  const outside = text.replace(/```[\s\S]*?(?:```|$)/g, '')
  return /^[ \t]*(?:<tool_call>|<function=\w|\[TOOL_CALLS\]|<invoke name=|<[|｜]tool[_▁]calls?(?:_section)?[_▁]begin[|｜]>)/m.test(
    outside,
  )
}

const MARKED_START =
  /<tool_call>|<function_calls>|<minimax:tool_call>|<function=|<invoke\s|\[TOOL_CALLS\]|(?:<\|start\|>assistant)?<\|channel\|>commentary\s+to=|<[|｜]tool[_▁]calls?(?:_section)?[_▁]begin[|｜]>/g
const PLAIN_START = /```[\w-]*[ \t]*\r?\n\s*[{[]|(?:^|\n)[ \t]*(?:<\|python_tag\|>[ \t]*)?[{[]/g

/** Marks of templates behind an answer. */
function withoutEndMarks(text: string): string {
  let whole = text.trimEnd()
  for (;;) {
    const mark = END_MARKS.find((each) => whole.endsWith(each))
    if (mark === undefined) return whole
    whole = whole.slice(0, -mark.length).trimEnd()
  }
}

const END_MARKS = [
  '</s>',
  '<|im_end|>',
  '<|eot_id|>',
  '<|eom_id|>',
  '<|call|>',
  '<|end|>',
  '<|return|>',
  '<｜end▁of▁sentence｜>',
] as const

/** The last places where calls may begin, the first of them first. */
function startsIn(text: string, start: RegExp): number[] {
  const found = [...text.matchAll(start)].map((match) => match.index + (match[0].startsWith('\n') ? 1 : 0))
  return found.slice(-MOST_TRIES)
}

function callsOf(text: string, forms: readonly Form[]): TextCalls['calls'] | null {
  const calls: WrittenText[] = []
  let rest = text.trim()
  while (rest !== '' && calls.length < MOST_CALLS) {
    const read = firstOf(forms, rest)
    if (read === null) return null
    calls.push(...read.calls)
    rest = read.rest.trim()
  }
  const [first, ...more] = calls
  return rest === '' && first !== undefined ? [first, ...more] : null
}

function firstOf(forms: readonly Form[], text: string): ReturnType<Form> {
  for (const form of forms) {
    const read = form(text)
    if (read !== null) return read
  }
  return null
}

/** The inside of `open … close` at the start of a text. A missing end is forgiven at the end of the text. */
function inside(
  text: string,
  open: RegExp,
  close: string,
): { inner: string; rest: string; isClosed: boolean } | null {
  const begin = open.exec(text)
  if (begin === null || begin.index !== 0) return null
  const from = begin[0].length
  const to = text.indexOf(close, from)
  if (to < 0) return { inner: text.slice(from), rest: '', isClosed: false }
  return { inner: text.slice(from, to), rest: text.slice(to + close.length), isClosed: true }
}

const taggedCall: Form = (text) => {
  const found = inside(text, /^<tool_call>/, '</tool_call>')
  if (found === null) return null
  const inner = found.inner.trim()
  const calls = callsOf(inner, [jsonCall, functionCall, keyedCall])
  return calls === null ? null : { calls, rest: found.rest }
}

/** `<function=read><parameter=path>…</parameter></function>`, or JSON instead of the parameters. */
const functionCall: Form = (text) => {
  const name = /^<function=["']?([\w.:-]{1,100})["']?>/.exec(text)
  if (name?.[1] === undefined) return null
  const found = inside(text, /^<function=[^>]*>/, '</function>')
  if (found === null) return null
  const args = argumentsOf(found.inner, /<parameter=["']?([\w.-]{1,100})["']?>/g, found.isClosed)
  // The tag that surrounds it may be closed alone.
  return args === null
    ? null
    : { calls: [{ name: name[1], text: args }], rest: withoutTag(found.rest, 'tool_call') }
}

/** `<invoke name="read"><parameter name="path">…</parameter></invoke>`, also in `<function_calls>`. */
const invokeCall: Form = (text) => {
  const wrapper = /^<(function_calls|minimax:tool_call)>\s*/.exec(text)
  const body = wrapper === null ? text : text.slice(wrapper[0].length)
  const name = /^<invoke\s+name=["']?([\w.:-]{1,100})["']?\s*>/.exec(body)
  if (name?.[1] === undefined) return null
  const found = inside(body, /^<invoke[^>]*>/, '</invoke>')
  if (found === null) return null
  const args = argumentsOf(found.inner, /<parameter\s+name=["']?([\w.-]{1,100})["']?[^>]*>/g, found.isClosed)
  if (args === null) return null
  return {
    calls: [{ name: name[1], text: args }],
    rest: withoutTag(found.rest, 'function_calls', 'minimax:tool_call'),
  }
}

/** GLM: the name, then `<arg_key>` and `<arg_value>` in turn. */
const keyedCall: Form = (text) => {
  const name = /^([\w.-]{1,100})\s*(?=<arg_key>|$)/.exec(text)
  if (name?.[1] === undefined) return null
  const fields: [string, unknown][] = []
  let rest = text.slice(name[0].length)
  for (;;) {
    const pair = /^\s*<arg_key>([\s\S]*?)<\/arg_key>\s*<arg_value>([\s\S]*?)<\/arg_value>/.exec(rest)
    if (pair === null) break
    fields.push([(pair[1] ?? '').trim(), valueIn(pair[2] ?? '')])
    rest = rest.slice(pair[0].length)
  }
  return { calls: [{ name: name[1], text: JSON.stringify(Object.fromEntries(fields)) }], rest }
}

/** Mistral: `[TOOL_CALLS][{…}]`, or `[TOOL_CALLS]read[ARGS]{…}`. */
const mistralCalls: Form = (text) => {
  const begin = /^\[TOOL_CALLS\]\s*(?:([\w.-]{1,100})\s*(?:\[CALL_ID\]\w+)?\s*(?:\[ARGS\])?\s*(?=\{))?/.exec(
    text,
  )
  if (begin === null) return null
  const body = text.slice(begin[0].length)
  if (begin[1] === undefined) return jsonCall(body)
  const end = endOfJson(body)
  return end === null
    ? null
    : { calls: [{ name: begin[1], text: body.slice(0, end) }], rest: body.slice(end) }
}

/** gpt-oss: `<|channel|>commentary to=functions.read <|constrain|>json<|message|>{…}`. */
const harmonyCall: Form = (text) => {
  const begin =
    /^(?:<\|start\|>assistant)?<\|channel\|>commentary\s+to=([\w.-]{1,100})[^{]{0,80}?<\|message\|>/.exec(
      text,
    )
  if (begin?.[1] === undefined) return null
  const body = text.slice(begin[0].length)
  const end = endOfJson(body)
  const rest = end === null ? '' : body.slice(end).replace(/^\s*<\|(?:call|end)\|>/, '')
  return end === null ? null : { calls: [{ name: begin[1], text: body.slice(0, end) }], rest }
}

/** Kimi: `<|tool_call_begin|>functions.read:0<|tool_call_argument_begin|>{…}`. DeepSeek has such marks, too. */
const begunCall: Form = (text) => {
  const begin =
    /^(?:<[|｜]tool[_▁]calls(?:_section)?[_▁]begin[|｜]>\s*)?<[|｜]tool[_▁]call[_▁]begin[|｜]>\s*(?:function\s*<｜tool▁sep｜>\s*)?([\w.:-]{1,100})\s*(?:<\|tool_call_argument_begin\|>|<｜tool▁sep｜>|```json)?\s*(?=\{)/.exec(
      text,
    )
  if (begin?.[1] === undefined) return null
  const body = text.slice(begin[0].length)
  const end = endOfJson(body)
  return end === null
    ? null
    : { calls: [{ name: begin[1], text: body.slice(0, end) }], rest: body.slice(end).replace(BEGUN_END, '') }
}

const BEGUN_END =
  /^\s*(?:```\s*)?(?:<[|｜]tool[_▁]call[_▁]end[|｜]>\s*)?(?:<[|｜]tool[_▁]calls(?:_section)?[_▁]end[|｜]>)?/

/** JSON that names a tool and its arguments: one object, or a list of them. */
const jsonCall: Form = (text) => {
  const bare = text.replace(/^<\|python_tag\|>\s*/, '')
  const end = endOfJson(bare)
  if (end === null) return null
  const value = jsonOf(bare.slice(0, end))
  const calls = (Array.isArray(value) ? value : [value]).map(namedCall)
  const whole = calls.filter((call) => call !== null)
  return whole.length === 0 || whole.length < calls.length
    ? null
    : { calls: whole, rest: bare.slice(end).replace(/^\s*;/, '') }
}

const fencedCall: Form = (text) => {
  const found = inside(text, /^```[\w-]*[ \t]*\r?\n/, '\n```')
  if (found === null) return null
  const calls = callsOf(found.inner, [jsonCall])
  return calls === null ? null : { calls, rest: found.rest }
}

const MARKED: readonly Form[] = [taggedCall, functionCall, invokeCall, mistralCalls, harmonyCall, begunCall]
const PLAIN: readonly Form[] = [fencedCall, jsonCall]

const NAMES = ['name', 'tool', 'tool_name', 'function'] as const
const ARGUMENTS = ['arguments', 'parameters', 'args', 'input', 'tool_input'] as const

function namedCall(value: unknown): WrittenText | null {
  if (!isObject(value)) return null
  const inner = value['function']
  if (isObject(inner)) return namedCall(inner)
  const name = NAMES.map((key) => value[key]).find((each) => typeof each === 'string' && each !== '')
  const key = ARGUMENTS.find((each) => each in value)
  if (typeof name !== 'string' || key === undefined) return null
  const args = value[key]
  if (typeof args === 'string') return { name, text: args }
  return isObject(args) ? { name, text: JSON.stringify(args) } : null
}

/** Returns the arguments between tags, or as JSON. Truncated arguments are rejected. */
function argumentsOf(inner: string, tag: RegExp, isClosed: boolean): string | null {
  const body = inner.trim()
  if (body.startsWith('{')) return endOfJson(body) === body.length ? body : null
  if (body === '') return isClosed ? '{}' : null
  const fields: [string, unknown][] = []
  const tags = [...body.matchAll(tag)]
  if (tags[0]?.index !== 0) return null
  for (const [at, found] of tags.entries()) {
    const from = found.index + found[0].length
    const piece = body.slice(from, tags[at + 1]?.index ?? body.length)
    const end = piece.lastIndexOf('</parameter>')
    if (end < 0 && !isClosed && at === tags.length - 1) return null
    fields.push([found[1] ?? '', valueIn(end < 0 ? piece : piece.slice(0, end))])
  }
  return JSON.stringify(Object.fromEntries(fields))
}

/** Parses a value between tags: JSON for lists and objects, otherwise text without the outer line breaks. */
function valueIn(text: string): unknown {
  const plain = text.replace(/^\r?\n/, '').replace(/\r?\n[ \t]*$/, '')
  const read = /^\s*[[{]/.test(plain) ? jsonOf(plain) : undefined
  return typeof read === 'object' && read !== null ? read : plain
}

function withoutTag(text: string, ...names: readonly string[]): string {
  const bare = text.trimStart()
  const tag = names.map((name) => `</${name}>`).find((each) => bare.startsWith(each))
  return tag === undefined ? text : bare.slice(tag.length)
}

/** Returns the end of the JSON at the start of a text; null when it is not closed. */
function endOfJson(text: string): number | null {
  if (text[0] !== '{' && text[0] !== '[') return null
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]
    if (isQuoted) {
      if (letter === '\\') at += 1
      else if (letter === '"') isQuoted = false
    } else if (letter === '"') isQuoted = true
    else if (letter === '{' || letter === '[') depth += 1
    else if (letter === '}' || letter === ']') depth -= 1
    if (depth === 0) return at + 1
  }
  return null
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
