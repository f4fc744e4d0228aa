import type { CodeProblem } from '#shared/problems/problem.ts'

/** A problem as it stands in an output. The path is as the program wrote it. */
export type FoundProblem = CodeProblem

/** Longer lines are no messages of a compiler. In UTF-16 units. */
const LONGEST_LINE = 2_000

/** `file:line:column: error: message`, also without column, severity or space. */
const COLON = /^(.+?):(\d{1,7})(?::(\d{1,7}))?(?::\s*|\s+-\s+)(\S.*)$/
/** `file(line,column): error TS1234: message`. */
const PAREN = /^(.+?)\((\d{1,7})(?:,(\d{1,7}))?(?:,\d{1,7},\d{1,7})?\)\s*:\s*(\S.*)$/
/** `error[E0308]: message`, followed by ` --> file:line:column`. */
const RUST_HEAD = /^(error|warning)(?:\[([\w:-]+)\])?: (.+)$/
const RUST_PLACE = /^\s*--> (.+?):(\d{1,7}):(\d{1,7})$/
/** `  3:5  error  message  rule`, below a line with the path. */
const STYLISH = /^\s+(\d{1,7}):(\d{1,7})\s+(error|warning)\s+(\S.*)$/
/** `  File "file", line 3`, followed by the error. */
const PYTHON_PLACE = /^\s+File "(.+?)", line (\d{1,7})/
const PYTHON_ERROR = /^([A-Za-z_][\w.]*(?:Error|Exception|Warning|Exit))(?::\s*(.*))?$/
/** `FAILED file::test - message`. */
const PYTEST = /^(?:FAILED|ERROR) ([^\s:]+)(?:::(\S+))?(?: - (.+))?$/
/** `::error file=a.ts,line=3,col=5::message`. */
const ANNOTATION = /^::(error|warning)\s+([^:]*)::(.+)$/

const SEVERITY = /^(fatal error|error|warning|warn|note|info|information|help|hint)\b\s*:?\s*/i
/** A code in front of a message: `TS2322:`, `[E501]`, `F401 `. */
const LEADING_CODE = /^(?:\[([\w./@-]+)\]|([A-Z]{1,5}\d{2,6}))(?::\s*|\s+)/
/** A rule behind a message: `[-Wunused]`, `[no-unused-vars]`, `[Error/no-undef]`. */
const TRAILING_CODE = /\s+\[(?:(?:Error|Warning)\/)?([\w./@-]+)\]$/
/** The rule at the end of a line of eslint, behind two spaces. */
const STYLISH_RULE = /\s{2,}([\w./@-]+)$/

/** State of the lines before. */
type Above = {
  file: string | null
  rust: Pick<FoundProblem, 'severity' | 'code' | 'message'> | null
  python: { readonly path: string; readonly line: number } | null
}

/** Finds problems in the usual forms of compilers, linters and test programs. The caller checks the paths. */
export function readLines(output: string): FoundProblem[] {
  const found: FoundProblem[] = []
  const above: Above = { file: null, rust: null, python: null }
  const lines = output.split(/\r?\n/)
  for (const line of lines) {
    if (line.length > LONGEST_LINE) continue
    const problem = readLine(line, above)
    if (problem !== null) found.push(problem)
  }
  return [...found, ...testsWithoutPlace(lines, found)]
}

function readLine(line: string, above: Above): FoundProblem | null {
  if (line.trim() === '') {
    above.file = null
    return null
  }
  return (
    ofRust(line, above) ??
    ofStylish(line, above) ??
    ofPython(line, above) ??
    ofAnnotation(line) ??
    ofPlace(line, above)
  )
}

function ofRust(line: string, above: Above): FoundProblem | null {
  const head = RUST_HEAD.exec(line)
  if (head !== null) {
    const [, severity, code, message = ''] = head
    above.rust = { severity: severity === 'warning' ? 'warning' : 'error', code: code ?? null, message }
    return null
  }
  const place = RUST_PLACE.exec(line)
  if (place === null || above.rust === null) return null
  const { rust } = above
  // Further places explain the same problem.
  above.rust = null
  return { ...placed(place[1], place[2], place[3]), ...rust }
}

