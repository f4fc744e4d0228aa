import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findInText, textPart } from './text-parts.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery-parts-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function inFile<Result>(
  text: string,
  act: (file: Awaited<ReturnType<typeof open>>) => Promise<Result>,
) {
  const path = join(folder, 'text')
  await writeFile(path, text)
  const file = await open(path, 'r')
  try {
    return await act(file)
  } finally {
    await file.close()
  }
}

const live = new AbortController().signal

describe('a stored text in parts', () => {
  it('has all of it in parts that follow each other, and nothing twice', () =>
    fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', maxLength: 80 }),
        fc.integer({ min: 1, max: 9 }),
        (text, limit) =>
          inFile(text, async (file) => {
            const size = Buffer.byteLength(text)
            const parts: string[] = []
            for (let offset = 0; offset < size; offset += limit)
              parts.push(await textPart(file, offset, limit))
            expect(parts.join('')).toBe(text)
          }),
      ),
    ))

  it('tells the byte at which words stand first, as search sees them', () =>
    inFile(`${'字'.repeat(200_000)}Ein Café\n${'x'.repeat(300_000)} cafe`, async (file) => {
      const { size } = await file.stat()
      expect([
        await findInText(file, size, 'CAFE', live),
        await findInText(file, size, 'ein café', live),
        await findInText(file, size, 'tea', live),
        await findInText(file, size, '  ', live),
      ]).toEqual([600_004, 600_000, null, null])
    }))

  it('finds words wherever they fall between what is read at once', () =>
    inFile(`${'x'.repeat(256 * 1024 - 3)}needle${'y'.repeat(10)}`, async (file) => {
      const { size } = await file.stat()
      expect(await findInText(file, size, 'needle', live)).toBe(256 * 1024 - 3)
    }))

  it('stops when nobody wants to know any more', () =>
    inFile('words', async (file) => {
      const gone = new AbortController()
      gone.abort()
      await expect(findInText(file, 5, 'words', gone.signal)).rejects.toThrow()
    }))
})
