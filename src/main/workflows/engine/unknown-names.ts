import type { Identifier, Node, Program } from 'acorn'

/** Names that a script gets besides the language. */
export const HOOK_NAMES = [
  'agent',
  'parallel',
  'pipeline',
  'phase',
  'log',
  'workflow',
  'args',
  'budget',
] as const

/** Global names built into the sandbox. */
export const GLOBAL_NAMES: readonly string[] =
  `AggregateError Array ArrayBuffer BigInt BigInt64Array BigUint64Array
  Boolean DataView Date Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array Function Infinity
  Int16Array Int32Array Int8Array InternalError Iterator JSON Map Math NaN Number Object Promise Proxy RangeError
  ReferenceError Reflect RegExp Set SharedArrayBuffer String Symbol SyntaxError TypeError URIError Uint16Array
  Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet decodeURI decodeURIComponent encodeURI
  encodeURIComponent escape eval globalThis isFinite isNaN parseFloat parseInt undefined unescape`.split(
    /\s+/,
  )

/** The names that can be seen at a place of a script. */
type Scope = { readonly names: ReadonlySet<string>; readonly above: Scope | null }
type Found = (node: Identifier, scope: Scope) => void
type Fields = Node & { readonly [field: string]: unknown }

/**
 * Finds the names a script uses and nothing declares, in order: reading one ends the script. A name that the script
 * tests with `typeof` or assigns to is left alone, and so is every script that names the global object.
 */
export function unknownNames(program: Program): readonly Identifier[] {
  const allowed = new Set<string>([...HOOK_NAMES, ...GLOBAL_NAMES, 'arguments'])
  for (const name of namesSetAside(program)) allowed.add(name)
  const unknown: Identifier[] = []
  let usesGlobal = false
  const found: Found = (node, scope) => {
    usesGlobal ||= node.name === 'globalThis'
    if (!isSeen(node.name, scope)) unknown.push(node)
  }
  const outer: Scope = { names: allowed, above: null }
  visitAll(program.body, { names: declaredIn(program.body, 'function'), above: outer }, found)
  return usesGlobal ? [] : unknown.toSorted((one, other) => one.start - other.start)
}

function isSeen(name: string, scope: Scope): boolean {
  for (let at: Scope | null = scope; at !== null; at = at.above) if (at.names.has(name)) return true
  return false
}

function visitAll(nodes: readonly unknown[], scope: Scope, found: Found): void {
  for (const node of nodes) if (isNode(node)) visit(node, scope, found)
}

function visit(node: Fields, scope: Scope, found: Found): void {
  switch (node.type) {
    case 'Identifier':
      found(node as unknown as Identifier, scope)
      break
    case 'MemberExpression':
      visitAll([node['object'], ...(node['computed'] === true ? [node['property']] : [])], scope, found)
      break
    case 'Property':
    case 'PropertyDefinition':
    case 'MethodDefinition':
      visitAll([...(node['computed'] === true ? [node['key']] : []), node['value']], scope, found)
      break
    case 'LabeledStatement':
      visitAll([node['body']], scope, found)
      break
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'MetaProperty':
      break
    case 'VariableDeclarator':
      visitPattern(node['id'], scope, found)
      visitAll([node['init']], scope, found)
      break
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      visitFunction(node, scope, found)
      break
    case 'ClassDeclaration':
    case 'ClassExpression':
      visitAll([node['superClass'], node['body']], { names: namesIn(node['id']), above: scope }, found)
      break
    case 'CatchClause': {
      const caught = { names: namesIn(node['param']), above: scope }
      visitPattern(node['param'], caught, found)
      visitAll([node['body']], caught, found)
      break
    }
    default:
      visitAll(childrenOf(node), withBlock(node, scope), found)
  }
}

function visitFunction(node: Fields, scope: Scope, found: Found): void {
  const params = listOf(node['params'])
  const own = node.type === 'FunctionExpression' ? namesIn(node['id']) : new Set<string>()
  const given = { names: new Set([...own, ...params.flatMap((param) => [...namesIn(param)])]), above: scope }
  for (const param of params) visitPattern(param, given, found)
  const { body } = node as { body?: unknown }
  if (!isNode(body)) return
  const isBlock = body.type === 'BlockStatement'
  const statements = isBlock ? listOf(body['body']) : [body]
  const names = isBlock ? declaredIn(statements, 'function') : new Set<string>()
  visitAll(statements, { names, above: given }, found)
}