function ofStylish(line: string, above: Above): FoundProblem | null {
  const match = above.file === null ? null : STYLISH.exec(line)
  if (match === null || above.file === null) return null
  const [, at, column, severity, rest = ''] = match
  const rule = STYLISH_RULE.exec(rest)
  return {
    ...placed(above.file, at, column),
    severity: severity === 'warning' ? 'warning' : 'error',
    message: rest.replace(STYLISH_RULE, '').trim(),
    code: rule?.[1] ?? null,
  }
}

function ofPython(line: string, above: Above): FoundProblem | null {
  const place = PYTHON_PLACE.exec(line)
  if (place !== null) {
    above.python = { path: place[1] ?? '', line: Number(place[2]) }
    return null
  }
  const error = above.python === null ? null : PYTHON_ERROR.exec(line)
  if (error === null || above.python === null) return null
  const { path, line: at } = above.python
  above.python = null
  const [, code = '', message] = error
  return { path, line: at, column: null, severity: 'error', message: message ?? code, code }
}

function ofAnnotation(line: string): FoundProblem | null {
  const match = ANNOTATION.exec(line)
  if (match === null) return null
  const [, severity, properties = '', message = ''] = match
  const values = new Map(properties.split(',').map((each) => splitAt(each.trim(), '=')))
  const file = values.get('file')
  if (file === undefined) return null
  return {
    ...placed(file, values.get('line'), values.get('col')),
    severity: severity === 'warning' ? 'warning' : 'error',
    message: message.trim(),
    code: null,
  }
}

function ofPlace(line: string, above: Above): FoundProblem | null {
  const match = PAREN.exec(line) ?? COLON.exec(line)
  if (match === null) {
    // A line that could be a path opens a block of eslint.
    above.file = /^\S/.test(line) && /[./\\]/.test(line) ? line.trim() : above.file
    return null
  }
  const [, path, at, column, text = ''] = match
  const read = messageOf(text)
  return read === null ? null : { ...placed(path?.trim(), at, column), ...read }
}

/** Reads severity, code and message; null for a note, which explains another problem. */
function messageOf(text: string): Pick<FoundProblem, 'severity' | 'code' | 'message'> | null {
  const severity = SEVERITY.exec(text)?.[1]?.toLowerCase()
  if (severity !== undefined && !/error|warn/.test(severity)) return null
  const rest = text.replace(SEVERITY, '')
  const leading = LEADING_CODE.exec(rest)
  const trailing = TRAILING_CODE.exec(rest)
  const message = rest.replace(LEADING_CODE, '').replace(TRAILING_CODE, '').trim()
  return {
    severity: severity?.startsWith('warn') === true ? 'warning' : 'error',
    code: leading?.[1] ?? leading?.[2] ?? trailing?.[1] ?? null,
    message: message === '' ? rest.trim() : message,
  }
}

/** Tests that the summary of pytest names, in files of which no other line was found. */
function testsWithoutPlace(
  lines: readonly string[],
  found: readonly FoundProblem[],
): readonly FoundProblem[] {
  const known = new Set(found.map(({ path }) => path))
  return lines.flatMap((line): readonly FoundProblem[] => {
    const match = line.length > LONGEST_LINE ? null : PYTEST.exec(line)
    if (match === null) return []
    const [, path = '', test, message] = match
    if (known.has(path)) return []
    const text = [test, message].filter((part) => part !== undefined).join(': ')
    return [{ path, line: 1, column: null, severity: 'error', message: text || 'failed', code: null }]
  })
}

function placed(path = '', line = '1', column?: string): Pick<FoundProblem, 'path' | 'line' | 'column'> {
  return { path, line: Math.max(1, Number(line) || 1), column: column === undefined ? null : Number(column) }
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
