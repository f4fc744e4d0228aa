import { describe, expect, it } from 'vitest'
import { readSampling } from './read-sampling.ts'

const PICTURE = { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' }
const read = (content: unknown, more: object = {}) =>
  readSampling({ maxTokens: 10, messages: [{ role: 'user', content }], ...more })

describe('a sampling request of a server', () => {
  it('passes on texts and pictures', () => {
    expect(read([{ type: 'text', text: 'What is it?' }, PICTURE])).toEqual({
      system: '',
      maxTokens: 10,
      messages: [
        { role: 'user', text: 'What is it?', pictures: [{ mime: 'image/png', data: 'iVBORw0KGgo=' }] },
      ],
    })
  })

  it.each([
    ['audio', { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }, 'text and pictures only'],
    ['a picture of a kind that models do not read', { ...PICTURE, mimeType: 'image/svg+xml' }, 'image/webp'],
    ['a picture that is no base64', { ...PICTURE, data: '<svg>' }, 'base64'],
    ['a result of a tool', { type: 'tool_result', toolUseId: '1', content: [] }, 'text and pictures only'],
    ['nothing', null, 'has content'],
    ['too many pictures', Array.from({ length: 9 }, () => PICTURE), 'at most 8 pictures'],
  ])('is refused for %s', (_, content, reason) => {
    expect(read(content)).toContain(reason)
  })

  it('is refused with tools, which the client does not announce', () => {
    const tools = [{ name: 'bash', inputSchema: { type: 'object' } }]
    expect(read({ type: 'text', text: 'Go' }, { tools })).toBe(
      'This client takes no tools in sampling requests.',
    )
    expect(read({ type: 'text', text: 'Go' }, { toolChoice: { mode: 'required' } })).toContain('no tools')
  })
})
