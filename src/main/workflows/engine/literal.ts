import type { Expression, Node, Property, SpreadElement } from 'acorn'

/** What stops a piece of code from being a plain value, and where it stands. */
export type LiteralProblem = { readonly at: Node; readonly message: string }
type Found = { readonly ok: true; readonly value: unknown } | ({ readonly ok: false } & LiteralProblem)

const DEEPEST = 50

/** The value of a pure literal. Nothing is run: code is read as data, or refused. */
export function literalValue(node: Expression, depth = 0): Found {
  if (depth > DEEPEST) return refused(node, `is nested more than ${DEEPEST} levels deep`)
  switch (node.type) {
    case 'Literal':
      if ('regex' in node || 'bigint' in node)
        return refused(node, 'may not hold regular expressions or bigints')
      return { ok: true, value: node.value }
    case 'TemplateLiteral': {
      const [only] = node.quasis
      if (node.expressions.length > 0 || only === undefined)
        return refused(node, 'may not calculate inside a text; write the text out')
      return { ok: true, value: only.value.cooked ?? '' }
    }
    case 'UnaryExpression': {
      const { operator, argument } = node
      if (operator !== '-' || argument.type !== 'Literal' || typeof argument.value !== 'number')
        return refused(node, `may not calculate with ${operator}`)
      return { ok: true, value: -argument.value }
    }
    case 'ArrayExpression':
      return arrayValue(node.elements, node, depth)
    case 'ObjectExpression':
      return objectValue(node.properties, depth)
    case 'Identifier':
      return refused(node, `may not use the variable ${node.name}; write its value`)
    default:
      return refused(node, NAMES[node.type] ?? 'may hold only plain values')
  }
}

const NAMES: Readonly<Record<string, string>> = {
  CallExpression: 'may not call anything',
  NewExpression: 'may not call anything',
  ArrowFunctionExpression: 'may not hold functions',
  FunctionExpression: 'may not hold functions',
  TaggedTemplateExpression: 'may not call anything',
  MemberExpression: 'may not read other values',
}

function arrayValue(
  elements: readonly (Expression | SpreadElement | null)[],
  node: Node,
  depth: number,
): Found {
  const values: unknown[] = []
  for (const element of elements) {
    if (element === null) return refused(node, 'may not have holes in a list')
    if (element.type === 'SpreadElement') return refused(element, 'may not spread (…) other values')
    const found = literalValue(element, depth + 1)
    if (!found.ok) return found
    values.push(found.value)
  }
  return { ok: true, value: values }
}

function objectValue(properties: readonly (Property | SpreadElement)[], depth: number): Found {
  const entries: [string, unknown][] = []
  for (const property of properties) {
    if (property.type === 'SpreadElement') return refused(property, 'may not spread (…) other values')
    if (property.kind !== 'init') return refused(property, 'may not have getters or setters')
    if (property.computed) return refused(property, 'may not have computed keys')
    if (property.method) return refused(property, 'may not hold functions')
    const key = property.key.type === 'Identifier' ? property.key.name : keyOf(property.key)
    if (key === '__proto__') return refused(property, 'may not set __proto__')
    if (entries.some(([name]) => name === key)) return refused(property, `names ${key} twice`)
    const found = literalValue(property.value, depth + 1)
    if (!found.ok) return found
    entries.push([key, found.value])
  }
  return { ok: true, value: Object.fromEntries(entries) }
}

const keyOf = (key: Node): string => ('value' in key ? String(key.value) : '')

const refused = (at: Node, message: string): Found => ({ ok: false, at, message: `meta ${message}.` })
