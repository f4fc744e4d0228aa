import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { afterEach, describe, expect, it } from 'vitest'
import { sampleRequest, userMessage } from '../../../../test/support/protocols/model-samples.ts'
import { createProtocolServer } from '../../../../test/support/protocols/protocol-server.ts'
import type { ScriptedAnswer } from '../../../../test/support/protocols/scripted-answer.ts'
import {
  ALL_PROTOCOLS,
  answerOf,
  infoOf,
  KEY,
  SERVED_PROTOCOLS,
  servedModel,
} from '../../../../test/support/protocols/served-protocols.ts'
import type { Message } from '../../../shared/session/message.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** An answer in the terms of no protocol. */
type Read = {
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly { readonly name: string; readonly args: unknown }[]
  readonly output: number
  readonly cacheRead: number
}

const ANSWERS: readonly ScriptedAnswer[] = [
  { parts: [{ t: 'text', text: 'Plain words, 中文, 😀 and "quotes".' }] },
  {
    parts: [
      { t: 'reasoning', text: 'First.\n\nSecond.' },
      { t: 'text', text: 'I look.' },
      { t: 'call', id: 'call_a', name: 'read', args: { path: 'a.ts', lines: [1, 2], deep: { x: null } } },
      { t: 'call', id: 'call_b', name: 'read', args: {} },
    ],
    usage: { input: 31, cacheRead: 11, output: 77, reasoning: 40 },
  },
]
const SCHEMA = { type: 'object' as const, properties: {} }
const TOOL = { name: 'read', description: 'Reads a file.', schema: SCHEMA }

/** Reads the same server with the protocol's official SDK. */
const READ_BY_SDK: Readonly<Record<string, (origin: string, model: string) => Promise<Read>>> = {
  'anthropic-messages': async (origin, model) => {
    const client = new Anthropic({ apiKey: KEY, baseURL: origin })
    const message = await client.messages
      .stream({
        model,
        max_tokens: 1_000,
        messages: [{ role: 'user', content: 'Hello' }],
        tools: [{ name: 'read', input_schema: SCHEMA }],
      })
      .finalMessage()
    return {
      text: message.content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
      reasoning: message.content.map((block) => (block.type === 'thinking' ? block.thinking : '')).join(''),
      calls: message.content.flatMap((block) =>
        block.type === 'tool_use' ? [{ name: block.name, args: block.input }] : [],
      ),
      output: message.usage.output_tokens,
      cacheRead: message.usage.cache_read_input_tokens ?? 0,
    }
  },
  'openai-responses': async (origin, model) => {
    const client = new OpenAI({ apiKey: KEY, baseURL: `${origin}/v1` })
    const response = await client.responses
      .stream({ model, store: false, input: [{ role: 'user', content: 'Hello' }] })
      .finalResponse()
    return {
      text: response.output_text,
      reasoning: response.output
        .flatMap((item) => (item.type === 'reasoning' ? item.summary.map(({ text }) => text) : []))
        .join('\n\n'),
      calls: response.output.flatMap((item) =>
        item.type === 'function_call'
          ? [{ name: item.name, args: JSON.parse(item.arguments) as unknown }]
          : [],
      ),
      output: response.usage?.output_tokens ?? 0,
      cacheRead: response.usage?.input_tokens_details.cached_tokens ?? 0,
    }
  },
  'openai-completions': async (origin, model) => {
    const client = new OpenAI({ apiKey: KEY, baseURL: `${origin}/v1` })
    let reasoning = ''
    const stream = client.chat.completions.stream({
      model,
      messages: [{ role: 'user', content: 'Hello' }],
      stream: true,
      stream_options: { include_usage: true },
    })
    stream.on('chunk', ({ choices }) => {
      // A field of OpenRouter that the protocol itself does not have.
      const delta = choices[0]?.delta as { readonly reasoning?: string } | undefined
      reasoning += delta?.reasoning ?? ''
    })
    const { choices, usage } = await stream.finalChatCompletion()
    const message = choices[0]?.message
    return {
      text: message?.content ?? '',
      reasoning,
      calls: (message?.tool_calls ?? []).flatMap((call) =>
        call.type === 'function'
          ? [{ name: call.function.name, args: JSON.parse(call.function.arguments) as unknown }]
          : [],
      ),
      output: usage?.completion_tokens ?? 0,
      cacheRead: usage?.prompt_tokens_details?.cached_tokens ?? 0,
    }
  },
  'google-generative-ai': async (origin, model) => {
    const client = new GoogleGenAI({ apiKey: KEY, httpOptions: { baseUrl: origin } })
    const stream = await client.models.generateContentStream({ model, contents: 'Hello' })
    const read = {
      text: '',
      reasoning: '',
      calls: [] as { name: string; args: unknown }[],
      output: 0,
      cacheRead: 0,
    }
    for await (const { candidates, usageMetadata: usage } of stream) {
      for (const part of candidates?.[0]?.content?.parts ?? []) {
        if (part.functionCall !== undefined) {
          read.calls.push({ name: part.functionCall.name ?? '', args: part.functionCall.args })
        } else read[part.thought === true ? 'reasoning' : 'text'] += part.text ?? ''
      }
      if (usage === undefined) continue
      read.output = (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0)
      read.cacheRead = usage.cachedContentTokenCount ?? 0
    }
    return read
  },
}

function readOf({ parts, usage }: Message): Read {
  return {
    text: parts.map((part) => (part.t === 'text' ? part.text : '')).join(''),
    reasoning: parts.map((part) => (part.t === 'reasoning' ? part.text : '')).join(''),
    calls: parts.flatMap((part) => (part.t === 'tool_call' ? [{ name: part.name, args: part.args }] : [])),
    output: usage?.output ?? 0,
    cacheRead: usage?.cacheRead ?? 0,
  }
}

/** One model of each protocol. */
const EACH_PROTOCOL = [
  ...SERVED_PROTOCOLS,
  ...ALL_PROTOCOLS.filter(({ api }) => api === 'openai-completions'),
]

describe.each(EACH_PROTOCOL)('$api', (which) => {
  it.each(ANSWERS)('reads what the official SDK reads (%#)', async (answer) => {
    const server = await createProtocolServer(which.served)
    closers.push(server.close)
    server.enqueue(answer, answer)
    const bySdk = await READ_BY_SDK[which.api]?.(server.origin, which.id)
    const request = sampleRequest({ model: infoOf(which), tools: [TOOL], messages: [userMessage('Hello')] })
    const ours = await answerOf(servedModel(which, server.origin), request)
    expect(readOf(ours)).toEqual(bySdk)
    expect(server.faults).toEqual([])
  })
})
