import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import type { Interaction } from '#shared/session/interactions/interaction.ts'
import { callScript, textScript } from '../support/models/model-script.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'
import { type Chats, messagesOf, tellChats } from '../support/stories/chat-story.ts'

const story = tellChats()
const start = (more = '') => story.start(more + PLAIN_TITLES + modelTable('model', story.server().baseUrl))
const asked = async (chats: Chats, sessionId: SessionId): Promise<Interaction[]> =>
  Object.values<Interaction>((await chats.look(sessionId)).folds.interactions)
const answer = async (chats: Chats, sessionId: SessionId, outcome: 'approved' | 'denied') => {
  const [ask] = await asked(chats, sessionId)
  if (ask === undefined) throw new Error('Nothing is asked.')
  const { requestId } = ask
  const given = { sessionId, requestId, outcome, remember: { scope: 'once' as const } }
  await chats.handlers['interaction.answer'](given, chats.caller)
  return requestId
}

it('the own folder of the app asks with full access, in words of its own', async () => {
  const chats = await start()
  const hook = join(story.home(), 'hooks/evil.toml')
  story
    .server()
    .enqueue(
      callScript([{ name: 'write', args: { path: hook, content: 'on = "run.start"\n' } }]),
      callScript([{ name: 'bash', args: { command: `cat '${join(story.home(), 'config.toml')}'` } }]),
      textScript('Done.'),
    )
  const sessionId = await chats.ask('Go')
  await expect.poll(async () => (await asked(chats, sessionId)).length).toBe(1)
  const kinds = async () =>
    (await asked(chats, sessionId)).map(({ guards }) => guards?.map(({ kind }) => kind))
  expect(await kinds()).toEqual([['app_home']])
  await answer(chats, sessionId, 'denied')
  await expect.poll(kinds).toEqual([['app_home_read']])
  await answer(chats, sessionId, 'denied')
  await chats.app.idle()
  expect(existsSync(hook)).toBe(false)
})

it('what was approved is not written elsewhere, and is asked again with what changed', async () => {
  const chats = await start('[[permissions]]\ntool = "write"\naction = "ask"\n')
  const outside = join(story.file('..'), 'outside')
  mkdirSync(outside)
  mkdirSync(story.file('sub'))
  const args = { path: 'sub/new.txt', content: 'PAYLOAD' }
  story.server().enqueue(callScript([{ name: 'write', args }]), textScript('Done.'))
  const { sessionId } = await chats.handlers['session.send'](
    {
      target: {
        to: 'project',
        projectId: chats.projectId,
        model: 'test/scripted' as never,
        permissionMode: 'ask',
      },
      text: 'Go',
      images: [],
    },
    chats.caller,
  )
  await expect.poll(async () => (await asked(chats, sessionId)).length).toBe(1)
  rmSync(story.file('sub'), { recursive: true })
  symlinkSync(outside, story.file('sub'), 'dir')
  const first = await answer(chats, sessionId, 'approved')
  await expect
    .poll(async () => (await asked(chats, sessionId)).map(({ requestId }) => requestId))
    .not.toEqual([first])
  await expect.poll(async () => (await asked(chats, sessionId)).length).toBe(1)
  expect(await asked(chats, sessionId)).toMatchObject([{ differs: ['place', 'content'] }])
  expect(existsSync(join(outside, 'new.txt'))).toBe(false)
  rmSync(story.file('sub'))
  mkdirSync(story.file('kept'))
  renameSync(story.file('kept'), story.file('sub'))
  await answer(chats, sessionId, 'approved')
  await expect.poll(async () => (await asked(chats, sessionId)).length).toBe(1)
  await answer(chats, sessionId, 'approved')
  await chats.app.idle()
  expect([existsSync(join(outside, 'new.txt')), readFileSync(story.file('sub/new.txt'), 'utf8')]).toEqual([
    false,
    'PAYLOAD',
  ])
  expect(messagesOf((await chats.look(sessionId)).path).filter(({ role }) => role === 'tool')).toHaveLength(1)
})
