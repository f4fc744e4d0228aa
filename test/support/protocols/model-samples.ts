import type { Model, ModelChunk, ModelRequest } from '../../../src/main/models/model.ts'
import { AppError } from '../../../src/shared/errors.ts'
import type { ModelInfo } from '../../../src/shared/model/model.ts'
import type { Message, Part } from '../../../src/shared/session/message.ts'

/** A model as the catalogue would describe it. */
export function sampleInfo(changes: Partial<ModelInfo> = {}): ModelInfo {
  return {
    ref: 'test/scripted',
    id: 'scripted',
    provider: 'test',
    api: 'openai-completions',
    label: 'Scripted',
    contextWindow: 32_000,
    maxOutput: 4_000,
    reasoning: false,
    inputPrice: null,
    outputPrice: null,
    ...changes,
  }
}

export function userMessage(...parts: readonly (string | Part)[]): Message {
  return { role: 'user', parts: parts.map(partOf) }
}

export function assistantMessage(...parts: readonly (string | Part)[]): Message {
  return { role: 'assistant', parts: parts.map(partOf), stop: 'stop' }
}

export function callPart(callId: string, name: string, args: unknown): Part {
  return { t: 'tool_call', callId, name, args }
}

export function toolMessage(callId: string, name: string, text: string, more: readonly Part[] = []): Message {
  return {
    role: 'tool',
    parts: [{ t: 'text', text }, ...more],
    tool: { callId, name, isError: false, durationMs: 1 },
  }
}

function partOf(part: string | Part): Part {
  return typeof part === 'string' ? { t: 'text', text: part } : part
}

export function sampleRequest(changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    sessionId: null,
    model: sampleInfo(),
    system: 'Be brief.',
    messages: [userMessage('Hello')],
    tools: [],
    reserveOutput: 1_000,
    readFile: async (blobId) => {
      throw new Error(`There is no ${blobId}.`)
    },
    ...changes,
  }
}

export async function collect(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal = new AbortController().signal,
): Promise<ModelChunk[]> {
  const chunks: ModelChunk[] = []
  for await (const chunk of model.stream(request, signal)) chunks.push(chunk)
  return chunks
}

/** The chunks before a failure, and the failure. */
export async function collectFailure(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal = new AbortController().signal,
): Promise<{ chunks: ModelChunk[]; error: AppError }> {
  const chunks: ModelChunk[] = []
  try {
    for await (const chunk of model.stream(request, signal)) chunks.push(chunk)
  } catch (error) {
    if (error instanceof AppError) return { chunks, error }
    throw error
  }
  throw new Error('The stream ended without a failure.')
}

/** The words of an answer. */
export function textIn(chunks: readonly ModelChunk[]): string {
  return chunks.map((chunk) => (chunk.t === 'text' ? chunk.text : '')).join('')
}

/** The calls of an answer, each with its whole arguments. */
export function callsIn(chunks: readonly ModelChunk[]): { callId: string; name: string; args: unknown }[] {
  const calls = new Map<string, { callId: string; name: string; text: string }>()
  for (const chunk of chunks) {
    if (chunk.t !== 'tool_args') continue
    const call = calls.get(chunk.callId) ?? { callId: chunk.callId, name: '', text: '' }
    call.name ||= chunk.name ?? ''
    call.text += chunk.text
    calls.set(chunk.callId, call)
  }
  return [...calls.values()].map(({ callId, name, text }) => ({
    callId,
    name,
    args: JSON.parse(text || '{}'),
  }))
}
