import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BuiltSandbox, buildSandbox } from '../../../../test/support/script-sandbox.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLogger } from '../../lib/logger.ts'
import { compileQuickJs } from './quickjs-wasm.ts'
import { createScriptHost } from './script-host.ts'

let built: BuiltSandbox
const never = new AbortController().signal

beforeAll(async () => {
  built = await buildSandbox()
})
afterAll(() => built.remove())

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
