import { expect, it, onTestFinished } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { isTerminal } from '#shared/run/run-status.ts'
import { CALLER, openAgentHost } from '../support/hosts/agent-host.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

const call = (command: string) => callScript([{ name: 'bash', args: { command } }])

it('shows rules of one turn while it lasts, and ends them with its stop', async () => {
  const host = await openAgentHost()
  onTestFinished(host.close)
  await host.put('home/commands/mark.md', '---\nallowed-tools: Bash(touch:*)\n---\nMark it.\n')
  const { app, handlers, until, begin, look } = await host.start()
  const inForce = async (sessionId: SessionId) =>
    (await handlers['settings.inForce']({ projectId: null, sessionId }, CALLER)).chat?.rules
  const asks = async (sessionId: SessionId) => Object.values((await look(sessionId)).folds.interactions)
  host.server.enqueue(call('touch a.txt'), call('mkdir b'))
  const sessionId = await begin('/mark')
  // The first command ran by the rule of the turn; the second one asks.
  await until(async () => (await asks(sessionId)).length > 0)
  expect((await asks(sessionId)).map(({ preview }) => preview)).toMatchObject([{ command: 'mkdir b' }])
  const rule = { tool: 'bash', pattern: 'touch *', action: 'allow' }
  expect(await inForce(sessionId)).toContainEqual({ rule, source: '/mark' })

  const running = async () =>
    Object.values((await look(sessionId)).folds.runs).find(({ status }) => !isTerminal(status))
  const run = await running()
  if (run === undefined) throw new Error('Nothing runs.')
  await handlers['run.stop']({ sessionId, runId: run.runId }, CALLER)
  await app.idle()
  expect(await inForce(sessionId)).toEqual([])

  // What goes on after the stop is another turn: the same command asks.
  host.server.enqueue(call('touch c.txt'), textScript('Done.'))
  await handlers['session.goOn']({ sessionId }, CALLER)
  await until(async () => (await asks(sessionId)).length > 0)
  expect((await asks(sessionId)).map(({ preview }) => preview)).toMatchObject([{ command: 'touch c.txt' }])
  expect(await inForce(sessionId)).toEqual([])
})
