import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { BlobId, SessionId } from '#shared/ids.ts'
import { outputName } from '#shared/session/stored-output.ts'
import { createHistory } from '../../../../test/support/data/history.ts'
import { openTestLog } from '../../../../test/support/data/open-log.ts'
import { createBlobs } from './blobs.ts'
import { createStoredOutputs } from './stored-outputs.ts'

async function open(mostBytes = 1_000_000) {
  const folder = await mkdtemp(join(tmpdir(), 'orrery outputs '))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const log = openTestLog()
  const blobs = createBlobs({ db: log.db, folder, now: log.now, newId: log.newId })
  return { ...log, folder, blobs, outputs: createStoredOutputs({ db: log.db, blobs, mostBytes }) }
}

const CHAT = 'ses_00000001' as SessionId

function resultOf(outputBlob?: BlobId) {
  const history = createHistory()
  history.user('Run it.')
  const tool = { callId: 'c', name: 'bash', isError: false, durationMs: 1 }
  const id = history.result('c', 'what it printed', {
    tool: { ...tool, ...(outputBlob === undefined ? {} : { outputBlob }) },
  })
  return { path: history.path, id }
}

it('finds a kept output in the chat that names it, and nowhere else', async () => {
  const { outputs } = await open()
  const kept = await outputs.keep(CHAT, 'all of it')
  if (!('blob' in kept)) throw new Error(kept.problem)
  const found = outputs.find(resultOf(kept.blob).path, outputName(kept.blob))
  expect(found !== null && 'file' in found && (await readFile(found.file, 'utf8'))).toBe('all of it')
  expect(outputs.find(resultOf().path, outputName(kept.blob))).toBeNull()
  expect(outputs.find([], outputName(kept.blob))).toBeNull()
})

it('finds a result that is no file in the log, and takes no path for a name', async () => {
  const { outputs } = await open()
  const { path, id } = resultOf()
  expect(outputs.find(path, outputName(id))).toEqual({ text: 'what it printed' })
  expect(outputs.find(path, `../${outputName(id)}`)).toBeNull()
})

it('gives the text of the log where the file is gone', async () => {
  const { outputs, blobs } = await open()
  const gone = await blobs.putText('gone')
  const { path } = resultOf(gone)
  expect(outputs.find(path, outputName(gone))).toMatchObject({ file: expect.any(String) })
  expect(outputs.find(resultOf('blb_99999999' as BlobId).path, 'orrery-output:99999999')).toEqual({
    text: 'what it printed',
  })
})

it('keeps no more than one chat may have', async () => {
  const { outputs, db } = await open(1024 * 1024)
  const kept = await outputs.keep(CHAT, 'x'.repeat(1024 * 1024 - 10))
  if (!('blob' in kept)) throw new Error(kept.problem)
  db.prepare('INSERT INTO blob_names (blob_id, session_id) VALUES (?, ?)').run(kept.blob, CHAT)
  expect(await outputs.keep(CHAT, 'y'.repeat(11))).toEqual({
    problem: 'the outputs of this chat already take 1 MB',
  })
  expect(await outputs.keep('ses_00000002' as SessionId, 'y'.repeat(11))).toHaveProperty('blob')
})

it.each([
  ['ENOSPC', 'the disk is full'],
  ['SQLITE_FULL', 'the disk is full'],
  ['EROFS', 'the disk does not take it'],
])('answers %s with words and not with a failure', async (code, problem) => {
  const { db, blobs } = await open()
  const putText = () => Promise.reject(Object.assign(new Error('no'), { code }))
  const outputs = createStoredOutputs({ db, blobs: { ...blobs, putText } })
  expect(await outputs.keep(CHAT, 'all of it')).toEqual({ problem })
})
