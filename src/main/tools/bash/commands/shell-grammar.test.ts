import { expect, it } from 'vitest'
import type { SyntaxNode } from '../../permission/syntax/syntax-tree.ts'
import { createShellGrammar } from './shell-grammar.ts'

const load = createShellGrammar()
const types = (node: SyntaxNode): string =>
  node.children.length === 0 ? node.type : `${node.type}(${node.children.map(types).join(' ')})`

it('parses a script into a tree with the places of its parts', async () => {
  const parse = await load()
  const parsed = parse('ls -a && echo 中文')
  expect(parsed?.broken).toBe(false)
  expect(parsed === null ? '' : types(parsed.root)).toBe(
    'program(list(command(command_name(word) word) && command(command_name(word) word)))',
  )
  expect(parsed?.root.children[0]?.children[2]).toMatchObject({ start: 9, end: 16 })
})

it('marks what is no valid bash', async () => {
  expect((await load())('echo "open')?.broken).toBe(true)
})

it('gives up on scripts that are too long or too deep', async () => {
  const parse = await load()
  expect(parse('a'.repeat(100_001))).toBeNull()
  expect(parse(`${'$('.repeat(3_000)}ls${')'.repeat(3_000)}`)?.broken ?? true).toBe(true)
})
