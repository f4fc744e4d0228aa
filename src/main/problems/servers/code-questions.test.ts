import { describe, expect, it } from 'vitest'
import type { CodeAnswer } from '#shared/problems/code-question.ts'
import {
  NO_STOP,
  openServerRig,
  scriptedServer,
  withTypeScript,
} from '../../../../test/support/rigs/language-server-rig.ts'

const file = (path: string, text: string) => ({ path, text })
const shortOf = (answer: CodeAnswer) =>
  answer.kind === 'places'
    ? answer.places.map(({ path, line, column }) => `${path.split('/').at(-1)}:${line}:${column}`)
    : answer.kind === 'symbols'
      ? answer.symbols.map(({ kind, name, depth, line }) => `${depth} ${kind} ${name}:${line}`)
      : answer

describe.skipIf(process.platform === 'win32')('questions to language servers', () => {
  it('find definitions, references, types and symbols with the server of TypeScript', async () => {
    const { ask, format, write } = await withTypeScript()
    const depth =
      'export const depth = 7\nexport function sink(by: number): number {\n  return depth + by\n}\n'
    const use = "import { sink } from './depth.ts'\nexport const down = sink(2)\n"
    await write('depth.ts', depth)
    await write('use.ts', use)
    const at = { file: file('use.ts', use), line: 2, column: 21 }
    expect(shortOf(await ask({ kind: 'definition', ...at }))).toEqual(['depth.ts:2:17'])
    expect([shortOf(await ask({ kind: 'references', ...at }))].flat().toSorted()).toEqual([
      'depth.ts:2:17',
      'use.ts:1:10',
      'use.ts:2:21',
    ])
    expect(await ask({ kind: 'hover', ...at })).toMatchObject({
      text: expect.stringContaining('sink(by: number): number'),
    })
    expect(shortOf(await ask({ kind: 'symbols', file: file('depth.ts', depth) }))).toEqual([
      '0 constant depth:1',
      '0 function sink:2',
    ])
    expect(shortOf(await ask({ kind: 'search', query: 'sink', file: null }))).toContain('0 function sink:2')
    const loose = 'export const  depth=7;\nif(depth){\ndepth\n}\n'
    expect(await format(file('loose.ts', loose))).toBe('export const depth = 7;\nif (depth) {\n  depth\n}\n')
    // The file changed on the disk while it was open at the server.
    await write('depth.ts', `\n\n${depth}`)
    expect(shortOf(await ask({ kind: 'definition', ...at }))).toEqual(['depth.ts:4:17'])
  }, 150_000)

  it('leave out what does not fit the protocol', async () => {
    const { ask } = await openServerRig(scriptedServer('code-liar'))
    const at = { file: file('a.ts', 'see b.ts\n'), line: 1, column: 1 }
    expect(await ask({ kind: 'references', ...at })).toEqual({ kind: 'places', places: [], more: 0 })
    expect(await ask({ kind: 'definition', ...at })).toEqual({ kind: 'places', places: [], more: 0 })
    expect(await ask({ kind: 'hover', ...at })).toEqual({ kind: 'text', text: '' })
    expect(await ask({ kind: 'search', query: 'x', file: null })).toMatchObject({ symbols: [] })
    // Nested without end: read to a depth of 8.
    expect(shortOf(await ask({ kind: 'symbols', file: at.file }))).toHaveLength(9)
  })

  it('say what a server does not offer', async () => {
    const { ask, format } = await openServerRig(scriptedServer('code-plain'))
    expect(await ask({ kind: 'search', query: 'x', file: null })).toEqual({ kind: 'missing' })
    expect(await format(file('a.ts', 'a'))).toBeNull()
  })

  it('end a server that does not answer, and stop with the run', async () => {
    const slow = await openServerRig(scriptedServer('code-silent'), { firstMs: 200 })
    const question = { kind: 'symbols', file: file('a.ts', '') } as const
    await expect(slow.ask(question)).rejects.toThrow(
      'The language server tide failed. The language server did not answer in time.',
    )
    const { ask, state } = await openServerRig(scriptedServer('code-silent'))
    const stop = new AbortController()
    const waiting = ask(question, stop.signal)
    await expect.poll(() => state.starts).toBe(1)
    stop.abort(new Error('stopped'))
    await expect(waiting).rejects.toThrow('stopped')
    state.mayRun = false
    await expect(ask(question)).rejects.toThrow('The language server is off.')
    await expect(ask(question, AbortSignal.abort(new Error('late')))).rejects.toThrow('late')
    expect(NO_STOP.aborted).toBe(false)
  })
})
