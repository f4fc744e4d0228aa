import { expect, it } from 'vitest'
import { UserConfig } from '#shared/config/config.ts'
import type { WebTable } from '#shared/web/settings.ts'
import { withWeb } from './edit-web.ts'
import { parseConfig } from './toml/config-text.ts'

const configOf = (text: string) => parseConfig(UserConfig, text, 'config.toml')
const WEB: WebTable = {
  fetch: false,
  privateHosts: ['localhost'],
  search: { engine: 'searxng', url: 'http://search.local/' },
  secrets: { github: ['api.github.com'] },
}

it('writes the web settings and keeps every line of the person', () => {
  const before = '# mine\npermissionMode = "ask" # always\n'
  const after = withWeb(WEB)(before, configOf(before))
  expect(after).toContain('# mine\npermissionMode = "ask" # always\n')
  expect(configOf(after).web).toEqual(WEB)
})

it('changes and removes parts of them', () => {
  const all = withWeb(WEB)('', configOf(''))
  const less = withWeb({ fetch: true, secrets: { github: ['api.github.com', 'uploads.github.com'] } })(
    all,
    configOf(all),
  )
  expect(configOf(less).web).toEqual({
    fetch: true,
    secrets: { github: ['api.github.com', 'uploads.github.com'] },
  })
  expect(configOf(withWeb({})(less, configOf(less))).web).toBeUndefined()
})

it.each([
  ['a search engine without its address', '[web.search]\nengine = "searxng"\n'],
  ['a host with a path', '[web]\nprivateHosts = ["localhost/x"]\n'],
  ['a secret without hosts', '[web.secrets]\ngithub = []\n'],
])('refuses %s', (_what, text) => {
  expect(() => configOf(text)).toThrow()
})
