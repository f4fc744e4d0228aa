import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFileLogger } from './file-logger.ts'
import { createRedactor } from './redact.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery-log-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const clock = { now: () => Date.UTC(2026, 0, 2) }

function open(more: { file?: string; maxBytes?: number; keep?: number } = {}) {
  const redact = createRedactor()
  const file = more.file ?? join(folder, 'logs', 'main.log')
  const logger = createFileLogger({
    file,
    redact,
    clock,
    maxBytes: more.maxBytes ?? 100_000,
    keep: more.keep ?? 2,
  })
  return { logger, redact, file }
}

const linesOf = async (file: string) =>
  (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('createFileLogger', () => {
  it('writes one JSON object a line, in order, without secrets', async () => {
    const { logger, redact, file } = open()
    redact.add('marker-value')
    logger.info('Started', { home: '/a', n: 1 })
    logger.warn('With marker-value\nin two lines')
    logger.error('Failed', new Error('marker-value'), { step: 2 })
    await logger.flush()
    const at = '2026-01-02T00:00:00.000Z'
    expect(await linesOf(file)).toEqual([
      { at, level: 'info', message: 'Started', data: { home: '/a', n: 1 } },
      { at, level: 'warn', message: 'With [secret]\nin two lines' },
      {
        at,
        level: 'error',
        message: 'Failed',
        data: { step: 2, error: { name: 'Error', message: '[secret]', stack: expect.any(String) } },
      },
    ])
    expect(await readFile(file, 'utf8')).not.toContain('marker-value')
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('sets full files aside and keeps only so many', async () => {
    const { logger, file } = open({ maxBytes: 2_000, keep: 2 })
    for (let index = 0; index < 200; index++) logger.info('x'.repeat(50), { index })
    await logger.close()
    expect((await readdir(join(folder, 'logs'))).sort()).toEqual(['main.1.log', 'main.2.log', 'main.log'])
    for (const name of await readdir(join(folder, 'logs'))) {
      expect((await stat(join(folder, 'logs', name))).size).toBeLessThanOrEqual(2_000)
    }
    expect((await linesOf(file)).at(-1)).toMatchObject({ data: { index: 199 } })
  })

  it('continues the file of the last start', async () => {
    const first = open()
    first.logger.info('one')
    await first.logger.close()
    const second = open()
    second.logger.info('two')
    await second.logger.close()
    expect((await linesOf(second.file)).map((line) => line['message'])).toEqual(['one', 'two'])
  })

  it('survives a disk that refuses, and says afterwards how many lines were lost', async () => {
    const { logger, file } = open()
    await writeFile(join(folder, 'logs'), 'a file where the folder should be')
    logger.info('lost')
    await logger.flush()
    await rm(join(folder, 'logs'))
    logger.info('kept')
    await logger.flush()
    expect((await linesOf(file)).map(({ message, data }) => ({ message, data }))).toEqual([
      { message: 'kept', data: undefined },
      { message: 'Lines of this log were lost', data: { lines: 1 } },
    ])
  })

  it('cuts a line that is far too long, and drops what comes after closing', async () => {
    const { logger, file } = open({ maxBytes: 10_000_000 })
    logger.info('long', { text: 'y'.repeat(1_000_000) })
    await logger.close()
    logger.info('late')
    await logger.flush()
    const lines = await linesOf(file)
    expect(lines).toEqual([
      { at: expect.any(String), level: 'info', message: 'long', cut: expect.any(Number) },
    ])
  })

  it('does not throw on data that cannot be written as JSON', async () => {
    const { logger, file } = open()
    const loop: Record<string, unknown> = { big: 1n }
    loop['self'] = loop
    logger.info('loop', loop)
    await logger.close()
    expect(await linesOf(file)).toMatchObject([{ data: { big: '1', self: '[circular]' } }])
  })
})
