import { writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { outputTail } from '#shared/session/stored-output.ts'
import { callScript, type Script, textScript } from '../support/models/model-script.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'
import { linesOf, tellChats } from '../support/stories/chat-story.ts'

type Asked = { readonly messages: readonly { readonly role: string; readonly content: string }[] }

/** What the model does next, from what it was told last. */
const work: ((told: string) => Script)[] = []
const story = tellChats({
  respond: ({ body }) => {
    const { messages } = body as Asked
    const next = work.shift()
    return next?.(messages.at(-1)?.content ?? '') ?? textScript('Done.')
  },
})

const NAME = /orrery-output:\w+/
const call = (name: string, args: Readonly<Record<string, unknown>>) => callScript([{ name, args }])

async function chatsIn(contextWindow: number) {
  const model = modelTable('model', story.server().baseUrl, { contextWindow })
  const chats = await story.start(`${PLAIN_TITLES}${model}`)
  const begin = async (text: string) => {
    const target = { to: 'project', projectId: chats.projectId, model: 'test/scripted' } as const
    const { sessionId } = await chats.handlers['session.send'](
      { target: { ...target, permissionMode: 'bypass' }, text, images: [] },
      chats.caller,
    )
    await chats.app.idle()
    return sessionId
  }
  return { ...chats, begin }
}

it('reads the middle of a long output by the path that its answer names, in its own chat only', async () => {
  const chats = await chatsIn(128_000)
  let name = ''
  work.push(
    () => call('bash', { command: 'seq 1 60000' }),
    (told) => {
      name = NAME.exec(told)?.[0] ?? ''
      return call('read', { path: name, offset: 30_000, limit: 2 })
    },
    (told) => {
      expect(told).toContain(' 30000\t30000\n 30001\t30001\n')
      return call('grep', { path: name, pattern: '^4242.$', output: 'count' })
    },
    (told) => {
      expect(told).toContain(`${name}: 10`)
      return textScript('Line 30,000 is 30000.')
    },
  )
  const first = await chats.begin('What is in the middle?')
  expect(linesOf((await chats.look(first)).path).at(-1)).toBe('assistant: Line 30,000 is 30000.')
  expect(outputTail(name)).not.toBeNull()
  work.push(
    () => call('read', { path: name }),
    (told) => textScript(told),
  )
  const second = await chats.begin('Read what the other chat has.')
  expect(linesOf((await chats.look(second)).path).at(-1)).toContain('This chat keeps no output named')
  expect(work).toEqual([])
})

it('reads again what was left out of a request to save space', async () => {
  const chats = await chatsIn(16_384)
  const row = (at: number) => `row ${at}: the gauge stands at ${at * 7} millimetres above the sea`
  for (const part of [0, 1, 2, 3]) {
    const rows = Array.from({ length: 170 }, (_, at) => row(part * 1_000 + at))
    await writeFile(story.file(`part${part}.txt`), `${rows.join('\n')}\n`)
  }
  let seen = ''
  const again = (told: string): Script => {
    seen = JSON.stringify(story.asked().at(-1)?.messages ?? [])
    const name = /can be read under the path (orrery-output:\w+)/.exec(seen)?.[1]
    if (name === undefined) return textScript(`Nothing was left out: ${told.slice(0, 40)}`)
    work.push((found) => textScript(found.slice(0, 200)))
    return call('grep', { path: name, pattern: 'row 5:' })
  }
  work.push(
    ...[0, 1, 2, 3].map((part) => () => call('read', { path: `part${part}.txt` })),
    () => call('bash', { command: 'true' }),
    () => call('bash', { command: 'true' }),
    again,
  )
  const chat = await chats.begin('Read all parts.')
  expect(linesOf((await chats.look(chat)).path).at(-1)).toContain('row 5: the gauge stands at 35 millimetres')
})
