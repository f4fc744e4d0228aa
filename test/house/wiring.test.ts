import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

const APP = resolve(import.meta.dirname, '../../src/main/app')

/** Values that are data and no dependencies, such as a command to run and its environment. */
const DATA = new Set(['job', 'program', 'settled', 'secrets', 'entered.environment', 'NOTHING_MORE'])

/** Every pair of rooms that need each other, by what the earlier room reaches of the later one. */
const LINKS = [
  'agents and worktrees',
  'the definitions of agents',
  'the hooks',
  'the lane of chats',
  'the list of agents',
  'the oversight of teams',
  'the passed variables',
  'the reserved spending',
  'the rows of the log',
  'the work of teams',
]

/**
 * The compiler refuses a property that a function does not declare, but not one that a spread brings. Without
 * spreads it therefore checks every dependency that the app hands to a room.
 */
it('hands each room named dependencies and no spread of many', () => {
  expect(sources().flatMap(spreadArguments)).toEqual([])
})

it('finds a spread in an argument, and lets returned parts be spread', () => {
  const source = ts.createSourceFile(
    'open-it.ts',
    'const it = openIt({ a, ...deps, ...(b ? { b } : {}), ...partsOf(c) })\nreturn { ...deps, it }',
    ts.ScriptTarget.Latest,
    true,
  )
  expect(spreadArguments(source)).toEqual(['open-it.ts:1 ...deps'])
})

/**
 * A function that uses a value which is declared after it hides a cycle between rooms. Such a room gets a
 * dependency by `createLink`, whose `connect` step shows the cycle, or opens in another order.
 */
it('opens rooms in order, without functions that refer to later rooms', () => {
  expect(sources().flatMap(forwardReferences)).toEqual([])
})

it('finds a reference to a later value, but not names of properties and of inner values', () => {
  const source = ts.createSourceFile(
    'open-it.ts',
    `function open() {
      const lane = openLane({ wake: () => agents.wake(), list: () => agents, inner: (late: A) => late.late })
      const { late: x } = lane
      const inner = (all: B) => all.map(({ late }) => late)
      const agents = openAgents({ lane }), late = x
      const again = () => again()
    }`,
    ts.ScriptTarget.Latest,
    true,
  )
  expect(forwardReferences(source)).toEqual(['open-it.ts:2 agents', 'open-it.ts:2 agents'])
})

it('links only rooms that need each other', () => {
  const links = sources().flatMap((source) =>
    [...source.text.matchAll(/createLink<.*>\('([^']+)'\)/g)].map(([, name]) => name),
  )
  expect(links.toSorted()).toEqual(LINKS.toSorted())
})

function sources(): readonly ts.SourceFile[] {
  return readdirSync(APP, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) =>
      ts.createSourceFile(file, readFileSync(join(APP, file), 'utf8'), ts.ScriptTarget.Latest, true),
    )
}

/** Names and members of names that are spread into an argument of a call, with their lines. */
function spreadArguments(source: ts.SourceFile): readonly string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isSpreadAssignment(node) && isArgument(node.parent) && isName(node.expression)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
      if (!DATA.has(node.expression.getText(source)))
        found.push(`${source.fileName}:${line + 1} ${node.getText(source)}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const isArgument = (node: ts.Node): boolean =>
  ts.isCallExpression(node.parent) && node.parent.arguments.some((argument) => argument === node)

const isName = (node: ts.Expression): boolean =>
  ts.isIdentifier(node) || (ts.isPropertyAccessExpression(node) && isName(node.expression))

/** Uses of a local value before the statement that declares it, with their lines. */
function forwardReferences(source: ts.SourceFile): readonly string[] {
  const found: string[] = []
  const use = (node: ts.Node, later: ReadonlySet<string>): void => {
    if (later.size === 0 || ts.isTypeNode(node)) return
    if (ts.isIdentifier(node) && later.has(node.text) && isUse(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
      found.push(`${source.fileName}:${line + 1} ${node.text}`)
    }
    const own = ts.isFunctionLike(node)
      ? node.parameters.flatMap(({ name }) => namesIn(name))
      : declaredIn(node)
    const rest = own.length === 0 ? later : new Set([...later].filter((name) => !own.includes(name)))
    ts.forEachChild(node, (child) => use(child, rest))
  }
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node)) {
      const later = new Set<string>()
      for (const statement of [...node.statements].reverse()) {
        // A function may call itself, so its own name is not a later one yet.
        use(statement, later)
        for (const name of declaredBy(statement)) later.add(name)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const declaredIn = (node: ts.Node): readonly string[] =>
  ts.isBlock(node) ? node.statements.flatMap(declaredBy) : []

function declaredBy(statement: ts.Statement): readonly string[] {
  if (!ts.isVariableStatement(statement)) return []
  return statement.declarationList.declarations.flatMap(({ name }) => namesIn(name))
}

function namesIn(name: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text]
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(element.name) : []))
}

function isUse(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) return parent.name !== node
  return !ts.isBindingElement(parent) || parent.initializer === node
}
