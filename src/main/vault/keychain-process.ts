import { createRequire } from 'node:module'
import { type KeychainReply, KeychainRequest } from './keychain-messages.ts'
import { inParts, type KeychainEntries, mostBytesOn } from './keychain-parts.ts'

type Keytar = typeof import('keytar')

/** The channel to the parent: Electron gives a utility process a port, Node gives a forked one `process`. */
type ParentPort = {
  readonly on: (event: 'message', listener: (message: { data: unknown }) => void) => void
  readonly postMessage: (message: unknown) => void
}

const parentPort = (process as { readonly parentPort?: ParentPort }).parentPort
const reply = (message: KeychainReply): void => {
  if (parentPort === undefined) process.send?.(message)
  else parentPort.postMessage(message)
}

if (parentPort === undefined) {
  process.on('message', receive)
  // A keychain that hangs holds a thread, and an ordinary exit would wait for that thread.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
} else {
  parentPort.on('message', ({ data }) => receive(data))
}

function receive(message: unknown): void {
  const request = KeychainRequest.safeParse(message)
  if (request.success) void answer(request.data)
}

/** Never rejects: whatever goes wrong is the answer. */
async function answer(request: KeychainRequest): Promise<void> {
  const { id } = request
  let keytar: Keytar
  try {
    // Loaded late: where the system's library is missing, loading throws, and that is an answer too.
    keytar = createRequire(import.meta.url)('keytar') as Keytar
  } catch (error) {
    reply({ id, ok: false, reason: 'library', message: wordsOf(error) })
    return
  }
  try {
    reply({ id, ok: true, value: await perform(keytar, request) })
  } catch (error) {
    reply({ id, ok: false, reason: 'keychain', message: wordsOf(error) })
  }
}

async function perform(keytar: Keytar, request: KeychainRequest): Promise<string | boolean | null> {
  const { name } = request
  const { get, set, delete: remove } = entriesOf(keytar, request.service)
  switch (request.verb) {
    case 'get':
      return get(name)
    case 'has':
      return (await get(name)) !== null
    case 'set':
      await set(name, request.value)
      return null
    case 'delete':
      return remove(name)
  }
}

function entriesOf(keytar: Keytar, service: string): KeychainEntries {
  const entries = {
    get: (name: string) => keytar.getPassword(service, name),
    set: (name: string, value: string) => keytar.setPassword(service, name, value),
    delete: (name: string) => keytar.deletePassword(service, name),
  }
  const most = mostBytesOn(process.platform)
  return most === null ? entries : inParts(entries, most)
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
