import { createHash } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fileDiff } from '../../tools/files/file-diff.ts'
import { createDisk } from '../disk.ts'
import type { Version } from '../version.ts'
import { createCommandLines } from './command-lines.ts'
import { createLineOrigin } from './line-origin.ts'

const bytesOf = (text: string) => Buffer.from(text)
const shaOf = (text: string) => createHash('sha256').update(text).digest('hex')
const side = (text: string) => ({ is: 'file', sha256: shaOf(text), size: text.length, mode: 0o644 }) as const

/** A file that went through `contents`: the last change by the call `last`, the ones before by `edit`. */
async function history(contents: readonly string[], kept: readonly string[]) {
  const file = join(await mkdtemp(join(tmpdir(), 'orrery-origin-')), 'a.ts')
  await writeFile(file, contents.at(-1) ?? '')
  const versions = contents.slice(1).map(
    (after, at) =>
      ({
        path: file,
        before: side(contents[at] ?? ''),
        after: side(after),
        runId: 'run',
        callId: `call-${at}`,
        sessionId: 'ses',
        at,
      }) as unknown as Version,
  )
  const details = { kind: 'bash', command: 'sed -i' }
  const origin = createLineOrigin({
    rows: { changesTo: () => versions.toReversed() },
    reader: {
      answerOfCall: () => ({ kind: 'message', payload: { message: { tool: { details } } } }) as never,
      firstOfRun: () => null,
      asksOf: () => [],
    },
    folds: () =>
      ({
        runs: {
          run: {
            agentId: 'build',
            model: 'a/b',
            usage: { input: 1, output: 1 },
            childrenUsage: { input: 0, output: 0 },
          },
        },
        session: { id: 'ses', parentSessionId: null, meta: { title: 'Tides' } },
      }) as never,
    modelOf: () => null,
    keyOf: (path) => path,
    commandLines: createCommandLines({
      disk: createDisk({ platform: process.platform, limit: 1_000_000 }),
      contents: {
        read: async (sha256) => {
          const found = kept.find((text) => shaOf(text) === sha256)
          return found === undefined ? null : bytesOf(found)
        },
      },
      diffOf: (path, before, after) => fileDiff(path, `${Buffer.from(before)}`, `${Buffer.from(after)}`),
    }),
  })
  return (line: string) => origin(file, [line])
}

it('names the command that wrote a line, the newest first', async () => {
  const texts = ['a\n', 'a\nb\n', 'a\nb\nc\n']
  const origin = await history(texts, texts)
  expect(await origin('+c')).toMatchObject({ tool: 'bash', at: 1, title: 'Tides' })
  expect(await origin('+b')).toMatchObject({ tool: 'bash', at: 0 })
  expect(await origin('+a')).toBeNull()
  expect(await origin('-b')).toBeNull()
})

it('names none where the content is not kept, or the person changed the file since', async () => {
  const origin = await history(['a\n', 'a\nb\n', 'a\nb\nc\n'], ['a\n'])
  // The content before the newest change was dropped.
  expect([await origin('+c'), await origin('+b')]).toEqual([null, null])
})
