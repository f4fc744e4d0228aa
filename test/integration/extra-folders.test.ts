import { mkdir, readFile, realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import { openTempFolder } from '../support/disk/temp-folder.ts'
import { CALLER, openAgentHost, wordsOf } from '../support/hosts/agent-host.ts'
import { callScript, textScript } from '../support/models/model-script.ts'
import { supportHere } from '../support/rigs/sandbox-rig.ts'

const support = await supportHere()
const hasSandbox = support.available && support.proxy

type Call = { readonly name: string; readonly args: Readonly<Record<string, unknown>> }

/** An app with a chat, and a folder outside its project with rules and a repository. */
async function open() {
  const host = await openAgentHost()
  onTestFinished(host.close)
  const { path, write } = await openTempFolder('extra 文件夹')
  const extra = await realpath(path)
  await write('AGENTS.md', 'Write tide tables in metres.')
  await write('.claude/hooks.json', '{}')
  await write('tables/moon.txt', 'the moon stands still\n')
  await mkdir(join(extra, '.git', 'hooks'), { recursive: true })
  const started = await host.start()
  const { app, handlers, look } = started
  await handlers['sandbox.status']({}, CALLER)
  const asked: string[] = []
  /** Lets the agent make calls, one after another; what asks is denied. Returns what it was told. */
  const act = async (sessionId: SessionId, calls: readonly Call[], ends = 1): Promise<readonly string[]> => {
    for (const call of calls) host.server.enqueue(callScript([call]))
    for (let count = 0; count < ends; count += 1) host.server.enqueue(textScript('Done.'))
    const before = (await look(sessionId)).path.length
    const target = { to: 'session' as const, sessionId }
    await handlers['session.send']({ target, text: 'Go on.', images: [] }, CALLER)
    let isOver = false
    const over = app.idle().then(() => {
      isOver = true
    })
    while (!isOver) {
      const open = Object.values((await look(sessionId)).folds.interactions)
      for (const { requestId, prompt } of open) {
        asked.push(prompt)
        const answer = { requestId, outcome: 'denied' as const, remember: { scope: 'once' as const } }
        await handlers['interaction.answer']({ sessionId, ...answer }, CALLER)
      }
      await Promise.race([over, new Promise((done) => setImmediate(done))])
    }
    return (await look(sessionId)).path.slice(before).flatMap((event) => {
      if (event.kind !== 'message' || event.payload.message.role !== 'tool') return []
      return [event.payload.message.parts.map((part) => (part.t === 'text' ? part.text : '')).join('')]
    })
  }
  host.server.enqueue(textScript('Hello.'))
  const sessionId = await started.begin('Hello', { permissionMode: 'accept_edits' })
  await app.idle()
  const add = (folder: string) => handlers['folder.add']({ sessionId, path: folder }, CALLER)
  return { ...started, host, extra, sessionId, act, add, asked }
}

it('lets agents read, search and edit an extra folder until it is removed', async () => {
  const { handlers, host, project, extra, sessionId, act, add, asked } = await open()
  const read = { name: 'read', args: { path: `${extra}/tables/moon.txt` } }
  const [refused] = await act(sessionId, [read])
  expect([asked.length, refused]).toEqual([1, expect.not.stringContaining('moon stands still')])

  expect(await add(extra)).toBe(extra)
  const told = await act(sessionId, [
    read,
    { name: 'grep', args: { pattern: 'moon', path: extra } },
    { name: 'glob', args: { pattern: '**/*.txt', path: extra } },
    { name: 'edit', args: { path: `${extra}/tables/moon.txt`, old_text: 'still', new_text: 'high' } },
    { name: 'write', args: { path: `${extra}/.git/hooks/post-commit`, content: '#!/bin/sh\n' } },
  ])
  expect(told[0]).toContain('moon stands still')
  expect(told[1]).toContain('moon.txt')
  expect(told[2]).toContain('moon.txt')
  expect(await readFile(join(extra, 'tables/moon.txt'), 'utf8')).toContain('moon stands high')
  // A hook of its repository asks as one of the project would.
  expect(asked).toHaveLength(2)
  const words = wordsOf(host.sent().at(-1))
  expect(words).toContain('The person added folders to this chat')
  expect(words).toContain('Write tide tables in metres.')
  const shown = await handlers['settings.inForce']({ projectId: null, sessionId }, CALLER)
  expect(shown.chat).toEqual({ folders: [extra], rules: [], profile: null })
  expect(await handlers['folder.list']({}, CALLER)).toMatchObject([{ sessionId, folders: [extra] }])
  const found = { projectId: project.id, typed: 'moon' }
  expect(await handlers['project.files']({ ...found, sessionId }, CALLER)).toEqual([
    `${extra}/tables/moon.txt`,
  ])
  expect(await handlers['project.files'](found, CALLER)).toEqual([])
  // Before the first message the folders are those that the person chose, as far as a chat could have them.
  expect(await handlers['project.files']({ ...found, folders: [extra] }, CALLER)).toEqual([
    `${extra}/tables/moon.txt`,
  ])
  const secret = { ...found, folders: [join(homedir(), '.ssh')] }
  await expect(handlers['project.files'](secret, CALLER)).rejects.toThrow()

  await handlers['folder.remove']({ sessionId, path: extra }, CALLER)
  await act(sessionId, [read])
  expect(asked).toHaveLength(3)
})

it.skipIf(!hasSandbox)('opens it to sandboxed commands, but nothing that steers other programs', async () => {
  const { extra, sessionId, act, add, asked } = await open()
  await add(extra)
  const run = (command: string) => ({ name: 'bash', args: { command } })
  const told = await act(sessionId, [
    run(`echo built > '${extra}/tables/out.txt' && cat '${extra}/tables/moon.txt'`),
    run(`cd '${extra}' && ls tables`),
  ])
  expect(asked).toEqual([])
  expect(told[0]).toContain('moon stands still')
  expect(told[1]).toContain('out.txt')
  const [closed] = await act(sessionId, [run(`sh -c 'echo x > "$0"/.claude/hooks.json' '${extra}'`)])
  expect(closed).not.toBe('(no output)')
  expect(await readFile(join(extra, '.claude/hooks.json'), 'utf8')).toBe('{}')
})

it('keeps folders over a restart, and gives them to agents of the chat', async () => {
  const { app, host, extra, sessionId, act, add, asked } = await open()
  await add(extra)
  const task = { title: 'Read', prompt: 'READ the table.', agent: 'explore' }
  const read = { name: 'read', args: { path: `${extra}/tables/moon.txt` } }
  const [report] = await act(sessionId, [{ name: 'agent', args: task }, read], 2)
  expect(asked).toEqual([])
  expect([report, JSON.stringify(host.sent())]).toEqual([
    expect.any(String),
    expect.stringContaining('the moon stands still'),
  ])
  await app.close()
  const again = await host.start()
  const { folds } = await again.look(sessionId)
  expect(folds.session?.meta.folders).toEqual([extra])
})
