import { expect, it } from 'vitest'
import type { WebTable } from '#shared/web/settings.ts'
import { draftOf, readDraft } from './web-draft.ts'

const WEB: WebTable = {
  fetch: false,
  privateHosts: ['localhost', '10.0.0.5'],
  search: { engine: 'searxng', url: 'http://search.local/', apiKeyRef: 'vault:search' },
  secrets: { github: ['api.github.com', 'uploads.github.com'] },
}

it('returns the settings that it was made of', () => {
  expect(readDraft(draftOf(WEB))).toEqual({ ok: true, web: WEB })
  expect(readDraft(draftOf({}))).toEqual({ ok: true, web: {} })
})

it.each([
  ['a host with a scheme', { privateHosts: 'localhost, http://x' }, 'http://x'],
  ['a secret without a host', { secrets: 'github' }, 'github'],
  [
    'a secret with an address',
    { secrets: 'github = https://api.github.com' },
    'github = https://api.github.com',
  ],
  ['SearXNG without its address', { engine: 'searxng' as const }, 'url'],
  ['a key in the form', { engine: 'brave' as const, apiKeyRef: 'abc123' }, 'abc123'],
])('names %s', (_what, change, line) => {
  expect(readDraft({ ...draftOf({}), ...change })).toEqual({ ok: false, line })
})
