import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FromTerminals, ToTerminals } from './messages.ts'
import { startPty } from './pty.ts'
import { createScreen } from './screen.ts'
import { serveTerminals } from './serve-terminals.ts'

/** The channel to the parent: Electron gives a utility process a port, Node gives a forked one `process`. */
type ParentPort = {
  readonly on: (event: 'message', listener: (message: { data: unknown }) => void) => void
  readonly postMessage: (message: unknown) => void
}

const parentPort = (process as { readonly parentPort?: ParentPort }).parentPort
const post = (message: FromTerminals): void => {
  if (parentPort === undefined) process.send?.(message)
  else parentPort.postMessage(message)
}

// Only a context made after the flag has the function.
setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

const serve = serveTerminals({
  post,
  start: startPty,
  screen: createScreen,
  after: (ms, act) => void setTimeout(act, ms),
  collect,
})

// Only the app itself sends messages here.
const receive = (message: unknown): void => serve(message as ToTerminals)
if (parentPort === undefined) {
  process.on('message', receive)
  process.on('disconnect', () => process.exit())
} else {
  parentPort.on('message', ({ data }) => receive(data))
}
