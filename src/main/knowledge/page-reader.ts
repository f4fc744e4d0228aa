import { parentPort } from 'node:worker_threads'
import { readPageFile } from './read-page-file.ts'

// The thread that reads files for pages, so that a large PDF holds up nobody. One question at a time.
const port = parentPort
if (port === null) throw new Error('This is the worker that reads files.')
port.on('message', (path: string) => {
  readPageFile(path).then(
    (found) => port.postMessage(found),
    (error: unknown) => {
      throw error
    },
  )
})
