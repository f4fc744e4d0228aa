import {
  type ExportNamedDeclaration,
  type Identifier,
  type Node,
  type Options,
  type Program,
  parse,
} from 'acorn'
import type { z } from 'zod'
import { nearNames } from '#shared/near-names.ts'
import { englishOf, type Sentence, type SentenceName, say } from '#shared/sentences.ts'
import { WORKFLOW_LIMITS } from '#shared/workflow/limits.ts'
import type { ScriptProblem } from '#shared/workflow/script-problem.ts'
import { WorkflowMeta } from '#shared/workflow/workflow.ts'
import { literalValue } from './literal.ts'
import { HOOK_NAMES, unknownNames } from './unknown-names.ts'

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

type Known = Sentence & { readonly name: SentenceName }
type Place = { readonly line: number; readonly column: number }
const AT_START: Place = { line: 1, column: 1 }

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
    return refused(AT_START, say('script.tooLong', { most: String(WORKFLOW_LIMITS.maxScriptChars) }))
  const parsed = syntaxOf(source)
  if ('message' in parsed) return { ok: false, problem: parsed }
  const imported = parsed.imported[0] ?? parsed.program.body.find(({ type }) => type === 'ImportDeclaration')
  if (imported !== undefined) return refused(start(imported), say('script.imports'))
  const exports = parsed.program.body.filter(({ type }) => type.startsWith('Export'))
  const metas = exports.flatMap((node) => metaOf(node))
  const other = exports.find((node) => metaOf(node).length === 0)
  if (other !== undefined) return refused(start(other), say('script.exports'))
  const [meta, second] = metas
  if (meta === undefined) return refused(AT_START, say('script.noMeta'))
  if (second !== undefined) return refused(start(second.node), say('script.twoMetas'))
  const [unknown] = parsed.unknown
  const read = withMeta(source, fileName, meta)
  return read.ok && unknown !== undefined ? refused(start(unknown), ...unknownSaid(unknown)) : read
}

function unknownSaid({ name }: Identifier): Known[] {
  const near = nearNames(name, HOOK_NAMES)
  const meant = near.length === 0 ? [] : [say('script.near', { names: near.join(', ') })]
  return [say('script.unknownName', { name: name.slice(0, 100) }), ...meant]
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
  if (!literal.ok) return refused(start(literal.at), literal.said)
  const checked = WorkflowMeta.safeParse(literal.value)
  if (!checked.success) return refused(start(init), metaProblem(checked.error))
  // The word gives way to blanks, so that every line and column stays where it was.
  const at = node.start
  const body = `${source.slice(0, at)}${' '.repeat('export'.length)}${source.slice(at + 'export'.length)}`
  return { ok: true, script: { meta: checked.data, fileName, body, source } }
}

type Syntax = {
  readonly program: Program
  readonly imported: readonly Node[]
  readonly unknown: readonly Identifier[]
}

function syntaxOf(source: string): Syntax | ScriptProblem {
  try {
    const program = parse(source, { ...OPTIONS, locations: true })
    return { program, imported: importsIn(program), unknown: unknownNames(program) }
  } catch (error) {
    if (error instanceof RangeError || /stack space/.test(String(error)))
      return problem(AT_START, say('script.tooDeep'))
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
  const hint = typed ? [say('script.types')] : []
  return problem({ line, column }, say('script.syntax', { what: words }), ...hint)
}

function metaProblem(error: z.ZodError): Known {
  const [issue] = error.issues
  if (issue?.code === 'unrecognized_keys') return say('meta.unknownField', { names: issue.keys.join(', ') })
  const where = ['meta', ...(issue?.path ?? [])].join('.')
  return say('meta.notRight', { where, what: issue?.message ?? 'invalid' })
}

function start(node: Node): Place {
  return { line: node.loc?.start.line ?? 1, column: (node.loc?.start.column ?? 0) + 1 }
}

const problem = (at: Place, ...said: readonly Known[]): ScriptProblem => ({
  ...at,
  message: englishOf(said),
  said,
})

const refused = (at: Place, ...said: readonly Known[]): ParsedOrNot => ({
  ok: false,
  problem: problem(at, ...said),
})
