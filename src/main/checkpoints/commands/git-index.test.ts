import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isClean, readGitIndex } from './git-index.ts'
import type { SeenFile } from './seen-files.ts'

type Entry = { readonly path: string; readonly size: number; readonly mode?: number; readonly stage?: number }

/** An index as git writes one, in its second layout. */
function indexOf(entries: readonly Entry[], version = 2): Buffer {
  const header = Buffer.alloc(12)
  header.write('DIRC', 0, 'latin1')
  header.writeUInt32BE(version, 4)
  header.writeUInt32BE(entries.length, 8)
  const bodies = entries.map(({ path, size, mode = 0o100644, stage = 0 }) => {
    const name = Buffer.from(path)
    const body = Buffer.alloc(Math.ceil((62 + name.length + 1) / 8) * 8)
    body.writeUInt32BE(1_700_000_000, 8)
    body.writeUInt32BE(250_000_000, 12)
    body.writeUInt32BE(77, 20)
    body.writeUInt32BE(mode, 24)
    body.writeUInt32BE(size, 36)
    body.fill(0xab, 40, 60)
    body.writeUInt16BE((stage << 12) | Math.min(name.length, 0xfff), 60)
    name.copy(body, 62)
    return body
  })
  return Buffer.concat([header, ...bodies, Buffer.alloc(20)])
}

describe('the index of git', () => {
  it('is read whatever the names are', async () => {
    const path = fc.stringMatching(/^[a-z中 ]{1,40}(\/[a-z中]{1,9})?$/)
    const files = fc.uniqueArray(fc.record({ path, size: fc.nat(1_000_000) }), {
      selector: (file) => file.path,
    })
    await fc.assert(
      fc.asyncProperty(files, async (entries) => {
        const read = await readGitIndex(indexOf(entries))
        expect([...(read ?? [])].map(([name, { size }]) => ({ path: name, size }))).toEqual(entries)
      }),
    )
  })

  it('leaves out links and what is in conflict, and does not guess at other layouts', async () => {
    const entries = [
      { path: 'a', size: 1 },
      { path: 'b', size: 1, mode: 0o120000 },
      { path: 'c', size: 1, stage: 2 },
    ]
    expect([...((await readGitIndex(indexOf(entries))) ?? []).keys()]).toEqual(['a'])
    expect(await readGitIndex(indexOf(entries, 4))).toBeNull()
  })

  it('is nothing when its bytes are none, and never an error', async () => {
    const whole = indexOf([{ path: 'some/file.ts', size: 3 }])
    for (let end = 0; end < whole.length - 20; end += 1) await readGitIndex(whole.subarray(0, end))
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), async (bytes) => (await readGitIndex(Buffer.from(bytes))) === null),
    )
    expect(await readGitIndex(Buffer.from('DIRC'))).toBeNull()
  })
})

describe('a file that git has as it is', () => {
  const indexed = { oid: 'ab', size: 3, mtimeMs: 1_700_000_000_250, ino: 77 }
  const seen: SeenFile = { size: 3, mtimeMs: 1_700_000_000_250, ino: 77, mode: 0o644, bornMs: 0 }
  it.each<[string, Partial<SeenFile>, number, boolean]>([
    ['looks the same', {}, 1_700_000_001_000, true],
    ['has a number longer than git keeps', { ino: 77 + 2 ** 32 }, 1_700_000_001_000, true],
    ['has another size', { size: 4 }, 1_700_000_001_000, false],
    ['was written later', { mtimeMs: 1_700_000_000_251 }, 1_700_000_001_000, false],
    ['is another file', { ino: 78 }, 1_700_000_001_000, false],
    ['was changed in the moment of the index', {}, 1_700_000_000_250, false],
  ])('%s', (_, more, written, expected) => {
    expect(isClean({ ...seen, ...more }, indexed, written)).toBe(expected)
  })
})
