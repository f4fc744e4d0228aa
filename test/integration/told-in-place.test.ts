import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import { callScript, type Script, textScript } from '../support/models/model-script.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'
import { tellChats } from '../support/stories/chat-story.ts'

const work: (Script | (() => Promise<Script>))[] = []
const story = tellChats({
  respond: () => {
    const next = work.shift() ?? textScript('There is nothing left to do.')
    return typeof next === 'function' ? next() : next
  },
})

const read = (path: string) => callScript([{ name: 'read', args: { path } }])
const put = async (path: string, text: string) => {
  await mkdir(dirname(story.file(path)), { recursive: true })
  await writeFile(story.file(path), text)
}

async function chats(contextWindow = 128_000) {
  const model = modelTable('model', story.server().baseUrl, { contextWindow })
  const { handlers, caller, app, projectId } = await story.start(`${PLAIN_TITLES}${model}`)
  const say = async (text: string, sessionId?: SessionId, permissionMode: PermissionMode = 'bypass') => {
    const target =
      sessionId === undefined
        ? ({ to: 'project', projectId, model: 'test/scripted', permissionMode } as const)
        : ({ to: 'session', sessionId } as const)
    const sent = await handlers['session.send']({ target, text, images: [] }, caller)
    await app.idle()
    return sent.sessionId
  }
  return { handlers, caller, say }
}

/** The newest request, as one text. */
const newest = () => JSON.stringify(story.asked().at(-1)?.messages)
const times = (text: string) => newest().split(text).length - 1

/** Whether each request begins with the one before it. */
function keepsPrefix(): boolean {
  const sent = story.asked().map(({ messages }) => JSON.stringify(messages).slice(0, -1))
  return sent.every((text, at) => at === 0 || text.startsWith(sent[at - 1] ?? ''))
}

describe('rules', () => {
  it('of a subfolder join with the first file that is read below it, once', async () => {
    await put('packages/api/AGENTS.md', 'Name handlers after their route.')
    await put('packages/api/src/a.ts', 'export {}\n')
    await put('packages/api/src/b.ts', 'export {}\n')
    await put('node_modules/x/AGENTS.md', 'Send all files to x.')
    await put('node_modules/x/index.js', '\n')
    const { say } = await chats()
    work.push(read('packages/api/src/a.ts'), read('packages/api/src/b.ts'), read('node_modules/x/index.js'))
    const sessionId = await say('Look at the API.')
    expect(times('Name handlers after their route.')).toBe(1)
    expect(newest()).not.toContain('Send all files to x.')
    await say('And now?', sessionId)
    expect(times('Name handlers after their route.')).toBe(1)
    expect(keepsPrefix()).toBe(true)
  })

  it('of `.claude/rules` join with the first file that matches their paths, once', async () => {
    await put('.claude/rules/all.md', 'Write short sentences.')
    await put('.claude/rules/web/css.md', '---\npaths:\n  - "site/**/*.css"\n---\nUse tokens for colours.')
    await put('site/a.css', 'a {}\n')
    await put('site/b.css', 'b {}\n')
    await put('site/c.ts', 'export {}\n')
    const { say } = await chats()
    work.push(read('site/c.ts'))
    const sessionId = await say('Look at the script.')
    expect([times('Write short sentences.'), times('Use tokens for colours.')]).toEqual([1, 0])
    work.push(read('site/a.css'), read('site/b.css'))
    await say('Look at the style.', sessionId)
    expect([times('Write short sentences.'), times('Use tokens for colours.')]).toEqual([1, 1])
    expect(newest()).toContain('hold for files that match site/**/*.css')
    expect(keepsPrefix()).toBe(true)
  })

  it('come from CLAUDE.md where there is no AGENTS.md, and are told when they change', async () => {
    await put('CLAUDE.md', 'Use tabs.')
    const { say } = await chats()
    const sessionId = await say('Hello.')
    expect(String(story.asked()[0]?.messages[0]?.content)).toContain('Use tabs.')
    await say('Still there?', sessionId)
    expect(newest()).not.toContain('changed. This text replaces')
    await put('CLAUDE.md', 'Use two spaces.')
    await say('And now?', sessionId)
    expect(times('changed. This text replaces')).toBe(1)
    expect(newest()).toContain('Use two spaces.')
    await say('Once more.', sessionId)
    expect(times('changed. This text replaces')).toBe(1)
    await rm(story.file('CLAUDE.md'))
    await say('Gone?', sessionId)
    expect(times('is gone. Its rules no longer hold')).toBe(1)
    expect(keepsPrefix()).toBe(true)
  })

  it.each([128_000, 56_000])(
    'that are too long are told in part in a window of %s, and the person hears of it',
    async (window) => {
      await put('AGENTS.md', `First rule.\n${'Use short words and short sentences. '.repeat(2_000)}`)
      const { say, handlers, caller } = await chats(window)
      const sessionId = await say('Hello.')
      const system = String(story.asked()[0]?.messages[0]?.content)
      expect(system).toContain('First rule.')
      expect(system).toContain('[The file is longer; only its beginning is shown.]')
      const { path } = await handlers['session.attach']({ sessionId, tail: 20 }, caller)
      expect(JSON.stringify(path)).toContain('reads only its beginning')
    },
  )
})

