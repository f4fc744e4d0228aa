import { execFileSync } from 'node:child_process'
import { beforeEach, describe, expect, it } from 'vitest'
import { COMMANDS } from '#shared/commands/registry.ts'
import { joinCommands } from '../../src/renderer/features/chat/commands/joined-commands.ts'
import type { Locale } from '../../src/renderer/messages/catalogues.ts'
import { type CommandWindow, chatsOf, openCommandWindow } from '../support/hosts/command-window.ts'
import { CALLER, over, practice, type WorkflowHost } from '../support/hosts/workflow-host.ts'
import { CASES, shown } from '../support/stories/command-cases.ts'
import { tellWorkflows } from '../support/stories/workflow-scene.ts'

const scene = tellWorkflows()
/** Messages after which a summary is worth it. */
const LONG = Array.from({ length: 3 }, (_, at) => `Day ${at}: ${'high and low water. '.repeat(400)}`)

let host: WorkflowHost

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...args], { cwd: scene.project() })

beforeEach(async () => {
  git('init', '--quiet', '--initial-branch=main')
  git('commit', '--quiet', '--allow-empty', '-m', 'one')
  Object.assign(shown, { quits: 0, fullScreen: false })
  await scene.put('home/config.toml', '[mcp.servers.tide]\ncommand = "no-such-program"\n')
  await scene.put(
    'home/skills/tides/SKILL.md',
    '---\nname: tides\ndescription: Reads tide tables.\n---\nLook at the moon.',
  )
  await scene.put('home/skills/greet/SKILL.md', '---\nname: greet\ndescription: Greets.\n---\nBow.')
  await scene.put(
    'home/workflows/greet.js',
    "export const meta = { name: 'greet', description: 'Greets.' }\nreturn 'hello'",
  )
  host = await scene.start({
    practicePauseMs: 0,
    shell: {
      quit: () => {
        shown.quits += 1
      },
      fullScreen: (_window, on) => {
        if (on !== null) shown.fullScreen = on
        return shown.fullScreen
      },
    },
  })
})

it.each<Locale>(['en', 'zh-CN'])(
  'every command has its effect, and refuses other uses, in %s',
  async (locale) => {
    const window = await openCommandWindow(host, locale)
    const seen: Record<string, unknown> = {}
    const shared = await window.chat('list')
    for (const { name, by } of COMMANDS) {
      const { typed, effect, is, refused } = CASES[name]
      const chat = by === 'window' ? shared : await window.chat('list')
      if (refused !== undefined) {
        const before = (await window.said(chat)).length
        const { refusal } = await window.type(refused[0], chat)
        expect(refusal, name).toContain(locale === 'en' ? refused[1] : refused[2])
        expect((await window.said(chat)).length, name).toBe(before)
      }
      if (name === 'compact') for (const text of LONG) await window.say(chat, text)
      const { result, refusal } = await window.type(typeof typed === 'string' ? typed : typed(chat), chat)
      expect(refusal, name).toBeNull()
      const text = result !== null && 'text' in result ? result.text : ''
      const look = { window, chat, text, rows: rowsOf(result) }
      await expect.poll(() => effect(look), { message: name }).toEqual(is)
      seen[name] = true
    }
    expect(Object.keys(seen)).toEqual(COMMANDS.map(({ name }) => name))
  },
)

