import { parentPort } from 'node:worker_threads'
import { htmlToMarkdown } from './reading/html-to-markdown.ts'
import { readPageFile } from './reading/read-page-file.ts'
import { readPdf } from './reading/read-pdf.ts'

// The thread that reads page files, and PDFs and web pages for agents, so that a large one blocks no other work. One
// request at a time.
const port = parentPort
if (port === null) throw new Error('This is the worker that reads files.')
type Asked = string | { readonly pdf: Uint8Array } | { readonly html: string; readonly url: string }

port.on('message', (asked: Asked) => {
  const reading =
    typeof asked === 'string'
      ? readPageFile(asked)
      : 'pdf' in asked
        ? readPdf(asked.pdf)
        : htmlToMarkdown(asked.html, asked.url)
  reading.then(
    (found) => port.postMessage(found),
    (error: unknown) => {
      throw error
    },
  )
})
