import { describe, expect, it } from 'vitest'
import type { CallAsWritten } from '#shared/session/message.ts'
import type { ToolDetails } from '#shared/session/tool-details.ts'
import { textIn } from '../../../../messages/TextProvider.tsx'
import type { ToolEntry } from '../entry.ts'
import { readingWords, writtenText } from './call-reading.ts'

const t = textIn('en')
const entry = (more: Partial<ToolEntry>): ToolEntry => ({
  key: 'k',
  callId: 'c',
  runId: null,
  name: 'read',
  args: { path: 'a.ts', limit: 5 },
  writing: false,
  outcome: null,
  text: '',
  ...more,
})
const reading = (written: CallAsWritten, more: Partial<ToolEntry> = {}) =>
  readingWords(entry({ ...more, written }), t)

describe('the reading of a call', () => {
  it.each([
    ['to the letter', entry({}), null],
    [
      'by another name',
      entry({ written: { name: 'Read', args: '{"path":"a.ts","limit":5}' } }),
      'Read as Read; the model wrote Read',
    ],
  ])('is told where it is not %s', (_, call, words) => {
    expect(readingWords(call, t)).toBe(words)
  })

  it('names arguments that were changed, by the names of the model', () => {
    const args = '{"file_path":"a.ts","limit":"5"}'
    expect(reading({ name: 'read', args })).toBe('Changed arguments: file_path, limit')
  })

  it('says that arguments were no JSON, and that a call was text', () => {
    expect(reading({ name: 'read_file', args: "{'path': 'a.ts',}", asText: true })).toBe(
      'Written as text in the answer · Read as Read; the model wrote read_file · Its arguments were not valid JSON',
    )
  })

  it('says that one call stands for several', () => {
    const args = '{"path":"a.ts","limit":5}'
    expect(reading({ name: 'read', args })).toBe('Read from one call of the model')
  })

  it('tells of marks that were read away from a text', () => {
    const diff = { path: 'a.ts', added: 1, removed: 0, hunks: [], cut: false }
    const details: ToolDetails = { kind: 'edit', path: 'a.ts', diff, mended: ['passage', 'fence'] }
    const outcome = { callId: 'c' as never, name: 'edit', isError: false, durationMs: 1, details }
    const call = entry({ name: 'edit', args: { new_text: 'x' }, outcome })
    expect(readingWords(call, t)).toBe(
      'The passage did not match the file exactly · A code fence around the text was left out',
    )
    expect(writtenText(call)).toBe('edit\n{"new_text":"x"}')
  })
})
