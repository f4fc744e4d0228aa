import { describe, expect, it } from 'vitest'
import type { PermissionRule } from '#shared/permission/rule.ts'
import { judge } from './judge.ts'
import { createReadFilter } from './read-filter.ts'

const inside = (shown: string) => ({ shown, outside: false })

function sightUnder(rules: readonly PermissionRule[], grants: readonly PermissionRule[] = []) {
  return createReadFilter(
    (act) =>
      judge({ tool: 'grep', mode: 'ask', rules: [rules], grants, acts: [act], home: '/home/me' }).verdict,
  )
}
const deny = (pattern: string, tool = 'read'): PermissionRule => ({ tool, pattern, action: 'deny' })

describe('what a search may show', () => {
  it.each<[string, PermissionRule[], string, { read: boolean; name: boolean }]>([
    ['everything without rules', [], 'a/b', { read: true, name: true }],
    ['the name of a file that is denied', [deny('.env')], 'app/.env', { read: false, name: true }],
    ['nothing in a folder that is denied', [deny('secrets/**')], 'secrets/a', { read: false, name: false }],
    ['nothing deep in it', [deny('secrets/**')], 'secrets/a/b/c', { read: false, name: false }],
    ['nothing in one denied by its name', [deny('secrets')], 'a/secrets/b', { read: false, name: false }],
    ['the name of that folder', [deny('secrets')], 'a/secrets', { read: false, name: true }],
    ['names where only a kind is denied', [deny('keys/*.pem')], 'keys/a.pem', { read: false, name: true }],
    ['nothing where all is denied', [deny('**')], 'a', { read: false, name: false }],
    ['what upper case would hide', [deny('secrets/**')], 'SECRETS/a', { read: false, name: false }],
    ['what is denied to the search', [deny('docs/**', 'grep')], 'docs/a', { read: false, name: false }],
    ['what is denied to all tools', [deny('docs/**', '*')], 'docs/a', { read: false, name: false }],
    ['what is denied to others only', [deny('docs/**', 'edit')], 'docs/a', { read: true, name: true }],
    [
      'an exception that is made later',
      [deny('secrets/**'), { tool: 'read', pattern: 'secrets/open', action: 'allow' }],
      'secrets/open',
      { read: true, name: true },
    ],
    [
      'no content that has to be asked for',
      [{ tool: 'read', pattern: 'notes/*.md', action: 'ask' }],
      'notes/a.md',
      { read: false, name: true },
    ],
  ])('is %s', (_what, rules, shown, { read, name }) => {
    const sight = sightUnder(rules)
    expect({ read: sight.mayRead(inside(shown)), name: sight.mayName(inside(shown)) }).toEqual({ read, name })
  })

  it('is what the person has allowed to be read before', () => {
    const rule: PermissionRule = { tool: 'grep', pattern: 'notes/**', action: 'ask' }
    const sight = sightUnder([rule], [{ ...rule, action: 'allow' }])
    expect(sight.mayRead(inside('notes/a'))).toBe(true)
  })

  it('is what lies outside when the call itself was allowed there, except for what is denied', () => {
    const sight = sightUnder([deny('~/.ssh/**')])
    const outside = (shown: string) => sight.mayRead({ shown, outside: true })
    expect([outside('/usr/share/dict'), outside('/home/me/.ssh/key')]).toEqual([true, false])
  })
})
