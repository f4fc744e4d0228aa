import { isNothing, plainKey } from './field-aliases.ts'
import { isJsonObject, type Json } from './json-schema.ts'
import type { Note } from './mend-value.ts'
import { readArguments } from './read-arguments.ts'
import { readPatch } from './read-patch.ts'

/** Maximum calls in one: edits of one file, files to read, questions. */
const MOST_CALLS = 20

type Form = (given: Json, note: Note) => readonly Json[]

/** Forms in which other harnesses write the arguments of a tool, by its name here. */
const FORMS: Readonly<Record<string, Form>> = {
  read: (given) => severalPaths(lineRange(given)),
  list: severalPaths,
  grep: (given) => severalPaths(linesAround(given)),
  glob: (given) => severalPaths(patternInPath(given)),
  bash: (given, note) => [timeInSeconds(commandLine(given), note)],
  edit: (given) => patchEdits(given) ?? severalEdits(given),
  write: (given) => [jsonContent(given)],
  plan: (given) => [withGoal(given)],
  ask: severalQuestions,
}

/** Returns the calls in one set of arguments, converted from known foreign forms. */
export function formsOf(tool: string, given: Json, note: Note): readonly Json[] {
  const calls = FORMS[tool]?.(given, note) ?? [given]
  return calls.length > MOST_CALLS ? [given] : calls
}

/** The member of an object with one of these plain names, and the rest of it. */
function taken(given: Json, names: readonly string[]): { readonly value: unknown; readonly rest: Json } {
  const found = Object.entries(given).find(([key]) => names.includes(plainKey(key)))
  const [key, value] = found ?? []
  return { value, rest: Object.fromEntries(Object.entries(given).filter(([each]) => each !== key)) }
}

const wholeNumber = (value: unknown): number | null => {
  const number = typeof value === 'string' && /^\s*-?\d{1,9}\s*$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) ? number : null
}

/** A list, also as JSON text; null for anything else. */
function listOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string' || !/^\s*\[/.test(value)) return null
  const read = readArguments(value)
  const only = read.ok && read.values.length === 1 ? read.values[0] : null
  return Array.isArray(only) ? only : null
}

/** First and last line become `offset` and `limit`. */
function lineRange(given: Json): Json {
  const range = taken(given, ['viewrange', 'linerange', 'range', 'lines'])
  const pair = typeof range.value === 'string' ? range.value.split(/[-:,]/) : listOf(range.value)
  if (pair?.length === 2) return between(range.rest, pair[0], pair[1]) ?? given
  const start = taken(given, ['startline', 'start', 'fromline', 'startlineoneindexed', 'from', 'linestart'])
  const end = taken(start.rest, ['endline', 'end', 'toline', 'endlineoneindexedinclusive', 'to', 'lineend'])
  if (isNothing(end.value)) return given
  return between(end.rest, start.value ?? 1, end.value) ?? given
}

function between(rest: Json, first: unknown, last: unknown): Json | null {
  const [from, to] = [wholeNumber(first), wholeNumber(last)]
  if (from === null || to === null) return null
  if (to === -1) return { ...rest, offset: from }
  return to < from ? null : { ...rest, offset: from, limit: to - from + 1 }
}

const PATHS = ['path', 'paths', 'files', 'filepath', 'filepaths', 'file', 'folders', 'directories']

/** Several paths in one call of a tool that only looks are as many calls. */
function severalPaths(given: Json): readonly Json[] {
  const { value, rest } = taken(given, PATHS)
  const paths = listOf(value)
  if (paths === null || paths.length === 0) return [given]
  return paths.map((path) => (isJsonObject(path) ? { ...rest, ...path } : { ...rest, path }))
}

/** Names of other programs for lines before, after and around a match, by the argument they mean. */
const AROUND: readonly (readonly [field: string, names: readonly string[]])[] = [
  ['after', ['a', 'after', 'aftercontext', 'linesafter', 'contextafter']],
  ['before', ['b', 'before', 'beforecontext', 'linesbefore', 'contextbefore']],
  ['context', ['c']],
]

/** Options of `grep` and `rg` for lines near a match and for the case of letters. */
function linesAround(given: Json): Json {
  let rest = given
  for (const [field, names] of AROUND) {
    const each = taken(rest, names)
    const lines = wholeNumber(each.value)
    if (lines !== null) rest = { ...each.rest, [field]: lines }
    else if (each.value !== undefined && isNothing(each.value)) rest = each.rest
  }
  const sensitive = taken(rest, ['casesensitive'])
  if (typeof sensitive.value !== 'boolean') return rest
  return sensitive.value ? sensitive.rest : { ...sensitive.rest, case_insensitive: true }
}