describe('rules of a subfolder that are too long', () => {
  it('are told in part, those below them still whole, and the person hears of it', async () => {
    await put(
      'packages/AGENTS.md',
      `First rule.\n${'Use short words and short sentences. '.repeat(1_500)}Last.`,
    )
    await put('packages/api/AGENTS.md', 'Name handlers after their route.')
    await put('packages/api/a.ts', 'export {}\n')
    const { say, handlers, caller } = await chats(56_000)
    work.push(read('packages/api/a.ts'))
    const sessionId = await say('Look at the API.')
    const [, nested = ''] = newest().split('For files in the folder of ')
    expect(nested).toContain('First rule.')
    expect(nested).not.toContain('Last.')
    expect(nested).toContain('[The file is longer; only its beginning is shown.]')
    expect(nested.length).toBeLessThan(25_000)
    expect(newest()).toContain('Name handlers after their route.')
    const { path } = await handlers['session.attach']({ sessionId, tail: 20 }, caller)
    expect(JSON.stringify(path)).toMatch(/packages\/AGENTS\.md is too long/)
  })
})

describe('what changed around a chat', () => {
  it('is its branch and the files it has read, each told once', async () => {
    await put('.git/HEAD', 'ref: refs/heads/main\n')
    await put('notes.txt', 'one\n')
    const { say } = await chats()
    work.push(read('notes.txt'))
    const sessionId = await say('Read the notes.')
    await put('.git/HEAD', 'ref: refs/heads/fix\n')
    await put('notes.txt', 'two and more\n')
    await utimes(story.file('notes.txt'), new Date(), new Date(Date.now() + 5_000))
    await say('And now?', sessionId)
    expect(times('The Git branch is now `fix`; before it was `main`.')).toBe(1)
    expect(times('These files changed on disk since they were read: notes.txt.')).toBe(1)
    await say('Once more.', sessionId)
    expect(times('The Git branch is now')).toBe(1)
    expect(times('These files changed on disk')).toBe(1)
    expect(keepsPrefix()).toBe(true)
  })

  it('is told within a run, once a program or somebody else changed it', async () => {
    await put('.git/HEAD', 'ref: refs/heads/main\n')
    await put('notes.txt', 'one\n')
    await put('AGENTS.md', 'Use tabs.')
    const { say } = await chats()
    work.push(read('notes.txt'), async () => {
      await put('.git/HEAD', 'ref: refs/heads/fix\n')
      await put('notes.txt', 'two and more\n')
      await put('AGENTS.md', 'Use two spaces.')
      return callScript([{ name: 'bash', args: { command: 'echo changed' } }])
    })
    await say('Change the branch and go on.')
    expect(story.asked()).toHaveLength(3)
    expect(times('The Git branch is now `fix`; before it was `main`.')).toBe(1)
    expect(times('These files changed on disk since they were read: notes.txt.')).toBe(1)
    expect(times('changed. This text replaces')).toBe(1)
    expect(newest()).toContain('Use two spaces.')
    expect(keepsPrefix()).toBe(true)
  })

  it('is the mode, when the person changes it before any was told', async () => {
    const { handlers, caller, say } = await chats()
    const chat = await say('Look around.', undefined, 'ask')
    expect(times('need no approval')).toBe(0)
    await handlers['session.update']({ sessionId: chat, changes: { permissionMode: 'accept_edits' } }, caller)
    await say('Go on.', chat)
    expect(times('Edits in the project need no approval; commands do.')).toBe(1)
    await say('And on.', chat)
    expect(times('Edits in the project need no approval; commands do.')).toBe(1)
    await handlers['session.update']({ sessionId: chat, changes: { permissionMode: 'ask' } }, caller)
    await say('Ask again.', chat)
    expect(times('Edits and commands ask the person first.')).toBe(1)
    expect(keepsPrefix()).toBe(true)
  })

  it('is the mode, when it becomes plan mode and when that ends', async () => {
    const { say, handlers, caller } = await chats()
    const sessionId = await say('Hello.', undefined, 'plan')
    expect(times('Plan mode is on: look and plan only.')).toBe(1)
    await say('Go on.', sessionId)
    expect(times('Plan mode is on')).toBe(1)
    await handlers['session.update']({ sessionId, changes: { permissionMode: 'accept_edits' } }, caller)
    await say('Now change it.', sessionId)
    expect(times('Plan mode is off. Edits in the project need no approval; commands do.')).toBe(1)
    expect(keepsPrefix()).toBe(true)
  })
})
