import { performance } from 'node:perf_hooks'
import { describe, expect, it } from 'vitest'
import { offeredTools } from '../../../../test/support/rigs/offered-tools.ts'
import { readArguments } from './read-arguments.ts'
import { readCall } from './read-call.ts'

const MB = 1024 * 1024

describe('arguments that are hostile', () => {
  it.each([
    [
      '{"path":"a","old_text":"b","new_text":"c","__proto__":{"replace_all":true}}',
      'unknown argument "__proto__" was ignored',
    ],
    [
      "{'path':'a','old_text':'b','new_text':'c','constructor':{'prototype':{'x':1}}}",
      'unknown argument "constructor" was ignored',
    ],
  ])('cannot reach a prototype: %s', async (text, note) => {
    const read = readCall({ name: 'edit', text }, { offered: await offeredTools(), lengthLimit: null })
    expect(read.calls).toEqual([
      { name: 'edit', args: { path: 'a', old_text: 'b', new_text: 'c' }, notes: [note], problem: null },
    ])
    expect(Object.hasOwn(Object.prototype, 'replace_all')).toBe(false)
  })

  it.each([
    ['brackets', '['.repeat(100_000)],
    ['braces', '{"a":'.repeat(100_000)],
    ['whole lists', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['single quotes', "{'a':".repeat(100_000)],
  ])('may not nest without end: %s', (_what, text) => {
    expect(readArguments(text)).toMatchObject({ ok: false, fault: { kind: 'broken' } })
  })

  /** Takes seconds on a busy machine where time grows with the length, and hours where it grows with its square. */
  it.each<[what: string, text: string]>([
    ['long content with raw line breaks', `{"path":"a","content":"${'a line\n'.repeat(1.4 * MB)}"}`],
    ['quotes inside', `{"path":"a","content":"${'"x" '.repeat(2 * MB)}"}`],
    ['quotes and commas', `{"path":"a","content":"${'", "'.repeat(2 * MB)}`],
    ['quotes and spaces', `{"path":"a","content":"${`"${' '.repeat(999)}`.repeat(5_000)}x`],
    ['backslashes', `{"path":"a","content":"${'\\'.repeat(8 * MB)}`],
    ['foreign escapes', `{"path":"a","content":"${'\\d'.repeat(4 * MB)}"}`],
    ['closing signs', `{"path":"a"}${'}'.repeat(8 * MB)}x"`],
    ['spaces', `{"path":"a"${' '.repeat(8 * MB)}`],
    ['commas', `{"path":"a"${','.repeat(8 * MB)}`],
    ['objects', '{"path":"a"}'.repeat(500_000)],
    ['other objects', Array.from({ length: 200_000 }, (_, at) => `{"path":"${at}"}`).join('')],
    ['fences', '```'.repeat(2 * MB)],
    ['tags behind', `{"path":'a'}${'<x>'.repeat(2 * MB)}`],
    ['names without colons', `{${'abc '.repeat(2 * MB)}`],
    ['members', `{${Array.from({ length: 200_000 }, (_, at) => `'k${at}':${at}`).join(',')}}`],
  ])(
    'take time that grows with their length only: %s',
    async (_what, text) => {
      const offered = await offeredTools()
      const began = performance.now()
      readCall({ name: 'write', text }, { offered, lengthLimit: null })
      expect(performance.now() - began).toBeLessThan(30_000)
    },
    60_000,
  )
})
