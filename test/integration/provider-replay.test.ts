import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ModelRef, SessionId } from '#shared/ids.ts'
import { PLAIN_TITLES } from '../support/models/model-table.ts'
import { createProtocolServer, type ProtocolServer } from '../support/protocols/protocol-server.ts'
import { type ScriptedAnswer, signed } from '../support/protocols/scripted-answer.ts'
import { ALL_PROTOCOLS } from '../support/protocols/served-protocols.ts'
import { tellChats } from '../support/stories/chat-story.ts'

const story = tellChats()
let server: ProtocolServer
beforeEach(async () => {
  server = await createProtocolServer(...new Set(ALL_PROTOCOLS.map(({ served }) => served)))
  return server.close
})

const THOUGHT = ' First  the "file"…\n\tthen the 潮汐 🌊.'
const ARGS = { path: 'tide.txt' }
const THINKS_AND_CALLS: ScriptedAnswer = {
  parts: [
    { t: 'reasoning', text: THOUGHT },
    { t: 'call', id: 'call_1', name: 'read', args: ARGS },
  ],
}
const DONE: ScriptedAnswer = { parts: [{ t: 'text', text: 'At noon.' }] }

const REFS = {
  anthropic: 'a/claude-opus-5',
  budget: 'b/claude-sonnet-4-5',
  responses: 'r/gpt-6',
  gemini: 'g/gemini-3-pro',
  gemini25: 'h/gemini-2.5-pro',
  completions: 'c/glm-5',
} as const
type Name = keyof typeof REFS

/** The models of all protocols with one setting for missing reasoning, and one more model that makes the calls. */
function config(replay: string | null): string {
  const table = (ref: string, api: string, root: string, setting: string | null) => {
    const [provider = '', id = ''] = ref.split('/')
    const line = setting === null ? '' : `providerReplay = "${setting}"\n`
    return `[models.${provider}]
type = "custom"
api = "${api}"
provider = "${provider}"
id = "${id}"
baseUrl = "${server.origin}${root}"
apiKeyRef = "env:PATH"
contextWindow = 200000
maxTokens = 64000
reasoning = true
reasoningEffort = "high"
${line}`
  }
  const empty = replay === 'provider_empty_replay_field' ? null : replay
  return [
    table(REFS.anthropic, 'anthropic-messages', '', empty),
    table(REFS.budget, 'anthropic-messages', '', empty),
    table(REFS.responses, 'openai-responses', '/v1', empty),
    table(REFS.gemini, 'google-generative-ai', '/v1beta', replay),
    table(REFS.gemini25, 'google-generative-ai', '/v1beta', replay),
    table(REFS.completions, 'openai-completions', '/v1', replay),
    table('o/other', 'openai-completions', '/v1', null),
    PLAIN_TITLES,
  ].join('\n')
}

async function start(replay: string | null) {
  await writeFile(story.file('tide.txt'), 'At noon.\n')
  const { app, handlers, caller, projectId } = await story.start(config(replay))
  const say = async (model: ModelRef, at: SessionId | null, more: { agentId?: string } = {}) => {
    const mode = { permissionMode: 'bypass' as const }
    if (at !== null) await handlers['session.update']({ sessionId: at, changes: { model } }, caller)
    const target =
      at === null
        ? { to: 'project' as const, projectId, model, ...mode, ...more }
        : { to: 'session' as const, sessionId: at }
    const { sessionId } = await handlers['session.send']({ target, text: 'When?', images: [] }, caller)
    await app.idle()
    return sessionId
  }
  const newest = () => JSON.stringify(server.requests.at(-1)?.body)
  /** Lets another model call a tool, and then a model of the settings answer. Returns what it was sent. */
  const switched = async (name: Name, more: { agentId?: string } = {}) => {
    server.enqueue(THINKS_AND_CALLS, DONE, DONE)
    const sessionId = await say('o/other', null, more)
    await say(REFS[name], sessionId)
    expect(server.faults).toEqual([])
    expect(server.requests).toHaveLength(3)
    return newest()
  }
  return { say, newest, switched }
}

describe('reasoning before a tool call', () => {
  it.each(Object.keys(REFS) as Name[])(
    'goes back to %s with the very words and their signature',
    async (name) => {
      const { say, newest } = await start(null)
      server.enqueue(THINKS_AND_CALLS, DONE)
      await say(REFS[name], null)
      expect(server.faults).toEqual([])
      expect(server.requests).toHaveLength(2)
      const id = REFS[name].split('/')[1] ?? ''
      const isSignedByCall = name === 'gemini' || name === 'gemini25'
      const inItem = name === 'responses' ? `rs_0\n${THOUGHT}` : THOUGHT
      expect(newest()).toContain(signed(id, isSignedByCall ? JSON.stringify(ARGS) : inItem))
      // Google keeps the words and reads them from the signature.
      if (!isSignedByCall) expect(newest()).toContain(JSON.stringify(THOUGHT).slice(1, -1))
    },
  )
})

const CALLED = String.raw`(called read with {\"path\":\"tide.txt\"})`

describe('a tool round without its reasoning', () => {
  it.each(Object.keys(REFS) as Name[])('goes to %s as text where the setting says so', async (name) => {
    const { switched } = await start('degrade_to_text')
    const sent = await switched(name)
    expect(sent).toContain(CALLED)
    expect(sent).toContain('Result of read:')
    expect(sent).not.toContain('call_1')
    expect(sent).not.toContain(THOUGHT.slice(0, 7))
  })

  it.each(Object.keys(REFS) as Name[])('goes to %s as a call without the setting', async (name) => {
    const { switched } = await start(null)
    expect(await switched(name)).not.toContain(CALLED)
  })

  it('keeps its own reasoning where the setting writes others as text', async () => {
    const { say, newest } = await start('degrade_to_text')
    server.enqueue(THINKS_AND_CALLS, DONE, THINKS_AND_CALLS, DONE)
    const sessionId = await say('o/other', null)
    await say(REFS.anthropic, sessionId)
    expect(server.faults).toEqual([])
    expect(newest()).toContain(CALLED)
    expect(newest()).toContain(signed('claude-opus-5', THOUGHT))
    expect(newest()).toContain('"type":"tool_use"')
  })

  it('carries the empty field of the protocol where the setting says so', async () => {
    const { switched } = await start('provider_empty_replay_field')
    expect(await switched('completions')).toContain('"reasoning_content":""')
  })

  it('carries the placeholder signature of Google where the setting says so', async () => {
    const { switched } = await start('provider_empty_replay_field')
    expect(await switched('gemini25')).toContain('"thoughtSignature":"skip_thought_signature_validator"')
  })

  it('carries no field where the setting is to allow that', async () => {
    const { switched } = await start('allow')
    expect(await switched('completions')).not.toContain('reasoning_content')
  })

  it('carries what its family is known to want without a setting', async () => {
    const { switched } = await start(null)
    expect(await switched('completions')).toContain('"reasoning_content":""')
  })

  it('follows the agent before the model', async () => {
    const file = join(story.home(), 'agents', 'scribe.md')
    await mkdir(dirname(file), { recursive: true })
    const header = 'description: Writes.\nmode: primary\nproviderReplay: degrade_to_text'
    await writeFile(file, `---\n${header}\n---\n\nScribe.\n`)
    const { switched } = await start('allow')
    expect(await switched('completions', { agentId: 'scribe' })).toContain(CALLED)
  })
})
