import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { RequestId } from '#shared/ids.ts'
import type { SandboxRules } from '#shared/sandbox/sandbox.ts'
import { TextProvider } from '../../messages/TextProvider.tsx'
import { SandboxProposal } from './SandboxProposal.tsx'

/** Raw in the window, these would move, hide or carry words. */
const UNSEEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\u{e0000}-\u{e007f}]/u
const tags = (text: string) =>
  [...text].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('')

const rules: SandboxRules = {
  kind: 'bubblewrap',
  writes: [],
  hides: [],
  hosts: [],
  network: 'ask',
  memoryMb: null,
  processes: null,
}

/** The card of a blocked command: its markup and, without markup, its words. */
function cardOf(command: string, name: string, pattern: string, hosts: string[] = []) {
  const markup = renderToStaticMarkup(
    <TextProvider locale="en">
      <SandboxProposal
        asked={{
          requestId: 'req_00000001' as RequestId,
          what: 'permission',
          prompt: 'Run',
          proposedRules: [{ tool: 'edit', pattern, action: 'allow' }],
        }}
        proposal={{
          kind: 'sandbox',
          timeoutMs: 1,
          command,
          blocked: [{ what: 'write', name, tries: 1 }],
          rules: { ...rules, hosts },
        }}
      />
    </TextProvider>,
  )
  return { markup, words: markup.replaceAll(/<[^>]*>/g, '').replaceAll('&quot;', '"') }
}

it('shows direction controls, invisible characters and tags as codes, wherever they stand', () => {
  const { markup, words } = cardOf(
    `echo "\u202e# txt" ; rm\u200b -rf src${tags(';x')}`,
    '/srv/a\u2066b\u200d.txt',
    `/srv/\u202egnp/${tags('y')}**`,
    ['a.test\u202etset.b:443'],
  )
  expect(markup).not.toMatch(UNSEEN)
  expect(words).toContain('# txt" ; rmU+200B -rf srcU+E003BU+E0078')
  expect(words).toContain('/srv/aU+2066bU+200D.txt')
  expect(words).toContain('write in /srv/U+202Egnp/U+E0079')
  expect(words).toContain('reaches a.testU+202Etset.b:443, asks for others')
})

it('wraps what stands far to the right, blanks too, and cuts nothing', () => {
  const far = `${' '.repeat(2_000)}evil`
  const { markup, words } = cardOf(
    `true;${far}`,
    `/srv/${'a'.repeat(2_000)}/evil.txt`,
    `/srv/${'b'.repeat(2_000)}`,
  )
  expect(words).toContain(`true;${far}`)
  expect(words).toContain(`${'a'.repeat(2_000)}/evil.txt`)
  expect(words).toContain('b'.repeat(2_000))
  expect(markup).toMatch(/<pre class="[^"]*\bwhitespace-break-spaces break-all\b/)
  expect(markup).not.toMatch(/\b(truncate|overflow-hidden|overflow-x-auto|whitespace-nowrap)\b/)
})