describe('a command', () => {
  it('does by its alias what it does by its name', async () => {
    const window = await openCommandWindow(host, 'en')
    await window.type('/lv')
    expect(window.app.store.getState().surface).toBe('vault')
    await window.type('/exit')
    expect(shown.quits).toBe(1)
  })

  it('says that it needs a chat, and creates none', async () => {
    const window = await openCommandWindow(host, 'en')
    for (const { name } of COMMANDS.filter(({ needs }) => needs === 'chat')) {
      expect((await window.type(`/${name}`)).refusal, name).toBe(window.t('commands.noChat'))
    }
    expect(await chatsOf(host, window.projectId)).toEqual([])
  })

  it('says that it needs background agents', async () => {
    const window = await openCommandWindow(host, 'en')
    await window.app.changeSettings({ backgroundAgents: false })
    const chat = await window.chat()
    for (const name of ['fork', 'ultracode']) {
      expect((await window.type(`/${name} look`, chat)).refusal).toBe(
        window.t('commands.noBackground', { name }),
      )
    }
    expect(await window.said(chat)).toEqual(['say Hello'])
  })

  it('runs at once during a run, or waits for its end', async () => {
    const window = await openCommandWindow(host, 'en')
    const { handlers } = host
    for (const { name, timing, by } of COMMANDS) {
      if (name === 'fork' || name === 'quit' || name === 'think' || name === 'ultrathink' || by !== 'main')
        continue
      const chat = await window.chat('say Hello')
      await handlers['session.send'](
        { target: { to: 'session', sessionId: chat }, text: 'ask Ready?', images: [] },
        CALLER,
      )
      await host.until(async () =>
        (await handlers['inbox.list']({}, CALLER)).some(({ sessionId }) => sessionId === chat),
      )
      const { refusal } = await window.type(`/${name} say Next`, chat)
      const { queue } = await window.folds(chat)
      expect([name, refusal, queue.map(({ text, command }) => [text, command])]).toEqual([
        name,
        null,
        timing === 'queued'
          ? [[`/${name} say Next`, true]]
          : queue.length === 0
            ? []
            : [['say Next', undefined]],
      ])
    }
  })

  it('runs from the queue when the run has ended, and stays there when it fails', async () => {
    const window = await openCommandWindow(host, 'en')
    const { handlers } = host
    const chat = await window.chat()
    await handlers['session.send'](
      { target: { to: 'session', sessionId: chat }, text: 'ask Ready?', images: [] },
      CALLER,
    )
    await host.until(async () => (await handlers['inbox.list']({}, CALLER)).length > 0)
    await window.type('/compact', chat)
    await window.type('/goal say Done', chat)
    const [asked] = await handlers['inbox.list']({}, CALLER)
    if (asked === undefined) throw new Error('nothing is asked')
    const running = Object.values((await window.folds(chat)).runs).find(
      ({ status }) => status === 'awaiting_user',
    )
    if (running === undefined) throw new Error('nothing is waiting')
    await handlers['run.stop']({ sessionId: chat, runId: running.runId }, CALLER)
    await expect
      .poll(async () => (await window.folds(chat)).queue.map(({ held }) => held))
      .toEqual([true, true])
    const [first, second] = (await window.folds(chat)).queue
    if (first === undefined || second === undefined) throw new Error('the queue is empty')
    await handlers['queue.sendNow']({ sessionId: chat, itemId: second.itemId }, CALLER)
    await expect.poll(async () => (await window.said(chat)).at(-1)).toBe('say Done')
    await host.app.idle()
    await handlers['queue.sendNow']({ sessionId: chat, itemId: first.itemId }, CALLER)
    await host.until(() =>
      host.heard.some(
        (told) =>
          told.t === 'app' &&
          told.event.kind === 'notice' &&
          told.event.text.includes('/compact did not run'),
      ),
    )
    expect((await window.folds(chat)).queue).toMatchObject([{ text: '/compact', held: true }])
  })

  it('is text behind a doubled slash or a space', async () => {
    const window = await openCommandWindow(host, 'en')
    const chat = await window.chat()
    for (const [typed, sent] of [
      ['//version', '/version'],
      [' /version', '/version'],
      ['//tides', '/tides'],
      ['  /nothing here', '/nothing here'],
    ] as const) {
      expect(await window.type(typed, chat)).toEqual({ result: null, refusal: null })
      await expect.poll(async () => (await window.said(chat)).at(-1), { message: typed }).toBe(sent)
      await host.app.idle()
    }
  })

  it('is a skill by its name, and a workflow goes before a skill', async () => {
    const window = await openCommandWindow(host, 'en')
    const chat = await window.chat()
    await window.type('/tides say Low', chat)
    expect((await window.said(chat)).at(-1)).toBe('/tides say Low')
    const { path } = await host.handlers['session.attach']({ sessionId: chat, tail: 20 }, CALLER)
    expect(JSON.stringify(path)).toContain('Look at the moon.')
    await host.app.idle()
    await window.type('/greet', chat)
    const { runs } = await host.handlers['workflow.runs']({ projectId: null, offset: 0, limit: 5 }, CALLER)
    expect(runs.map(({ name }) => name)).toEqual(['greet'])
    const place = { projectId: window.projectId }
    const runtime = {
      workflows: await window.api.call('workflow.saved', place),
      files: (await window.api.call('commands.files', place)).commands,
      skills: (await window.api.call('skills.list', place)).skills,
      prompts: await window.api.call('mcp.prompts', place),
    }
    const all = joinCommands(window.t, runtime, {
      hasProject: true,
      hasChat: true,
      allowsBackground: true,
    })
    expect(all.filter(({ isHidden }) => isHidden === true)).toMatchObject([
      {
        name: 'greet',
        source: 'skill',
        problem: { message: expect.stringContaining('A workflow is named /greet too') },
      },
    ])
  })

  it('continues the newest unfinished run of a workflow by /name resume', async () => {
    await scene.put(
      'home/workflows/tide.js',
      `export const meta = { name: 'tide', description: 'Waits.' }\nreturn await agent(${practice('ask Ready?')})`,
    )
    const window = await openCommandWindow(host, 'en')
    const chat = await window.chat()
    expect((await window.type('/tide resume', chat)).refusal).toContain(
      'No run of /tide in this project can be resumed',
    )
    await window.type('/tide', chat)
    const runs = async () =>
      (await host.handlers['workflow.runs']({ projectId: null, offset: 0, limit: 5 }, CALLER)).runs
    const [run] = await runs()
    if (run === undefined) throw new Error('no run')
    await host.handlers['workflow.stop']({ workflowRunId: run.id }, CALLER)
    await over(host, run.id)
    expect((await window.type('/tide resume', chat)).refusal).toBeNull()
    expect((await runs()).map(({ id, attempt }) => [id, attempt])).toEqual([[run.id, 2]])
  })
})

function rowsOf(result: Awaited<ReturnType<CommandWindow['type']>>['result']): string {
  if (result === null) return ''
  if (result.kind === 'rows') return result.rows.map(({ name, value }) => `${name} ${value}`).join('\n')
  if (result.kind === 'calls')
    return result.calls.map((call) => `${call.name} ${call.result?.text}`).join('\n')
  return result.kind
}
