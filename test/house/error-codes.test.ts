import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Aborts and our own errors have codes as well, so a bare look for one takes them for errors of the disk. */
const BARE = /'code' in/

/** These read codes of every kind: sockets and proxies, and errors on their way into the log. */
const READERS = [
  'lib/errno.ts',
  'lib/redact.ts',
  'models/errors/connection-error.ts',
  'models/http/tunnel.ts',
]

it('tells errors of the disk from others in one place', async () => {
  const files = (await readdir('src/main', { recursive: true }))
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !READERS.includes(file))
  expect(files.length).toBeGreaterThan(500)
  const texts = await Promise.all(
    files.map(async (file) => [file, await readFile(join('src/main', file), 'utf8')]),
  )
  expect(texts.filter(([, text = '']) => BARE.test(text)).map(([file]) => file)).toEqual([])
})
