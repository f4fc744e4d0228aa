import { afterEach, beforeEach, expect, it } from 'vitest'
import { type AgentHost, CALLER, openAgentHost } from '../support/hosts/agent-host.ts'
import { textScript } from '../support/models/model-script.ts'

let host: AgentHost
beforeEach(async () => {
  host = await openAgentHost()
})
afterEach(() => host.close())

it('tells of a provider what its requests came to, failures among them, and the same after a restart', async () => {
  const first = await host.start()
  const { handlers } = first
  const ask = () => handlers['model.figures']({ days: 7 }, CALLER)
  expect(await ask()).toEqual([])
  host.server.enqueue(textScript('At noon.'), { status: 401, body: { error: { message: 'No such key' } } })
  const sessionId = await first.begin('When is the tide?')
  await first.app.idle()
  const [answered] = await ask()
  expect(answered).toMatchObject({ provider: 'test', requests: 1, failed: 0 })
  expect(answered?.input).toBeGreaterThan(0)
  expect(answered?.firstMs).toBeGreaterThan(0)
  await first.say(sessionId, 'And the next one?')
  const before = await ask()
  expect(before).toMatchObject([{ provider: 'test', requests: 2, failed: 1 }])
  await first.app.close()
  const again = await host.start()
  expect(await again.handlers['model.figures']({ days: 7 }, CALLER)).toEqual(before)
})
