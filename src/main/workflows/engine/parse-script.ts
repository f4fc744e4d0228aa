import { type ExportNamedDeclaration, type Node, type Options, type Program, parse } from 'acorn'
import type { z } from 'zod'
import { WORKFLOW_LIMITS } from '#shared/workflow/limits.ts'
import type { ScriptProblem } from '#shared/workflow/script-problem.ts'
import { WorkflowMeta } from '#shared/workflow/workflow.ts'
import { literalValue } from './literal.ts'

/** A script that may be started. The lines of `body` are those of the file. */
export type ParsedScript = {
  readonly meta: WorkflowMeta
  readonly fileName: string
  readonly body: string
  readonly source: string
}
export type ParsedOrNot =
  | { readonly ok: true; readonly script: ParsedScript }
  | { readonly ok: false; readonly problem: ScriptProblem }

const OPTIONS: Options = {
  ecmaVersion: 2023,
  sourceType: 'module',
  allowAwaitOutsideFunction: true,
  allowReturnOutsideFunction: true,
  allowHashBang: false,
}

/** Reads a script without running any of it: the body of an async function with one `export const meta = {…}`. */
export function parseScript(source: string, fileName: string): ParsedOrNot {
  if (source.length > WORKFLOW_LIMITS.maxScriptChars)
    return problem(
      { line: 1, column: 1 },
      `The script is longer than ${WORKFLOW_LIMITS.maxScriptChars} characters.`,
    )
  const parsed = syntaxOf(source)
  if ('message' in parsed) return { ok: false, problem: parsed }
  const imported = parsed.imported[0] ?? parsed.program.body.find(({ type }) => type === 'ImportDeclaration')
  if (imported !== undefined)
    return problem(
      start(imported),
      'A workflow cannot import anything. The hooks and `args` are already there.',
    )
  const exports = parsed.program.body.filter(({ type }) => type.startsWith('Export'))
  const metas = exports.flatMap((node) => metaOf(node))
  const other = exports.find((node) => metaOf(node).length === 0)
  if (other !== undefined)
    return problem(
      start(other),
      'Only `export const meta` may be exported. Give the result back with `return`.',
    )
  const [meta, second] = metas
  if (meta === undefined)
    return problem({ line: 1, column: 1 }, 'The script needs `export const meta = { name, description }`.')
  if (second !== undefined) return problem(start(second.node), 'The script exports `meta` twice.')
  return withMeta(source, fileName, meta)
}

type MetaExport = { readonly node: ExportNamedDeclaration; readonly init: Parameters<typeof literalValue>[0] }

/** The exported meta, where the node is exactly `export const meta = …`. */
function metaOf(node: Program['body'][number]): MetaExport[] {
  if (node.type !== 'ExportNamedDeclaration') return []
  const { declaration } = node
  if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') return []
  const [only, more] = declaration.declarations
  if (only === undefined || more !== undefined || only.id.type !== 'Identifier' || only.id.name !== 'meta')
    return []
  return only.init ? [{ node, init: only.init }] : []
}

function withMeta(source: string, fileName: string, { node, init }: MetaExport): ParsedOrNot {
  const literal = literalValue(init)
  if (!literal.ok) return problem(start(literal.at), literal.message)
  const checked = WorkflowMeta.safeParse(literal.value)
  if (!checked.success) return problem(start(init), metaProblem(checked.error))
  // The word gives way to blanks, so that every line and column stays where it was.
  const at = node.start
  const body = `${source.slice(0, at)}${' '.repeat('export'.length)}${source.slice(at + 'export'.length)}`
  return { ok: true, script: { meta: checked.data, fileName, body, source } }
}

type Syntax = { readonly program: Program; readonly imported: readonly Node[] }

function syntaxOf(source: string): Syntax | ScriptProblem {
  try {
    const program = parse(source, { ...OPTIONS, locations: true })
    return { program, imported: importsIn(program) }
  } catch (error) {
    if (error instanceof RangeError || /stack space/.test(String(error)))
      return { line: 1, column: 1, message: 'The script is nested too deeply to be read.' }
    if (error instanceof SyntaxError) return syntaxProblem(error, source)
    throw error
  }
}

/** Every `import()` and `import.meta`, however deep. */
function importsIn(program: Program): Node[] {
  const found: Node[] = []
  const rest: unknown[] = [program]
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next !== 'object' || next === null) continue
    if (isNode(next) && (next.type === 'ImportExpression' || isImportMeta(next))) found.push(next)
    for (const [key, value] of Object.entries(next)) {
      if (key !== 'loc' && typeof value === 'object' && value !== null) rest.push(value)
    }
  }
  return found
}

const isNode = (value: object): value is Node => 'type' in value && 'start' in value
const isImportMeta = (node: Node) =>
  node.type === 'MetaProperty' && (node as { meta?: { name?: unknown } }).meta?.name === 'import'

const TYPES =
  /^\s*(?:interface|type|enum|declare|abstract)\s|:\s*(?:string|number|boolean|any|unknown|void)\b|\bas\s+\w/

function syntaxProblem(error: SyntaxError & { loc?: unknown }, source: string): ScriptProblem {
  const loc = error.loc as { line: number; column: number } | undefined
  const { line, column } = { line: loc?.line ?? 1, column: (loc?.column ?? 0) + 1 }
  const words = error.message.replace(/ \(\d+:\d+\)$/, '')
  const typed = TYPES.test(source.split('\n')[line - 1] ?? '')
  const hint = typed ? ' Workflows are plain JavaScript: types are not understood.' : ''
  return { line, column, message: `This is not valid JavaScript: ${words}.${hint}` }
}

function metaProblem(error: z.ZodError): string {
  const [issue] = error.issues
  if (issue === undefined) return 'meta is not as it should be.'
  if (issue.code === 'unrecognized_keys')
    return `meta has no field ${issue.keys.join(', ')}. Its fields are name, description, phases and args.`
  const where = ['meta', ...issue.path].join('.')
  return `${where} is not right: ${issue.message}.`
}

function start(node: Node): { line: number; column: number } {
  return { line: node.loc?.start.line ?? 1, column: (node.loc?.start.column ?? 0) + 1 }
}

const problem = (at: { line: number; column: number }, message: string): ParsedOrNot => ({
  ok: false,
  problem: { ...at, message },
})
