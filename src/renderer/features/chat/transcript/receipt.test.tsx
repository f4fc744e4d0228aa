import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { event } from '../../../../../test/support/desktop/shown-events.ts'
import { TextProvider } from '../../../messages/TextProvider.tsx'
import { storedEntries } from './entries.ts'
import { ReceiptTable } from './tools/ReceiptTable.tsx'
import { SandboxReceipt } from './tools/SandboxReceipt.tsx'

const RULES = {
  kind: 'bubblewrap',
  writes: [],
  hides: [],
  hosts: [],
  network: 'ask',
  memoryMb: 2048,
  processes: 200,
}

/** The line under a finished command, from the events of its chat. */
function receiptOf(files: unknown, seen: object = {}, locale: 'en' | 'zh-CN' = 'en'): string {
  const sandbox = { rules: RULES, reached: [], blocked: [], outside: false, ...seen }
  const details = { kind: 'bash', command: 'make', exitCode: 0, signal: null, timedOut: false, sandbox }
  const parts = [{ t: 'tool_call', callId: 'call_1', name: 'bash', args: { command: 'make' } }]
  const tool = { callId: 'call_1', name: 'bash', isError: false, durationMs: 1 }
  const path = [
    event('message', { message: { role: 'assistant', parts } }),
    event('message', {
      message: {
        role: 'tool',
        parts: [{ t: 'text', text: 'done' }],
        tool: { ...tool, details: { ...details, ...(files === undefined ? {} : { files }) } },
      },
    }),
  ]
  const [call] = storedEntries(path, {}).flatMap((entry) => (entry.kind === 'tools' ? entry.calls : []))
  const ran = call?.outcome?.details
  if (ran?.kind !== 'bash' || ran.sandbox === undefined) throw new Error('The row has no receipt')
  const markup = renderToStaticMarkup(
    <TextProvider locale={locale}>
      <SandboxReceipt ran={ran} receipt={ran.sandbox} />
    </TextProvider>,
  )
  return /<span class="min-w-0 grow">([^<]*)</.exec(markup)?.[1] ?? ''
}

const changed = (added: number, other: number, removed: number) => ({
  looked: true,
  added,
  changed: other,
  removed,
  unlisted: 0,
})

it('shows on the card of a command what it changed', () => {
  expect(receiptOf(changed(1, 2, 3))).toBe('Sandboxed · 6 files changed · no network · nothing blocked')
  expect(receiptOf(changed(1, 0, 0))).toBe('Sandboxed · 1 file changed · no network · nothing blocked')
  expect(receiptOf(undefined)).toBe('Sandboxed · no files changed · no network · nothing blocked')
})

it('claims nothing about files that were not scanned', () => {
  expect(receiptOf({ looked: false, because: 'too_many' })).toBe('Sandboxed · no network · nothing blocked')
})

it('shows hosts, blocked places, and a run outside the sandbox', () => {
  const seen = {
    reached: [{ name: 'registry.npmjs.org:443', connections: 2 }],
    blocked: [{ what: 'host', name: 'example.org:443', tries: 1 }],
    outside: true,
  }
  expect(receiptOf(changed(0, 1, 0), seen)).toBe(
    'Ran outside the sandbox · 1 file changed · 1 host · 1 blocked',
  )
})

it('shows in its table what a name of a command hides, as codes', () => {
  const rules = { ...RULES, kind: 'bubblewrap' as const, network: 'ask' as const, hides: ['~/.\u200bssh'] }
  const blocked = [{ what: 'write' as const, name: '/srv/a\u202etxt.b', tries: 1 }]
  const reached = [{ name: 'a\u2066.test:443', connections: 1 }]
  const markup = renderToStaticMarkup(
    <TextProvider locale="en">
      <ReceiptTable
        ran={{ kind: 'bash', command: 'make', exitCode: 1, signal: null, timedOut: false }}
        receipt={{ rules, reached, blocked, outside: false }}
      />
    </TextProvider>,
  )
  const words = markup.replaceAll(/<[^>]*>/g, '')
  expect(words).not.toMatch(/[\u200b\u202e\u2066]/)
  for (const shown of ['~/.U+200Bssh', '/srv/aU+202Etxt.b', 'aU+2066.test:443'])
    expect(words).toContain(shown)
})
