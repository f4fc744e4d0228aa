import { expect, it } from 'vitest'
import type { RequestId } from '../ids.ts'
import type { Interaction } from '../session/interactions/interaction.ts'
import { foldersOf } from './folders-of.ts'

const ask = (preview: Interaction['preview'], more: Partial<Interaction> = {}): Interaction => ({
  requestId: 'req_00000001' as RequestId,
  what: 'permission',
  prompt: 'Edit',
  cwd: '/home/ada/ledger',
  proposedRules: [{ tool: 'edit', action: 'allow' }],
  ...(preview === undefined ? {} : { preview }),
  ...more,
})
const diffOf = (path: string) => ({ path, added: 1, removed: 0, cut: false, hunks: [] })

it.each([
  [{ kind: 'diff' as const, diff: diffOf('src/billing/tax.ts') }, ['src/billing', 'src']],
  [{ kind: 'diff' as const, diff: diffOf('README.md') }, []],
  [{ kind: 'path' as const, path: '/home/ada/notes/x.md', outside: true }, ['/home/ada/notes']],
  [{ kind: 'path' as const, path: 'C:/notes/x.md', outside: true }, ['C:/notes']],
  [{ kind: 'path' as const, path: '/hosts', outside: true }, []],
  [{ kind: 'command' as const, command: 'ls', timeoutMs: 1 }, ['/home/ada/ledger']],
  [{ kind: 'args' as const, text: '' }, []],
  [undefined, []],
])('offers for %j the folders %j', (preview, folders) => {
  expect(foldersOf(ask(preview))).toEqual(folders)
})

it('offers none where nothing may be remembered', () => {
  const preview = { kind: 'diff' as const, diff: diffOf('.git/hooks/x') }
  expect(foldersOf(ask(preview, { proposedRules: [] }))).toEqual([])
})
