import { mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { DurableEvent } from '#shared/events/event.ts'
import type { HandedPreview } from '#shared/file/handed-file.ts'
import { BlobId, SessionId } from '#shared/ids.ts'
import { createHandedFiles } from './handed-files.ts'

const SESSION = SessionId.parse('ses_00000000')
const BLOB = BlobId.parse('blb_00000001')

async function handing(of: { path: string; name?: string; preview: HandedPreview }, hasEditor = true) {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'orrery handed ')))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const done: string[] = []
  const written: string[] = []
  const details = { kind: 'file', name: 'report.pdf', size: 4, ...of }
  const tool = { callId: 'c', name: 'present_file', isError: false, durationMs: 1, outputBlob: BLOB, details }
  const event = { kind: 'message', payload: { message: { role: 'tool', parts: [], tool } } }
  const files = createHandedFiles({
    messagesOf: () => [event as unknown as DurableEvent],
    folderOf: () => root,
    bytes: async () => Buffer.from('kept'),
    flavour: { path, home: root },
    openPath: async (place) => void done.push(`open ${path.relative(root, place)}`),
    openAtLine: async (place, line) => {
      if (hasEditor) done.push(`edit ${path.relative(root, place)}:${line}`)
      return hasEditor
    },
    showInFolder: (place) => void done.push(`show ${path.relative(root, place)}`),
    pickSaveFile: async (_window, name) => {
      written.push(name)
      return path.join(root, 'chosen')
    },
    write: async (place, bytes) => {
      written.push(Buffer.from(bytes).toString())
      return path.basename(place)
    },
  })
  const put = (name: string) => writeFile(path.join(root, name), 'x')
  return { files, done, written, root, put }
}

it('opens a document with the system, a text in the editor, and shows both in their folder', async () => {
  const pdf = await handing({ path: 'report.pdf', preview: 'document' })
  await pdf.put('report.pdf')
  await pdf.files.open(SESSION, BLOB)
  await pdf.files.reveal(SESSION, BLOB)
  expect(pdf.done).toEqual(['open report.pdf', 'show report.pdf'])
  const text = await handing({ path: 'run.sh', preview: 'text' })
  await text.put('run.sh')
  await text.files.open(SESSION, BLOB)
  expect(text.done).toEqual(['edit run.sh:1'])
})

it('opens nothing that may run, also behind a link with a harmless name', async () => {
  const program = await handing({ path: 'tide.desktop', preview: 'document' })
  await program.put('tide.desktop')
  await expect(program.files.open(SESSION, BLOB)).rejects.toThrow('could run a program')
  const link = await handing({ path: 'report.pdf', preview: 'document' })
  await link.put('tide.exe')
  await symlink(path.join(link.root, 'tide.exe'), path.join(link.root, 'report.pdf'))
  await expect(link.files.open(SESSION, BLOB)).rejects.toThrow('could run a program')
  expect([...program.done, ...link.done]).toEqual([])
})

it('touches no share of the network, and says when the file is gone', async () => {
  for (const share of ['\\\\host\\share\\report.pdf', '//host/share/report.pdf']) {
    const { files } = await handing({ path: share, preview: 'document' })
    await expect(files.reveal(SESSION, BLOB)).rejects.toThrow('is on another computer')
  }
  const gone = await handing({ path: 'report.pdf', preview: 'document' })
  await expect(gone.files.open(SESSION, BLOB)).rejects.toThrow('report.pdf is no longer there.')
})

it('saves the stored copy under a name that leads nowhere else', async () => {
  const { files, written } = await handing({
    path: 'gone.txt',
    name: '../../.bash\u202Erc\n:x',
    preview: 'text',
  })
  expect(await files.save(SESSION, BLOB, 1)).toBe('chosen')
  expect(written).toEqual(['bashrcx', 'kept'])
})

it('knows no copy that the chat was not handed', async () => {
  const { files } = await handing({ path: 'report.pdf', preview: 'document' })
  await expect(files.save(SESSION, BlobId.parse('blb_00000002'), 1)).rejects.toThrow('no longer stored')
})

it('says when there is no editor', async () => {
  const { files, put } = await handing({ path: 'a.txt', preview: 'text' }, false)
  await put('a.txt')
  await expect(files.open(SESSION, BLOB)).rejects.toThrow()
})

it('decodes a text that is not UTF-8, and only one that an agent handed over', async () => {
  const { files } = await handing({ path: 'tide.txt', preview: 'text' })
  expect(await files.text(SESSION, BLOB)).toEqual({ text: 'kept', isCut: false })
  await expect(files.text(SESSION, BlobId.parse('blb_00000002'))).rejects.toThrow()
})
