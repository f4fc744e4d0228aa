import { describe, expect, it } from 'vitest'
import type { ProjectId } from '#shared/ids.ts'
import type { FormatTable } from '#shared/problems/format-table.ts'
import type { CheckOutput } from '../command-checks.ts'
import { createFormatText, type FormatDeps } from './format-text.ts'
import { indentOptions } from './indent-options.ts'
import { withEdits } from './text-edits.ts'

const place = { projectId: 'prj_00000001' as ProjectId, root: '/p' }
const { signal } = new AbortController()
const COMMAND: FormatTable = { commands: [{ glob: '*.ts', command: 'fmt {file} -' }] }

function formatter(
  output: Partial<CheckOutput>,
  server: Awaited<ReturnType<FormatDeps['serverFor']>> = null,
) {
  const ran: string[] = []
  const format = createFormatText({
    matches: (glob) => (path) => path.endsWith(glob.slice(1)),
    runCommand: async (_, { command, input }) => {
      ran.push(`${command} < ${input}`)
      return { exitCode: 0, out: '', err: '', ...output }
    },
    serverFor: async () => server,
    hiddenMark: '[hidden]',
    platform: 'linux',
  })
  return { ran, format: (path: string, text: string) => format(place, COMMAND, { path, text }, signal) }
}

describe('formatting a text', () => {
  it('gives the text to the command of the file, with a name that is only a name', async () => {
    const { ran, format } = formatter({ out: 'a=1' })
    expect(await format("it's; rm.ts", 'a = 1')).toEqual({
      state: 'changed',
      by: 'fmt {file} -',
      text: 'a=1',
    })
    expect(ran).toEqual([`fmt './it'\\''s; rm.ts' - < a = 1`])
    expect(await format('a.ts', 'a=1')).toEqual({ state: 'same' })
    expect(await format('a.md', 'a = 1')).toEqual({ state: 'off' })
    expect(await format('a.ts', ' \n')).toEqual({ state: 'off' })
  })

  it.each<[string, Partial<CheckOutput>, object]>([
    ['fails', { exitCode: 2, err: 'warn\nline 3: unexpected }\n' }, { detail: 'line 3: unexpected }' }],
    ['prints nothing', { out: '\n' }, { said: [{ name: 'format.empty' }] }],
    ['prints a hidden value', { out: 'key=[hidden]' }, { said: [{ name: 'format.secret' }] }],
  ])('keeps the text where the command %s', async (_, output, expected) => {
    expect(await formatter(output).format('a.ts', 'a = 1')).toMatchObject({ state: 'failed', ...expected })
  })

  it('asks a server where no command fits, and reports its failure', async () => {
    const by = 'tide'
    const good = formatter({}, { by, format: async () => 'b' })
    expect(await good.format('a.md', 'a')).toEqual({ state: 'changed', by, text: 'b' })
    const not = formatter({}, { by, format: async () => null })
    expect(await not.format('a.md', 'a')).toEqual({ state: 'off' })
    const bad = formatter({}, { by, format: () => Promise.reject(new Error('out of luck')) })
    expect(await bad.format('a.md', 'a')).toMatchObject({ state: 'failed', by, detail: 'out of luck' })
  })
})

const edit = (from: readonly [number, number], to: readonly [number, number], newText: string) => ({
  range: { start: { line: from[0], character: from[1] }, end: { line: to[0], character: to[1] } },
  newText,
})

describe('the changes of a server', () => {
  it('are applied in the order of the text, with positions past a line at its end', () => {
    const edits = [edit([1, 1], [1, 99], '!'), edit([0, 0], [0, 1], 'A'), edit([9, 0], [9, 0], 'end')]
    expect(withEdits('ab\r\ncd\nef', edits)).toBe('Ab\r\nc!\nefend')
    expect(withEdits('a', null)).toBe('a')
  })

  it.each<[string, unknown]>([
    ['overlap', [edit([0, 0], [0, 2], ''), edit([0, 1], [0, 2], '')]],
    ['run backwards', [edit([0, 2], [0, 0], '')]],
    ['have no form', [{ newText: 'x' }]],
    ['are no list', 7],
  ])('are not applied at all where they %s', (_, answer) => {
    expect(withEdits('abc', answer)).toBeNull()
  })

  it('are asked for with the indents that the text has', () => {
    expect(indentOptions('a\n\tb\n')).toEqual({ tabSize: 4, insertSpaces: false })
    expect(indentOptions('a\n    b\n        c\n')).toEqual({ tabSize: 4, insertSpaces: true })
    expect(indentOptions('a\n')).toEqual({ tabSize: 2, insertSpaces: true })
  })
})
