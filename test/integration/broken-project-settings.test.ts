import { expect, it, onTestFinished } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { CALLER, openAgentHost, toolsOf } from '../support/hosts/agent-host.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

const FILE = 'project/.orrery/config.toml'
const BROKEN = 'this is = not [ TOML'

type Started = Awaited<ReturnType<Awaited<ReturnType<typeof openAgentHost>>['start']>>

async function open(text: string) {
  const host = await openAgentHost()
  onTestFinished(host.close)
  await host.put(FILE, text)
  /** Begins a chat with full access, in which the agent reads a file. Denies what asks, and returns the prompts. */
  const readIn = async ({ app, handlers, begin, look, until }: Started) => {
    host.server.enqueue(callScript([{ name: 'read', args: { path: 'README.md' } }]), textScript('Done.'))
    const sessionId = await begin('Read it.', { permissionMode: 'bypass' })
    const open = async () => Object.values((await look(sessionId)).folds.interactions)
    const isOver = async () =>
      Object.values((await look(sessionId)).folds.runs).every(({ status }) => status === 'completed')
    await until(async () => (await open()).length > 0 || (await isOver()))
    const asked = await open()
    for (const { requestId } of asked) {
      const answer = { requestId, outcome: 'denied' as const, remember: { scope: 'once' as const } }
      await handlers['interaction.answer']({ sessionId, ...answer }, CALLER)
    }
    await app.idle()
    return { sessionId, asked: asked.length }
  }
  const noticesOf = async ({ look }: Started, sessionId: SessionId) =>
    (await look(sessionId)).path.flatMap((event) =>
      event.kind === 'harness.item' && event.payload.kind === 'runtime-notice' ? [event.payload.content] : [],
    )
  return { host, readIn, noticesOf }
}

it('restrict agents after a restart as before the error', async () => {
  const { host, readIn, noticesOf } = await open(
    '[agents.build]\ntools.deny = ["bash"]\n[[permissions]]\ntool = "read"\naction = "deny"\n',
  )
  const first = await host.start()
  expect((await readIn(first)).asked).toBe(0)
  expect(toolsOf(host.sent().at(-1))).not.toContain('bash')
  await first.app.close()

  await host.put(FILE, BROKEN)
  const again = await host.start()
  const { sessionId, asked } = await readIn(again)
  expect(asked).toBe(0)
  expect(toolsOf(host.sent().at(-1))).not.toContain('bash')
  expect(JSON.stringify(host.sent().at(-1))).not.toContain('# A project')
  expect((await noticesOf(again, sessionId)).join()).toContain('its last good settings stay in force')
  const { files } = await again.handlers['settings.inForce']({ projectId: again.project.id }, CALLER)
  expect(files.find(({ layer }) => layer === 'project')?.problem?.message).toContain('last good settings')
})

it('ask about each step where no good copy is known, also with full access', async () => {
  const { host, readIn, noticesOf } = await open(BROKEN)
  const started = await host.start()
  const { sessionId, asked } = await readIn(started)
  expect(asked).toBe(1)
  expect(JSON.stringify(host.sent().at(-1))).not.toContain('# A project')
  expect((await noticesOf(started, sessionId)).join()).toContain('every step of an agent')

  await host.put(FILE, '')
  expect((await readIn(started)).asked).toBe(0)
  expect(JSON.stringify(host.sent().at(-1))).toContain('# A project')
})
