import { expect, it } from 'vitest'
import { NO_DRAFT, readDraft } from './mcp-view.ts'

it('makes a program or an address of what was typed', () => {
  const typed = { ...NO_DRAFT, name: 'files', command: 'npx', args: '-y\n\n files ', env: 'TOKEN = vault:gh' }
  expect(readDraft(typed)).toEqual({
    ok: true,
    name: 'files',
    config: { command: 'npx', args: ['-y', 'files'], env: { TOKEN: 'vault:gh' } },
  })
  expect(
    readDraft({
      ...NO_DRAFT,
      kind: 'http',
      name: 'web',
      url: 'https://a.example',
      headers: 'X-Key: vault:k',
    }),
  ).toEqual({ ok: true, name: 'web', config: { url: 'https://a.example', headers: { 'X-Key': 'vault:k' } } })
})

it('says which fields are wrong', () => {
  expect(readDraft({ ...NO_DRAFT, name: 'a__b' })).toMatchObject({
    ok: false,
    wrong: { name: expect.any(String), command: expect.any(String) },
  })
  expect(
    readDraft({ ...NO_DRAFT, kind: 'http', name: 'a', url: 'nowhere', headers: 'Authorization: secret' }),
  ).toMatchObject({ ok: false, wrong: { url: expect.any(String), headers: expect.any(String) } })
})