/** Reads the defaults and computed keys of a pattern. The names in it are declared and not read. */
function visitPattern(pattern: unknown, scope: Scope, found: Found): void {
  if (!isNode(pattern)) return
  if (pattern.type === 'AssignmentPattern') {
    visitPattern(pattern['left'], scope, found)
    visitAll([pattern['right']], scope, found)
  } else if (pattern.type === 'Property') {
    if (pattern['computed'] === true) visitAll([pattern['key']], scope, found)
    visitPattern(pattern['value'], scope, found)
  } else if (pattern.type !== 'Identifier') {
    for (const part of childrenOf(pattern)) visitPattern(part, scope, found)
  }
}

/** A block, a loop and a switch see what is declared inside them. */
function withBlock(node: Fields, scope: Scope): Scope {
  if (node.type === 'BlockStatement' || node.type === 'StaticBlock')
    return { names: declaredIn(listOf(node['body']), 'block'), above: scope }
  if (node.type === 'ForStatement') return { names: declaredIn([node['init']], 'block'), above: scope }
  if (node.type === 'ForInStatement' || node.type === 'ForOfStatement')
    return { names: declaredIn([node['left']], 'block'), above: scope }
  if (node.type !== 'SwitchStatement') return scope
  const statements = listOf(node['cases']).flatMap((each) => (isNode(each) ? listOf(each['consequent']) : []))
  return { names: declaredIn(statements, 'block'), above: scope }
}

/** The names that statements declare: in a function also those of every `var` below them. */
function declaredIn(statements: readonly unknown[], of: 'function' | 'block'): ReadonlySet<string> {
  const names = new Set<string>()
  for (const statement of statements) {
    if (!isNode(statement)) continue
    const node = statement.type.startsWith('Export') ? (statement['declaration'] ?? null) : statement
    if (!isNode(node)) continue
    if (node.type === 'VariableDeclaration') addAll(names, variablesOf(node))
    if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration')
      addAll(names, namesIn(node['id']))
    if (of === 'function') addAll(names, hoistedFrom(node))
  }
  return names
}

/** Every `var`, and every function in a block, that belongs to the function around it. */
function hoistedFrom(node: Fields): string[] {
  if (node.type === 'FunctionDeclaration') return [...namesIn(node['id'])]
  if (/Function|^Class/.test(node.type)) return []
  const own = node.type === 'VariableDeclaration' && node['kind'] === 'var' ? variablesOf(node) : []
  return [...own, ...childrenOf(node).flatMap(hoistedFrom)]
}

function variablesOf(node: Fields): string[] {
  return listOf(node['declarations']).flatMap((each) => (isNode(each) ? [...namesIn(each['id'])] : []))
}

/** The names a pattern declares. */
function namesIn(pattern: unknown): ReadonlySet<string> {
  const names = new Set<string>()
  if (!isNode(pattern)) return names
  if (pattern.type === 'Identifier') names.add(String(pattern['name']))
  else if (pattern.type === 'AssignmentPattern') addAll(names, namesIn(pattern['left']))
  else if (pattern.type === 'Property') addAll(names, namesIn(pattern['value']))
  else if (/Pattern|RestElement/.test(pattern.type))
    for (const part of childrenOf(pattern)) addAll(names, namesIn(part))
  return names
}

/** Names the script itself asks about or makes. */
function namesSetAside(program: Program): string[] {
  const names: string[] = []
  const rest: Fields[] = [program as unknown as Fields]
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    const asked = node.type === 'UnaryExpression' && node['operator'] === 'typeof' ? node['argument'] : null
    const isLoop = node.type === 'ForInStatement' || node.type === 'ForOfStatement'
    const made = node.type === 'AssignmentExpression' || isLoop ? node['left'] : null
    names.push(...namesIn(asked), ...namesIn(made))
    rest.push(...childrenOf(node))
  }
  return names
}

function childrenOf(node: Fields): Fields[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const isNode = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

function addAll(names: Set<string>, more: Iterable<string>): void {
  for (const name of more) names.add(name)
}
