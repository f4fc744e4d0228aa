import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** The scripted model server in a process of its own. */
export async function startModel(root: string): Promise<{ baseUrl: string; stop: () => Promise<void> }> {
  const child = fork(join(root, 'out', 'headless', 'scripted-model.process.js'))
  const ended = once(child, 'exit')
  const [baseUrl] = await Promise.race([once(child, 'message'), ended])
  if (typeof baseUrl !== 'string') throw new Error('The model server ended before it listened.')
  return {
    baseUrl,
    stop: async () => {
      child.disconnect()
      await ended
    },
  }
}
