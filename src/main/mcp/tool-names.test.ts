import { expect, it } from 'vitest'
import { fullToolName, modelToolName } from './tool-names.ts'

const nameOf = (server: string, tool: string) => modelToolName(fullToolName(server, tool))

it('keeps names that providers take', () => {
  expect(nameOf('github', 'create_issue')).toBe('mcp__github__create_issue')
})

it('puts a stable hash at the end of all others, so that no two are equal', () => {
  const long = nameOf('github', 'a'.repeat(100))
  expect(long).toMatch(/^mcp__github__a{42}_[0-9a-f]{8}$/)
  expect([long.length, nameOf('github', 'a'.repeat(100))]).toEqual([64, long])
  const alike = [
    nameOf('s', 'a.b'),
    nameOf('s', 'a b'),
    nameOf('s', 'a_b'),
    nameOf('s.x', 'a'),
    nameOf('s', '潮'),
  ]
  expect(new Set(alike).size).toBe(alike.length)
  expect(alike.every((name) => /^[a-zA-Z0-9_-]{1,64}$/.test(name))).toBe(true)
})
