import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

const APP = resolve(import.meta.dirname, '../../src/main/app')

/** Values that are data and no dependencies, such as a command to run and its environment. */
const DATA = new Set(['job', 'program', 'settled', 'secrets', 'entered.environment', 'NOTHING_MORE'])

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
