import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { silentLogger } from '../lib/logger.ts'
import { createDraftPictures } from './draft-pictures.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'drafts '))
})
afterEach(() => rm(home, { recursive: true }))

const open = () => createDraftPictures({ folder: join(home, 'drafts'), logger: silentLogger })
const picture = (name: string) => ({ mime: 'image/png' as const, base64: 'AAAA', name })

it('keeps what is attached over a restart, readable by the person only', async () => {
  await open().set('ses_00000001', [picture('a'), picture('b')])
  expect(await open().get('ses_00000001')).toEqual([picture('a'), picture('b')])
  expect((await stat(join(home, 'drafts', 'ses_00000001.json'))).mode & 0o777).toBe(0o600)
})

it('keeps the newest choice when several are made at once', async () => {
  const pictures = open()
  const [first, second] = [pictures.set('ses_00000001', [picture('a')]), pictures.set('ses_00000001', [])]
  await Promise.all([first, second, pictures.set('ses_00000001', [picture('c')])])
  expect(await pictures.get('ses_00000001')).toEqual([picture('c')])
})

it('leaves nothing behind of what was sent', async () => {
  const pictures = open()
  await pictures.set('ses_00000001', [picture('a')])
  pictures.forget('ses_00000001')
  await pictures.settled()
  expect([await pictures.get('ses_00000001'), await readdir(join(home, 'drafts'))]).toEqual([[], []])
})

it.each(['', '[', '[{"mime":"text/html"}]'])('goes on without a damaged file: %s', async (text) => {
  const pictures = open()
  await pictures.set('ses_00000001', [picture('a')])
  await writeFile(join(home, 'drafts', 'ses_00000001.json'), text)
  expect(await pictures.get('ses_00000001')).toEqual([])
})
