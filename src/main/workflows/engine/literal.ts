import type { Expression, Node, Property, SpreadElement } from 'acorn'
import { type Sentence, type SentenceName, say } from '#shared/sentences.ts'

/** The reason code is not a literal value, with its position. */
export type LiteralProblem = { readonly at: Node; readonly said: Known }
type Known = Sentence & { readonly name: SentenceName }
type Found = { readonly ok: true; readonly value: unknown } | ({ readonly ok: false } & LiteralProblem)

const DEEPEST = 50

/** The value of a pure literal. Nothing is run: code is read as data, or refused. */
export function literalValue(node: Expression, depth = 0): Found {
  if (depth > DEEPEST) return refused(node, say('meta.tooDeep', { most: String(DEEPEST) }))
  switch (node.type) {
    case 'Literal':
      if ('regex' in node || 'bigint' in node) return refused(node, say('meta.kinds'))
      return { ok: true, value: node.value }
    case 'TemplateLiteral': {
      const [only] = node.quasis
      if (node.expressions.length > 0 || only === undefined) return refused(node, say('meta.template'))
      return { ok: true, value: only.value.cooked ?? '' }
    }
    case 'UnaryExpression': {
      const { operator, argument } = node
      if (operator !== '-' || argument.type !== 'Literal' || typeof argument.value !== 'number')
        return refused(node, say('meta.operator', { operator }))
      return { ok: true, value: -argument.value }
    }
    case 'ArrayExpression':
      return arrayValue(node.elements, node, depth)
    case 'ObjectExpression':
      return objectValue(node.properties, depth)
    case 'Identifier':
      return refused(node, say('meta.variable', { name: node.name }))
    default:
      return refused(node, KINDS[node.type] ?? say('meta.plain'))
  }
}

const KINDS: Readonly<Record<string, Known>> = {
  CallExpression: say('meta.calls'),
  NewExpression: say('meta.calls'),
  ArrowFunctionExpression: say('meta.functions'),
  FunctionExpression: say('meta.functions'),
  TaggedTemplateExpression: say('meta.calls'),
  MemberExpression: say('meta.reads'),
}

function arrayValue(
  elements: readonly (Expression | SpreadElement | null)[],
  node: Node,
  depth: number,
): Found {
  const values: unknown[] = []
  for (const element of elements) {
    if (element === null) return refused(node, say('meta.holes'))
    if (element.type === 'SpreadElement') return refused(element, say('meta.spread'))
    const found = literalValue(element, depth + 1)
    if (!found.ok) return found
    values.push(found.value)
  }
  return { ok: true, value: values }
}

function objectValue(properties: readonly (Property | SpreadElement)[], depth: number): Found {
  const entries: [string, unknown][] = []
  for (const property of properties) {
    if (property.type === 'SpreadElement') return refused(property, say('meta.spread'))
    if (property.kind !== 'init') return refused(property, say('meta.getters'))
    if (property.computed) return refused(property, say('meta.computed'))
    if (property.method) return refused(property, say('meta.functions'))
    const key = property.key.type === 'Identifier' ? property.key.name : keyOf(property.key)
    if (key === '__proto__') return refused(property, say('meta.proto'))
    if (entries.some(([name]) => name === key)) return refused(property, say('meta.twice', { key }))
    const found = literalValue(property.value, depth + 1)
    if (!found.ok) return found
    entries.push([key, found.value])
  }
  return { ok: true, value: Object.fromEntries(entries) }
}

const keyOf = (key: Node): string => ('value' in key ? String(key.value) : '')

const refused = (at: Node, said: Known): Found => ({ ok: false, at, said })
