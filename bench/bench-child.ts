import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A built program of a bench, in a process of its own. */
export type BenchChild = {
  /** Sends a message and returns the next one of the process. */
  readonly ask: (message: string) => Promise<unknown>
  /** The first message of the process. */
  readonly first: unknown
  readonly stop: () => Promise<void>
}

/** Starts `<name>.process.ts` and waits for its first message. */
export async function startChild(
  root: string,
  name: string,
  args: readonly string[] = [],
): Promise<BenchChild> {
  const child = fork(join(root, 'out', 'headless', `${name}.process.js`), [...args])
  const ended = once(child, 'exit')
  const first = await answerOf(child)
  return {
    first,
    ask: (message) => {
      const answer = answerOf(child)
      child.send(message)
      return answer
    },
    stop: async () => {
      child.disconnect()
      await ended
    },
  }
}

function answerOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error('A process of the bench ended too early.'))
    child.once('exit', gone)
    child.once('message', (message) => {
      child.removeListener('exit', gone)
      resolve(message)
    })
  })
}
