import { beforeAll, expect, it } from 'vitest'
import { type BuiltSandbox, buildSandbox } from '../../../../../test/support/disk/script-sandbox.ts'
import { systemClock } from '../../../lib/clock.ts'
import { silentLogger } from '../../../lib/logger.ts'
import { compileQuickJs } from './quickjs-wasm.ts'
import { createScriptHost } from './script-host.ts'

let built: BuiltSandbox
const never = new AbortController().signal

beforeAll(async () => {
  built = await buildSandbox()
})

it('opens the next sandbox although making one ready ahead has failed', async () => {
  let tries = 0
  const host = createScriptHost({
    worker: built.worker,
    compile: async () => {
      tries += 1
      if (tries === 1) throw new Error('no memory just now')
      return compileQuickJs()
    },
    clock: systemClock,
    logger: silentLogger,
  })
  await expect(host.warm()).rejects.toThrow('no memory just now')
  const sandbox = await host.open(never)
  expect(await sandbox.check({ type: 'string' }, 'x')).toEqual({ fits: true })
  await sandbox.close()
  await host.close()
})

it('names the run a thread is busy with, and its file where the run has no name', async () => {
  const tasks: (() => string | null)[] = []
  const host = createScriptHost({
    worker: built.worker,
    compile: compileQuickJs,
    clock: systemClock,
    logger: silentLogger,
    watch: (_thread, task) => {
      tasks.push(task)
      return () => {}
    },
  })
  const program = { frame: 0, fileName: 'review.js', body: 'return 1', args: null }
  const heard = { call: async () => ({ ok: true as const, value: null }), note: () => undefined }
  for (const named of [{ ...program, run: 'review-changes #7f3a' }, program]) {
    const sandbox = await host.open(never)
    await sandbox.run(named, null, heard as unknown as Parameters<typeof sandbox.run>[2])
    await sandbox.close()
  }
  expect(tasks.map((task) => task())).toEqual(['review-changes #7f3a', 'review.js'])
  await host.close()
})
