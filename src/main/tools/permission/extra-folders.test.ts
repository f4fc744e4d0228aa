import { describe, expect, it } from 'vitest'
import type { PermissionMode } from '#shared/permission/mode.ts'
import type { PermissionRule } from '#shared/permission/rule.ts'
import type { ToolAct } from '../tool.ts'
import { withinFolders } from './extra-folders.ts'
import { judge } from './judge.ts'
import { createReadFilter } from './read-filter.ts'

const FOLDERS = ['/srv/shared']
const act = (access: ToolAct['access'], target: string): ToolAct => ({
  access,
  target,
  outside: true,
  proposedRule: null,
})
const verdict = (of: ToolAct, mode: PermissionMode, rules: readonly PermissionRule[] = []) =>
  judge({
    tool: of.access,
    mode,
    rules: [rules],
    grants: [],
    home: '/home/mei',
    acts: [of],
    folders: FOLDERS,
  }).verdict

describe('files of an extra folder', () => {
  it.each([
    ['read', 'ask', 'allow'],
    ['edit', 'ask', 'ask'],
    ['edit', 'accept_edits', 'allow'],
    ['edit', 'plan', 'deny'],
  ] as const)('are like those of the project: %s in mode %s', (access, mode, expected) => {
    expect(verdict(act(access, '/srv/shared/a.ts'), mode)).toBe(expected)
    expect(verdict(act(access, '/srv/shared'), mode)).toBe(expected)
  })

  it('are no others: not beside it, above it, nor by a name that begins alike', () => {
    for (const target of ['/srv/shared2/a', '/srv', '/srv/shared.bak', '/SRV/shared/a']) {
      expect(verdict(act('read', target), 'accept_edits')).toBe('ask')
      expect(verdict(act('edit', target), 'accept_edits')).toBe('ask')
    }
  })

  it('stay closed where a rule closes them', () => {
    const rules: PermissionRule[] = [{ tool: 'read', pattern: '*.pem', action: 'deny' }]
    expect(verdict(act('read', '/srv/shared/key.pem'), 'bypass', rules)).toBe('deny')
  })

  it('do not open commands, whose reach is known from their words', () => {
    expect(withinFolders(act('execute', '/srv/shared/run.sh'), FOLDERS).outside).toBe(true)
  })

  it('show no line that a rule asks about, as in the project', () => {
    const sight = createReadFilter(() => 'ask', FOLDERS)
    expect(sight.mayRead({ shown: '/srv/shared/notes.md', outside: true })).toBe(false)
    expect(sight.mayRead({ shown: '/srv/other/notes.md', outside: true })).toBe(true)
  })
})
