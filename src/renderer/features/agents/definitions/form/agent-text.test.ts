import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as yaml from 'yaml'
import { readAgentText, withBody, withHeaderKey } from './agent-text.ts'

const FILE = `---
# Written by hand.
description: Writes the notes. # one sentence
mode: primary

tools:
  # no network
  allow: [read, grep]
future-key: { kept: "as it is" }
permission:
  - tool: bash
    action: ask
# maxTurns: 30
---

You write notes.

---

Still you.
`

const change = (key: string, value: unknown, text = FILE) => withHeaderKey(yaml, text, { key, value })
const linesOf = (text: string) => text.split('\n')
const removed = (before: string, after: string) =>
  linesOf(before).filter((line) => !linesOf(after).includes(line))
const added = (before: string, after: string) => removed(after, before)

describe('the header of a form', () => {
  it('reads what is written, and the text below it', () => {
    expect(readAgentText(yaml, FILE)).toEqual({
      header: {
        description: 'Writes the notes.',
        mode: 'primary',
        tools: { allow: ['read', 'grep'] },
        'future-key': { kept: 'as it is' },
        permission: [{ tool: 'bash', action: 'ask' }],
      },
      body: 'You write notes.\n\n---\n\nStill you.',
    })
  })

  it.each([
    ['no header', 'You.'],
    ['a broken header', '---\ntools: [\n---\n'],
    ['a header in braces', '---\n{ description: x }\n---\nYou.'],
    ['a list', '---\n- x\n---\nYou.'],
    ['a name for a part', '---\ndescription: &a x\nname: *a\n---\nYou.'],
    ['a key twice', '---\nname: a\nname: b\n---\nYou.'],
  ])('leaves %s to the editor of the text', (_what, text) => {
    expect(readAgentText(yaml, text)).toBeNull()
    expect(change('name', 'x', text)).toBe(text)
  })

  it('changes one value and keeps the comment behind it', () => {
    const after = change('description', 'Writes: "all" notes')
    expect(removed(FILE, after)).toEqual(['description: Writes the notes. # one sentence'])
    expect(added(FILE, after)).toEqual([`description: 'Writes: "all" notes' # one sentence`])
  })

  it('adds a key below the others, and takes one out with all its lines', () => {
    expect(added(FILE, change('effort', 'high'))).toEqual(['effort: high'])
    const after = change('permission', undefined)
    expect(removed(FILE, after)).toEqual(['permission:', '  - tool: bash', '    action: ask'])
    expect(added(FILE, after)).toEqual([])
  })

  it('writes rules and tools one a line', () => {
    const rules = change('permission', [{ tool: 'edit', pattern: 'a b', action: 'deny' }])
    expect(added(FILE, rules)).toEqual(['  - { tool: edit, pattern: a b, action: deny }'])
    const tools = change('tools', { allow: ['read'], deny: ['bash'] })
    expect(added(FILE, tools)).toEqual(['  allow: [read]', '  deny: [bash]'])
  })

  it('begins an empty header', () => {
    expect(change('description', 'x', '---\n---\nYou.')).toBe('---\ndescription: x\n---\nYou.')
  })

  it('replaces the text below and nothing above', () => {
    const after = withBody(FILE, 'You.')
    expect(after.slice(after.indexOf('# maxTurns'))).toBe('# maxTurns: 30\n---\n\nYou.\n')
    expect(withBody('---\nname: x\n---', 'You.')).toBe('---\nname: x\n---\n\nYou.\n')
  })

  const value = fc.oneof(
    fc.string({ maxLength: 30, unit: 'grapheme' }),
    fc.string({
      maxLength: 20,
      unit: fc.constantFrom('#', ':', ' ', '-', '"', "'", '\n', 'a', '[', '{', '&', '|', '\t'),
    }),
    fc.integer(),
    fc.array(fc.string({ maxLength: 12 }), { maxLength: 4 }),
    fc.record({ allow: fc.array(fc.string({ maxLength: 8 })), deny: fc.array(fc.string({ maxLength: 8 })) }),
    fc.array(fc.record({ tool: fc.string({ maxLength: 8 }), action: fc.constant('ask') }), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  const key = fc.constantFrom('description', 'mode', 'tools', 'permission', 'effort', 'future-key')

  it('gives back every value that is set, and keeps all others', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(key, fc.option(value, { nil: undefined })), { maxLength: 6 }),
        (changes) => {
          let text = FILE
          const wanted: Record<string, unknown> = { ...readAgentText(yaml, FILE)?.header }
          for (const [name, set] of changes) {
            text = change(name, set, text)
            if (set === undefined) delete wanted[name]
            else wanted[name] = set
          }
          const read = readAgentText(yaml, text)
          expect(read?.header).toEqual(wanted)
          expect(read?.body).toBe(readAgentText(yaml, FILE)?.body)
          for (const kept of ['# Written by hand.', '# maxTurns: 30']) expect(text).toContain(kept)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('gives back every text below', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('\n', ' ', '-', 'a', '中') }), (body) => {
        expect(readAgentText(yaml, withBody(FILE, body))?.body).toBe(body)
      }),
    )
  })
})
