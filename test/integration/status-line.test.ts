import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { plainAnsi } from '#shared/status-line/ansi-line.ts'
import { CALLER, type WorkflowHost } from '../support/hosts/workflow-host.ts'
import { tellWorkflows } from '../support/stories/workflow-scene.ts'

const scene = tellWorkflows()

/** Starts the app with a status line command, and a chat with one answer. */
async function start(command: string, prepare: (host: WorkflowHost) => Promise<void> = async () => {}) {
  await scene.put(
    'home/config.toml',
    `[statusLine]\ncommand = ${JSON.stringify(command)}\n[sandbox]\nmode = "off"\n`,
  )
  const host = await scene.start()
  const { handlers } = host
  const projectId = await host.project()
  await prepare(host)
  const target = {
    to: 'project' as const,
    projectId,
    model: 'orrery/practice',
    permissionMode: 'ask' as const,
  }
  const send = async () => {
    const sent = await handlers['session.send']({ target, text: 'say Hello', images: [] }, CALLER)
    await host.app.idle()
    return sent.sessionId
  }
  const sessionId = await send()
  return { host, sessionId, send, run: async () => handlers['statusLine.run']({ sessionId }, CALLER) }
}

it('reads the facts of the chat as JSON', async () => {
  const { run, sessionId } = await start('cat')
  const answer = await run()
  if (answer.state !== 'shown') throw new Error(`The line is ${answer.state}.`)
  expect(JSON.parse(answer.text)).toMatchObject({
    session_id: sessionId,
    model: { id: 'orrery/practice', display_name: expect.any(String) },
    workspace: { current_dir: scene.project(), project_dir: scene.project(), added_dirs: [] },
    version: 'headless',
    permission_mode: 'ask',
    cost: { total_cost_usd: 0, total_lines_added: 0, total_lines_removed: 0 },
    context_window: { context_window_size: expect.any(Number), used_percentage: expect.any(Number) },
    exceeds_200k_tokens: false,
    agent: { name: 'build' },
  })
})

it('knows the extra folders of the chat, its own output style and the mode of Vim keys', async () => {
  const { sessionId, host, send } = await start('cat')
  await scene.put('shared/tides.txt', 'high')
  const folder = await host.handlers['folder.add']({ sessionId, path: scene.path('shared') }, CALLER)
  await scene.put('home/output-styles/terse.md', '---\nname: terse\n---\nBe brief.\n')
  await host.handlers['styles.choose']({ projectId: await host.project(), name: 'terse' }, CALLER)
  const later = await send()
  await host.handlers['styles.choose']({ projectId: await host.project(), name: null }, CALLER)
  const inputOf = async (id: typeof sessionId, more: { vimMode?: 'NORMAL' } = {}) => {
    const answer = await host.handlers['statusLine.run']({ sessionId: id, ...more }, CALLER)
    if (answer.state !== 'shown') throw new Error(`The line is ${answer.state}.`)
    return JSON.parse(answer.text) as Record<string, unknown>
  }
  const first = await inputOf(sessionId)
  expect(first).toMatchObject({ workspace: { added_dirs: [folder] }, output_style: { name: 'default' } })
  expect(first).not.toHaveProperty('vim')
  expect(await inputOf(later, { vimMode: 'NORMAL' })).toMatchObject({
    output_style: { name: 'terse' },
    vim: { mode: 'NORMAL' },
  })
})

it('prints colours, which a window reads', async () => {
  const { run } = await start("printf '\\033[32mok\\033[0m now\\n'")
  const answer = await run()
  if (answer.state !== 'shown') throw new Error(`The line is ${answer.state}.`)
  expect(answer.text).toContain('\u001b[32m')
  expect(plainAnsi(answer.text)).toBe('ok now')
})

it.each([
  ['fails', 'echo no; exit 3'],
  ['prints without end', 'yes tide'],
])('keeps the last line when the command %s', async (_what, command) => {
  const { run } = await start(command)
  expect(await run()).toEqual({ state: 'kept', reason: 'failed' })
})

it('leaves nothing of an endless command that a newer one replaces', async () => {
  const { run } = await start('sleep 1000 & echo $! > "$ORRERY_PROJECT/pid"; wait')
  const file = join(scene.project(), 'pid')
  const first = run()
  await expect.poll(() => existsSync(file)).toBe(true)
  await expect.poll(async () => (await readFile(file, 'utf8')).trim()).toMatch(/^\d+$/)
  const pid = Number(await readFile(file, 'utf8'))
  await scene.put('home/config.toml', '')
  const second = run()
  expect(await first).toEqual({ state: 'kept', reason: 'replaced' })
  await expect.poll(() => isAlive(pid)).toBe(false)
  await expect.poll(async () => (await run()).state).toBe('off')
  await second
})

it('starts no process in an untrusted folder', async () => {
  const { run } = await start('touch "$ORRERY_PROJECT/ran"', async (host) => {
    await host.handlers['project.trust']({ projectId: await host.project(), trusted: false }, CALLER)
  })
  expect(await run()).toEqual({ state: 'untrusted' })
  expect(existsSync(join(scene.project(), 'ran'))).toBe(false)
})

it('drafts no command in an untrusted folder, nor with the Practice model', async () => {
  const { host } = await start('cat')
  const projectId = await host.project()
  const draft = async () => host.handlers['statusLine.draft']({ projectId, wish: 'the cost' }, CALLER)
  await expect(draft()).rejects.toThrow('The Practice model')
  await host.handlers['project.trust']({ projectId, trusted: false }, CALLER)
  await expect(draft()).rejects.toThrow('This folder is not trusted')
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
