import { deflateSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { pagesPdf, pdfWith } from '../../../../test/support/data/any-pdf.ts'
import { type BuiltWorker, buildWorker } from '../../../../test/support/disk/build-worker.ts'
import { systemClock } from '../../lib/clock.ts'
import { createPdfThread } from './pdf-thread.ts'

let built: BuiltWorker | null = null
beforeAll(async () => {
  built = await buildWorker('src/main/knowledge/page-reader.ts')
}, 120_000)

const MB = 1024 * 1024
const never = () => AbortSignal.timeout(60_000)
function open(limits: { limitMs?: number; mostBytes?: number } = {}) {
  if (built === null) throw new Error('The thread was not built.')
  return createPdfThread({ worker: built.worker, clock: systemClock, ...limits })
}

/** A page whose content is packed many times, each unpacking to a thousand times its size. */
function bombPdf(megabytes: number): Buffer {
  const packed = deflateSync(Buffer.alloc(megabytes * MB, ' '))
  const head = Buffer.from(
    `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>\nendobj\n4 0 obj\n<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`,
    'latin1',
  )
  return Buffer.concat([head, packed, Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF')])
}

it('reads the pages of a PDF, one after the other', async () => {
  const thread = open()
  const [first, second] = await Promise.all([
    thread.read(pdfWith(['One', 'Two']), never()),
    thread.read(pdfWith(['Three']), never()),
  ])
  expect([first, second]).toEqual([['One\nTwo'], ['Three']])
})

it('says why there is no text', async () => {
  const thread = open()
  expect(await thread.read(pdfWith(['x'], { locked: true }), never())).toBe('locked_pdf')
  expect(await thread.read(Buffer.from('%PDF-1.4 and no more'), never())).toBe('broken_pdf')
})

it('reads 2,000 pages and refuses more', async () => {
  const thread = open()
  const pages = await thread.read(pagesPdf(2_000), never())
  expect([pages.length, pages[0], pages[1_999]]).toEqual([2_000, 'Page 1', 'Page 2000'])
  expect(await thread.read(pagesPdf(2_001), never())).toBe('broken_pdf')
}, 60_000)

it('does not call a PDF damaged where its thread cannot start', async () => {
  const worker = new URL('./no-such-thread.mjs', import.meta.url)
  const thread = createPdfThread({ worker, clock: systemClock })
  await expect(thread.read(pdfWith(['One']), never())).rejects.toThrow('no-such-thread')
})

it('ends a PDF that takes too much memory, and reads the next one', async () => {
  const thread = open({ mostBytes: 100 * MB, limitMs: 30_000 })
  expect(await thread.read(bombPdf(600), never())).toBe('large_pdf')
  expect(await thread.read(pdfWith(['Next']), never())).toEqual(['Next'])
})

it('ends a PDF that takes too long', async () => {
  const thread = open({ limitMs: 1 })
  expect(await thread.read(pdfWith(['x']), never())).toBe('slow_pdf')
})

it('stops when it is told to', async () => {
  const thread = open()
  await expect(thread.read(pdfWith(['x']), AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop')
  const stopper = new AbortController()
  const reading = thread.read(bombPdf(300), stopper.signal)
  stopper.abort(new Error('stop'))
  await expect(reading).rejects.toThrow('stop')
  await thread.close()
})

it('converts a web page outside the main thread, and gives up on one that takes too long', async () => {
  const page = '<title>Tides</title><h1>Tides</h1><p>Words. <a href="/more">More</a></p>'
  const text = await open().readHtml(page, 'https://sea.example/a', never())
  expect(text).toBe('# Tides\n\nWords. [More](https://sea.example/more)')
  const deep = '<div>'.repeat(200_000)
  expect(await open({ limitMs: 1 }).readHtml(deep, 'https://sea.example/', never())).toBeNull()
}, 120_000)
