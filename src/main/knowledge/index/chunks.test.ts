import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chunksOf } from './chunks.ts'

const told = (body: string) =>
  chunksOf(body).map(({ heading, start, end }) => [heading, body.slice(start, end)])

describe('the chunks of a page', () => {
  it('are the body, whatever it is', () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.constantFrom(
        '# One',
        '## Two',
        '```',
        '~~~~',
        '',
        '######',
        '#no',
        'x'.repeat(5_000),
        '🧭'.repeat(1_500),
      ),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), fc.constantFrom('\n', '\r\n'), (lines, end) => {
        const body = lines.join(end)
        const chunks = chunksOf(body)
        expect(chunks.map((chunk) => body.slice(chunk.start, chunk.end)).join('')).toBe(body)
        for (const chunk of chunks) {
          expect(chunk.end - chunk.start).toBeGreaterThan(0)
          expect(chunk.end - chunk.start).toBeLessThanOrEqual(1_800)
        }
      }),
    )
  })

  it('begin at headings and know those above them', () => {
    expect(told('Before.\n# Install\nAll.\n## Linux ##\nApt.\n# Use\nRun it.')).toEqual([
      ['', 'Before.\n'],
      ['Install', '# Install\nAll.\n'],
      ['Install › Linux', '## Linux ##\nApt.\n'],
      ['Use', '# Use\nRun it.'],
    ])
  })

  it('take no line of code for a heading', () => {
    expect(told('# Script\n```sh\n# a comment\n```\nDone.')).toHaveLength(1)
  })

  it('are cut between paragraphs where they can be', () => {
    const paragraph = `${'word '.repeat(200).trim()}\n\n`
    const [first, second] = told(paragraph.repeat(3))
    expect([first?.[1], second?.[1]]).toEqual([paragraph, paragraph])
  })

  it('never cut a character in two', () => {
    const body = `a${'🧭'.repeat(2_000)}`
    for (const [, text] of told(body)) expect(text).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/)
  })
})
