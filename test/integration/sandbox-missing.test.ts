import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { SandboxLack } from '#shared/sandbox/sandbox.ts'
import { CALLER, openAgentHost } from '../support/hosts/agent-host.ts'
import { callScript, textScript } from '../support/models/model-script.ts'

/** Opens the whole app as on another system and lets an agent run one command in a chat that accepts edits. */
async function runOn(system: string, command: string, outcome: 'approved' | 'denied', required = false) {
  vi.stubEnv('ORRERY_SANDBOX_SYSTEM', system)
  const host = await openAgentHost()
  onTestFinished(host.close)
  host.server.enqueue(callScript([{ name: 'bash', args: { command } }]), textScript('Done.'))
  const { app, handlers, until, begin, look } = await host.start()
  const { support, rules } = await handlers['sandbox.status']({}, CALLER)
  const trial = await handlers['sandbox.try']({}, CALLER)
  if (required) await handlers['settings.set']({ sandbox: 'on' }, CALLER)
  const sessionId = await begin('Run it.', { permissionMode: 'accept_edits' })
  const open = async () => Object.values((await look(sessionId)).folds.interactions)
  await until(async () => (await open()).length > 0)
  const asked = await open()
  for (const { requestId } of asked) {
    const answer = { sessionId, requestId, remember: { scope: 'once' as const }, outcome }
    await handlers['interaction.answer'](answer, CALLER)
  }
  await app.idle()
  const { path } = await look(sessionId)
  const tools = path.flatMap((event) =>
    event.kind === 'message' && event.payload.message.role === 'tool' ? [event.payload.message] : [],
  )
  const details = tools[0]?.tool?.details
  return {
    support,
    rules,
    trial,
    asked,
    receipt: details?.kind === 'bash' ? details.sandbox : undefined,
    made: existsSync(join(host.folder, 'project/made')),
  }
}

const LACKS: readonly (readonly [string, SandboxLack])[] = [
  ['no-bubblewrap', 'no_bubblewrap'],
  ['no-namespaces', existsSync('/usr/bin/bwrap') ? 'no_namespaces' : 'no_bubblewrap'],
  ['macos', 'no_seatbelt'],
  ['windows', 'windows'],
]

describe.each(LACKS)('the app without a sandbox, as on %s', (system, lack) => {
  it('says what is missing, asks for each command, and runs it once allowed', async () => {
    const ran = await runOn(system, 'touch made', 'approved')
    expect([ran.support, ran.rules, ran.trial]).toMatchObject([{ available: false, lack }, null, null])
    expect(ran.asked.map(({ preview }) => preview?.kind)).toEqual(['command'])
    expect([ran.made, ran.receipt]).toEqual([true, undefined])
  })

  it('runs nothing that the person denies', async () => {
    expect((await runOn(system, 'touch made', 'denied')).made).toBe(false)
  })
})

it('asks to run outside where the settings require a sandbox', async () => {
  const ran = await runOn('windows', 'touch made', 'denied', true)
  expect([ran.asked.length, ran.made]).toEqual([1, false])
})
