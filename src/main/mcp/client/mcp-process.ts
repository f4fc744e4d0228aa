import type { FromMcp, ToMcp } from '../messages.ts'
import { serveRouted } from './network/serve-routed.ts'
import { openConnection } from './open-connection.ts'

/** The channel to the parent: Electron gives a utility process a port, Node gives a forked one `process`. */
type ParentPort = {
  readonly on: (event: 'message', listener: (message: { data: unknown }) => void) => void
  readonly postMessage: (message: unknown) => void
}

const parentPort = (process as { readonly parentPort?: ParentPort }).parentPort
const post = (message: FromMcp): void => {
  if (parentPort === undefined) process.send?.(message)
  else parentPort.postMessage(message)
}

const serve = serveRouted({ post, open: openConnection, env: process.env })

// It is our own parent that speaks.
const receive = (message: unknown): void => serve(message as ToMcp)
if (parentPort === undefined) {
  process.on('message', receive)
  process.on('disconnect', () => process.exit())
} else {
  parentPort.on('message', ({ data }) => receive(data))
}

// A server that breaks the library must not end the connections to all others.
process.on('unhandledRejection', (reason) => {
  process.stderr.write(`A failure nobody waited for: ${String(reason)}\n`)
})
