import { describe, expect, it } from 'vitest'
import { EDIT, NEARLY_CALLS } from '../../../../test/support/models/nearly-calls.ts'
import { offeredTools } from '../../../../test/support/rigs/offered-tools.ts'
import { type CallRead, readCall } from './read-call.ts'

const read = async (name: string, text: string): Promise<CallRead> =>
  readCall({ name, text }, { offered: await offeredTools(), lengthLimit: null })

/** Returns the executed calls as names and arguments, or the problem text. */
const acts = async (name: string, text: string) =>
  (await read(name, text)).calls.map((call) => call.problem ?? [call.name, call.args])
const json = (value: unknown) => JSON.stringify(value)

describe('a call whose form is a little off', () => {
  it.each(NEARLY_CALLS)('is read: %s', async (_what, name, text, tool, args) => {
    expect(await acts(name, text)).toEqual([[tool, args]])
  })

  it.each<[what: string, name: string, text: string, calls: unknown[]]>([
    [
      'edits of one file',
      'MultiEdit',
      json({
        file_path: 'a.ts',
        edits: [
          { old_string: 'a', new_string: 'b' },
          { old_string: 'c', new_string: 'd', replace_all: true },
        ],
      }),
      [
        ['edit', { path: 'a.ts', old_text: 'a', new_text: 'b' }],
        ['edit', { path: 'a.ts', old_text: 'c', new_text: 'd', replace_all: true }],
      ],
    ],
    [
      'files to read',
      'read',
      json({ paths: ['a.ts', 'b.ts'] }),
      [
        ['read', { path: 'a.ts' }],
        ['read', { path: 'b.ts' }],
      ],
    ],
    [
      'objects in a row',
      'read',
      '{"path":"a.ts"}\n{"path":"b.ts"}',
      [
        ['read', { path: 'a.ts' }],
        ['read', { path: 'b.ts' }],
      ],
    ],
  ])('is read as several calls: %s', async (_what, name, text, calls) => {
    expect(await acts(name, text)).toEqual(calls)
  })
})

describe('null as a text', () => {
  it('is no place to look in', async () => {
    const { calls, isMended } = await read('grep', json({ pattern: 'null', include: 'null', path: 'None' }))
    expect(isMended).toBe(true)
    expect(calls[0].args).toEqual({ pattern: 'null' })
    expect(calls[0].notes).toEqual([
      'include "null" was read as not given',
      'path "None" was read as not given',
    ])
  })

  it('stays where it may be meant', async () => {
    const args = { path: 'null', content: 'null' }
    expect(await acts('write', json(args))).toEqual([['write', args]])
    expect((await read('write', json(args))).isMended).toBe(false)
  })
})

describe('a call that is as it should be', () => {
  it('stays as it is', async () => {
    const text = json({ ...EDIT, replace_all: true })
    expect(await read('edit', text)).toEqual({
      calls: [{ name: 'edit', args: JSON.parse(text), notes: [], problem: null }],
      isMended: false,
    })
  })
})

describe('an argument the tool does not have', () => {
  it.each([
    [{ ...EDIT, explanation: 'why' }, ['unknown argument "explanation" was ignored']],
    [{ ...EDIT, explanation: '', dry: null, more: [], flag: false }, []],
  ])('is ignored, and named when it says something: %j', async (args, notes) => {
    expect((await read('edit', json(args))).calls).toEqual([
      { name: 'edit', args: EDIT, notes, problem: null },
    ])
  })

  it.each([
    ['bash', { command: 'rm -r *', user: 'other' }, 'user'],
    ['write', { path: 'a', content: 'b', append: true }, 'append'],
    ['write', { path: 'a', content: 'b', mode: 'a' }, 'mode'],
    ['write', { path: 'a', content: 'b', overwrite: false }, 'overwrite'],
    ['edit', { ...EDIT, dry_run: true }, 'dry_run'],
  ])('is refused where the call of %s would do something else: %j', async (tool, args, key) => {
    expect(await acts(tool, json(args))).toEqual([
      `\`${tool}\` has no argument \`${key}\`, and without it the call would do something else. Nothing was done.`,
    ])
  })
})

describe('a text that was cut', () => {
  it.each([
    '{"path":"a.ts","content":"half a fi',
    '{"path":"a.ts","content":"a line\\n',
    '{"path":"a.ts","content":"a \\"quoted\\" li',
    '{"path":"a.ts","content":"say "hi" and go',
    '{"path":"a.ts","content":"say "hi"',
    '{"path":"a.ts","content":"x = {"a": "b", "c": "d"}',
    "{'path': 'a.ts', 'content': 'half a fi",
    '{"path":"a.ts",',
    '{"path":"a.ts","content":',
    '{',
    '"{\\"path\\":\\"a.ts\\",\\"content\\":\\"half',
    '```json\n{"path":"a.ts","content":"half a fi\n```',
  ])('is not closed: %s', async (text) => {
    expect((await read('write', text)).calls[0].problem).toMatch(
      /^Your call of `write` could not be read as JSON: at character \d+ /,
    )
  })

  it('is whole where only its repetition was cut', async () => {
    const once = json({ path: 'a.ts', content: 'export {}\n' })
    const scene = { offered: await offeredTools(), lengthLimit: { tokens: 4096 } }
    for (const text of [once + once.slice(0, 20), `${once}\n${once.slice(0, -1)}`]) {
      const { calls } = readCall({ name: 'write', text }, scene)
      expect(calls).toMatchObject([{ name: 'write', args: { path: 'a.ts' }, problem: null }])
    }
    for (const text of [
      `${once}{"path":"b`,
      once.slice(0, -1),
      `{"path":"a","content":"${'{}'.repeat(9)}{`,
    ]) {
      expect(readCall({ name: 'write', text }, scene).calls[0].problem).toContain('was cut off')
    }
  })

  it('is named as cut when the answer reached its limit', async () => {
    const cut = readCall(
      { name: 'create_file', text: '{"path":"a.ts","content":"half' },
      { offered: await offeredTools(), lengthLimit: { tokens: 4096 } },
    )
    expect(cut.calls[0]).toMatchObject({
      name: 'write',
      problem:
        'Your call of `write` was cut off because the answer reached its limit of 4096 tokens. Nothing was written. Write the file in parts: first `write` with the beginning, then `edit` to add the rest.',
    })
  })
})
