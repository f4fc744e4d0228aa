import { readFile, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../../src/main/context/budget/count-tokens.ts'
import { callScript, type Script, textScript } from '../support/models/model-script.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'
import { linesOf, tellChats } from '../support/stories/chat-story.ts'

const work: Script[] = []
/** Who only sums up is offered no tools, and takes nothing of what the agent is to do. */
const story = tellChats({
  respond: ({ body }) => {
    const { tools } = body as { tools?: readonly object[] }
    if (tools === undefined) return textScript('gauge7 is to be 8. gauges.ts was read.')
    return work.shift() ?? textScript('There is nothing left to do.')
  },
})

type Asked = {
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  readonly tools: readonly {
    readonly function: { readonly name: string; readonly description: string; readonly parameters: object }
  }[]
}

/** The app with a model of such a window. */
async function chatsIn(contextWindow: number) {
  const model = modelTable('model', story.server().baseUrl, { contextWindow })
  const chats = await story.start(`${PLAIN_TITLES}${model}`)
  const say = async (text: string) => {
    const target = { to: 'project', projectId: chats.projectId, model: 'test/scripted' } as const
    const { sessionId } = await chats.handlers['session.send'](
      { target: { ...target, permissionMode: 'bypass' }, text, images: [] },
      chats.caller,
    )
    await chats.app.idle()
    return linesOf((await chats.look(sessionId)).path)
  }
  return { ...chats, say }
}

/** What stands in the first request of a chat before the first word of the person, in tokens. */
async function standing(contextWindow: number) {
  const { say } = await chatsIn(contextWindow)
  story.server().enqueue(textScript('Here.'))
  await say('Are you there?')
  const { messages, tools } = story.asked()[0] as unknown as Asked
  const parts = tools.map(({ function: { name, description, parameters } }) => {
    const text = `${name}${description}${JSON.stringify(parameters)}`
    return { name, tokens: 8 + estimateTokens(text), bytes: Buffer.byteLength(text) }
  })
  const system = messages[0]?.content ?? ''
  const total = parts.reduce((sum, { tokens }) => sum + tokens, estimateTokens(system))
  const sizes = new Map([
    ['system', Buffer.byteLength(system)],
    ...parts.map(({ name, bytes }) => [name, bytes] as const),
  ])
  const news = messages
    .slice(1)
    .map(({ content }) => content)
    .join('\n')
  return { total, parts, sizes, news, bytes: Buffer.byteLength(JSON.stringify({ messages, tools })) }
}

/** Bytes of each part of the first request on 2026-11-27, so that a failure can name what has grown since. */
const SIZES_BEFORE: Readonly<Record<string, number>> = {
  system: 3_493,
  read: 692,
  write: 544,
  edit: 877,
  list: 303,
  glob: 486,
  grep: 977,
  bash: 1_115,
  ask: 806,
  plan: 683,
  propose_plan: 1_037,
  agent: 1_996,
  skill: 270,
  memory_save: 619,
  notes_set: 609,
  web_fetch: 322,
  search_tools: 364,
  call_tool: 214,
}

function growth(sizes: ReadonlyMap<string, number>): string {
  const grown = [...sizes].flatMap(([name, bytes]) => {
    const more = bytes - (SIZES_BEFORE[name] ?? 0)
    return more > 0 ? [`${name} by ${more} bytes`] : []
  })
  return `The first request has grown: ${grown.join(', ')}.`
}

describe('what a model reads before the first word of the person', () => {
  // The estimate errs upwards by some percent.
  it('is at most 4,400 tokens and 17 KB in a usual window', async () => {
    const { total, parts, sizes, news, bytes } = await standing(128_000)
    expect(total, growth(sizes)).toBeLessThanOrEqual(4_400)
    expect(bytes, growth(sizes)).toBeLessThanOrEqual(17_000)
    expect(news, 'Nothing but the words of the person stands there.').toBe('Are you there?')
    expect(parts.filter(({ tokens }) => tokens > 650)).toEqual([])
  })

  // By o200k at most 1,500: the estimate of texts with this many signs is a seventh above it.
  it.each([4_096, 8_192])('is at most 1,725 estimated tokens in a window of %s', async (window) => {
    const { total, parts } = await standing(window)
    expect(total).toBeLessThanOrEqual(1_725)
    const names = ['read', 'write', 'edit', 'list', 'glob', 'grep', 'bash', 'ask', 'plan']
    expect(parts.map(({ name }) => name)).toEqual(names)
  })
})

describe('an agent in a window of 4,096 tokens', () => {
  it('looks, reads a file that is too long for it, changes it and says so', async () => {
    const lines = Array.from(
      { length: 600 },
      (_, at) => `export const gauge${at} = ${at} // metres above the sea`,
    )
    await writeFile(story.file('gauges.ts'), `${lines.join('\n')}\n`)
    const { say } = await chatsIn(4_096)
    work.push(
      callScript([{ name: 'list', args: {} }]),
      callScript([{ name: 'read', args: { path: 'gauges.ts' } }]),
      callScript([{ name: 'grep', args: { pattern: 'gauge7 ', output: 'content' } }]),
      callScript([
        { name: 'edit', args: { path: 'gauges.ts', old_text: 'gauge7 = 7 ', new_text: 'gauge7 = 8 ' } },
      ]),
      callScript([{ name: 'bash', args: { command: 'grep -c gauge gauges.ts' } }]),
      textScript('gauge7 is 8 now.'),
    )
    const said = await say('Set gauge7 to 8.')
    expect(said.at(-1)).toBe('assistant: gauge7 is 8 now.')
    expect(work).toEqual([])
    expect(await readFile(story.file('gauges.ts'), 'utf8')).toContain('gauge7 = 8 //')
  })
})