function patternInPath(given: Json): Json {
  const { value, rest } = taken(given, ['path'])
  const isPattern = typeof value === 'string' && /[*?[{]/.test(value)
  const hasOther = Object.keys(rest).some((key) => !isNothing(rest[key]))
  return isPattern && !hasOther ? { pattern: value } : given
}

/** A command as a list of words becomes a line, unless quoting would be a guess. */
function commandLine(given: Json): Json {
  const { value, rest } = taken(given, ['command', 'cmd', 'script'])
  const words = listOf(value)
  if (words === null || !words.every((word) => typeof word === 'string')) return given
  const [program = '', flag = '', script] = words
  if (words.length === 3 && /^(?:.*\/)?(?:ba|z|da)?sh$/.test(program) && /^-\w*c$/.test(flag)) {
    return { ...rest, command: script }
  }
  if (words.length === 1) return { ...rest, command: program }
  if (/\s/.test(program) || words.some((word) => word.includes("'"))) return given
  return { ...rest, command: words.map(quoted).join(' ') }
}

const quoted = (word: string): string => (/^[\w./:=@%+,-]+$/.test(word) ? word : `'${word}'`)

/** Below this a `timeout` is in seconds. */
const LEAST_MS = 1000

function timeInSeconds(given: Json, note: Note): Json {
  const named = taken(given, ['timeoutseconds', 'timeoutsecs', 'timeoutsec', 'timeouts'])
  const plain = taken(given, ['timeout'])
  const found = named.value === undefined ? plain : named
  const value = wholeNumber(found.value)
  if (value === null || value <= 0) return given
  if (found === plain && value >= LEAST_MS) return given
  note(`the timeout was read as ${value} s`)
  return { ...found.rest, timeout_ms: value * 1000 }
}

/** Edits of one file in one call are as many calls. */
function severalEdits(given: Json): readonly Json[] {
  const { value, rest } = taken(given, ['edits', 'changes', 'replacements'])
  const edits = isJsonObject(value) ? [value] : listOf(value)
  if (edits === null || edits.length === 0 || !edits.every(isJsonObject)) return [given]
  return edits.map((edit) => ({ ...rest, ...edit }))
}

/** A patch is as many edits as it has hunks. Null for a call without one, or with one of another file. */
function patchEdits(given: Json): readonly Json[] | null {
  const { value, rest } = taken(given, ['patch', 'patchtext', 'diff', 'udiff', 'input'])
  const edits = typeof value === 'string' ? readPatch(value) : null
  if (edits === null) return null
  const named = taken(rest, ['path', 'filepath', 'filename', 'file'])
  const own = typeof named.value === 'string' && named.value !== '' ? named.value : null
  const paths = edits.map(({ path }) => path ?? own)
  const isOther = paths.some((path) => own !== null && path !== own && !own.endsWith(`/${path}`))
  if (isOther || paths.includes(null)) return null
  return edits.map(({ path, ...texts }) => ({ ...named.rest, path: own ?? path, ...texts }))
}

const JSON_FILE = /(?:\.(?:json\w?|ipynb|map|webmanifest|har|geojson)|(?:^|[\\/])\.\w+rc)$/i

/** The content of a JSON file may be given as JSON instead of as text. */
function jsonContent(given: Json): Json {
  const { value, rest } = taken(given, ['content', 'contents', 'filecontent', 'filecontents', 'data'])
  const path = taken(rest, ['path', 'filepath', 'filename', 'file']).value
  if (typeof value !== 'object' || value === null || typeof path !== 'string') return given
  return JSON_FILE.test(path) ? { ...rest, content: `${JSON.stringify(value, null, 2)}\n` } : given
}

const LONGEST_GOAL = 500

/** A plan without a goal is for its first step. */
function withGoal(given: Json): Json {
  if (Object.keys(given).some((key) => ['goal', 'title', 'explanation', 'summary'].includes(plainKey(key)))) {
    return given
  }
  const steps = listOf(taken(given, ['steps', 'todos', 'plan', 'todolist', 'items', 'tasks']).value)
  const [first] = steps ?? []
  const words = isJsonObject(first) ? taken(first, ['title', 'content', 'step', 'task', 'text']).value : first
  return typeof words === 'string' ? { ...given, goal: words.trim().slice(0, LONGEST_GOAL) } : given
}

/** The maximum number of questions in one call. */
const MOST_QUESTIONS = 4

/** A list of questions is one call with its first question and `more`; too many are several calls. */
function severalQuestions(given: Json): readonly Json[] {
  const { value, rest } = taken(given, ['questions'])
  const questions = isJsonObject(value) ? [value] : listOf(value)
  if (questions === null || questions.length === 0) return [given]
  const each = questions.map((question) => (isJsonObject(question) ? question : { prompt: question }))
  const calls: Json[] = []
  for (let at = 0; at < each.length; at += MOST_QUESTIONS) {
    const [first = {}, ...more] = each.slice(at, at + MOST_QUESTIONS)
    calls.push({ ...rest, ...first, ...(more.length === 0 ? {} : { more }) })
  }
  return calls
}
