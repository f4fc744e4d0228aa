import { parentPort } from 'node:worker_threads'
import { readPageFile } from './read-page-file.ts'
import { readPdf } from './read-pdf.ts'

// The thread that reads page files, and PDFs for agents, so that a large one blocks no other work. One
// request at a time.
const port = parentPort
if (port === null) throw new Error('This is the worker that reads files.')
port.on('message', (asked: string | { readonly pdf: Uint8Array }) => {
  const reading = typeof asked === 'string' ? readPageFile(asked) : readPdf(asked.pdf)
  reading.then(
    (found) => port.postMessage(found),
    (error: unknown) => {
      throw error
    },
  )
})
