import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { EventId } from '#shared/ids.ts'
import { toolCallsOf } from '#shared/session/message-words.ts'
import { createRunRig, type Reply } from '../../../../test/support/rigs/run-rig.ts'
import { echo, ended, says, transcript } from '../../../../test/support/rigs/scripted-replies.ts'
import type { InterceptHook } from '../../hooks/hook.ts'
import type { ModelChunk } from '../../models/model.ts'
import { defineTool, type Tool } from '../../tools/tool.ts'
import { runOutright } from './tool-call.ts'

const writes = (stop: 'tool_calls' | 'length', ...calls: [name: string, text: string][]): Reply =>
  async function* () {
    for (const [index, [name, text]] of calls.entries()) {
      const chunk: ModelChunk = { t: 'tool_args', callId: `call_${index}`, name, text }
      yield chunk
    }
    yield { t: 'end', stop, usage: { input: 10, output: 4096 } }
  }

const edit = (access: Tool['access'] = 'edit'): Tool =>
  defineTool({
    name: 'edit',
    title: 'Edit',
    description: '',
    schema: z.strictObject({ path: z.string(), old_text: z.string(), new_text: z.string() }),
    parallel: false,
    access,
    plan: async ({ path }) => ({
      acts: [{ access, target: path, outside: false, proposedRule: null }],
      preview: { kind: 'args', text: path },
    }),
    run: async ({ path, old_text: from, new_text: to }) => ({
      text: `${path}: ${from} -> ${to}`,
      isError: false,
    }),
  })

async function run(replies: Reply[], more: Partial<Parameters<typeof createRunRig>[0]> = {}) {
  const rig = createRunRig({ replies, tools: [edit(), echo('read', async (word) => word)], ...more })
  const sessionId = await rig.open()
  rig.say(sessionId, 'Go')
  await ended(rig, sessionId)
  const [message] = rig.messages(sessionId).filter(({ role }) => role === 'assistant')
  return { rig, words: transcript(rig, sessionId), calls: message === undefined ? [] : toolCallsOf(message) }
}

describe('a call that is nearly right', () => {
  const TEXT = "{'file_path': 'a.ts', 'old_string': 'a', 'new_string': 'b', 'why': 'x',}"

  it('is stored, carried out and sent again as it is meant, beside what the model wrote', async () => {
    const seen: unknown[] = []
    const hook: InterceptHook<'tool.before'> = {
      point: 'tool.before',
      key: 'test',
      owner: 'test',
      source: 'user',
      order: 0,
      timeoutMs: 1_000,
      onError: 'block',
      isFor: () => true,
      run: async (input) => {
        seen.push([input.name, input.args])
        return {}
      },
    }
    const { rig, words, calls } = await run([writes('tool_calls', ['functions.Edit', TEXT]), says('Done.')], {
      hooks: [hook],
    })
    const args = { path: 'a.ts', old_text: 'a', new_text: 'b' }
    const notes = ['unknown argument "why" was ignored']
    const call = { t: 'tool_call', callId: 'call_0', name: 'edit', args }
    expect(calls).toEqual([{ ...call, written: { name: 'functions.Edit', args: TEXT, notes } }])
    expect(words[2]).toBe('tool: a.ts: a -> b\n(unknown argument "why" was ignored)')
    expect(seen).toEqual([['edit', args]])
    expect(rig.requests[1]?.messages[1]?.parts).toMatchObject([call])
  })

  it('can stand for several, each of which is answered', async () => {
    const text = '{"path":"a.ts","edits":[{"old_text":"a","new_text":"b"},{"old_text":"c","new_text":"d"}]}'
    const { words, calls } = await run([writes('tool_calls', ['edit', text]), says('Done.')])
    expect(calls.map(({ callId, name }) => [callId, name])).toEqual([
      ['call_0', 'edit'],
      ['call_0_2', 'edit'],
    ])
    expect(words.slice(2, 4)).toEqual(['tool: a.ts: a -> b', 'tool: a.ts: c -> d'])
  })

  it('begins while the answer is still being written when it only looks', async () => {
    const looked: string[] = []
    const look = { ...echo('read', async (word) => word), early: true as const }
    const { words } = await run(
      [
        async function* () {
          yield { t: 'tool_args', callId: 'one', name: 'Read', text: '{"word":"a","more":null}' }
          yield { t: 'tool_args', callId: 'one', text: ' ' }
          looked.push('written')
          yield { t: 'end', stop: 'tool_calls', usage: { input: 1, output: 1 } }
        },
        says('Seen.'),
      ],
      { tools: [look] },
    )
    expect(words[2]).toBe('tool: a')
    expect(looked).toEqual(['written'])
  })
})

describe('a call that cannot be read', () => {
  it('is answered with the place where it stops being JSON', async () => {
    const { words, calls } = await run([
      writes('tool_calls', ['edit', '{"path":"a.ts","old_text":"x']),
      says('Oh.'),
    ])
    expect(words[2]).toBe(
      'tool: Your call of `edit` could not be read as JSON: at character 27 a string is not closed (near `":"a.ts","old_text":"x`). Nothing was done. Send the arguments again as one JSON object, for example {"path":"…","old_text":"…","new_text":"…"}.',
    )
    expect(calls[0]).toMatchObject({ args: '{"path":"a.ts","old_text":"x' })
  })

  it('is named as cut when the answer reached its limit there', async () => {
    const { words } = await run([
      writes('length', ['read', '{"word":"a"}'], ['edit', '{"path":"a.ts","old_text":"x","new_text":"y"']),
      says('Oh.'),
    ])
    expect(words[2]).toBe('tool: a')
    expect(words[3]).toBe(
      'tool: Your call of `edit` was cut off because the answer reached its limit of 4096 tokens. Nothing was done. Make the call again with less in it, or do the work in several calls.',
    )
  })

  it('is told which tools there are, and which is near', async () => {
    const { words } = await run([writes('tool_calls', ['edti', '{}']), says('Oh.')])
    expect(words[2]).toBe('tool: There is no tool `edti`. You have: edit, read. Did you mean `edit`?')
  })

  it('is told in one line what is missing', async () => {
    const { words } = await run([writes('tool_calls', ['edit', '{"path":"a.ts","patch":"x"}']), says('Oh.')])
    expect(words[2]).toBe(
      'tool: `edit` needs `old_text` and `new_text`. There is no argument `patch`. You gave: path, patch.',
    )
  })
})

describe('a call that stood in the text of an answer', () => {
  it.each([
    ['edit', null],
    ['execute', null],
    ['remember', null],
    ['read', { kind: 'message' }],
  ] as const)('may act unasked only where it reads: %s', async (access, outcome) => {
    let answer: unknown
    const rig = createRunRig({
      replies: [says('Done.')],
      tools: [edit(access)],
      judge: () => ({ verdict: 'allow', reason: '' }),
      makeRoom: async (handle) => {
        const args = { path: 'a.ts', old_text: 'a', new_text: 'b' }
        const written = { name: 'edit', args: '', asText: true as const }
        const call = { t: 'tool_call' as const, callId: 'one', name: 'edit', args, written }
        const eventId: EventId = rig.log.newId('event')
        answer = await runOutright(rig.toolCalls, handle, { call, eventId, prior: null })
        return false
      },
    })
    const sessionId = await rig.open()
    rig.say(sessionId, 'Go')
    await ended(rig, sessionId)
    if (outcome === null) expect(answer).toBeNull()
    else expect(answer).toMatchObject(outcome)
  })
})
