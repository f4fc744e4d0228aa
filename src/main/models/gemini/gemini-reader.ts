import type { StopReason, Usage } from '#shared/session/message.ts'
import { NO_USAGE } from '#shared/session/usage.ts'
import { isLoose, type Loose, tokensIn } from '../http/loose.ts'
import type { ModelChunk } from '../model.ts'
import type { AnswerReader } from '../protocol/protocol.ts'
import { signatureReplay } from './gemini-replay.ts'

export type GeminiReaderDeps = {
  readonly provider: string
  /** Call ids of the conversation. */
  readonly taken: ReadonlySet<string>
  /** Makes ids for calls, which have none in this protocol. */
  readonly newCallId: () => string
}

/** Reasons for which Google withholds an answer. */
const WITHHELD = /^(?:SAFETY|RECITATION|LANGUAGE|BLOCKLIST|PROHIBITED_CONTENT|SPII|IMAGE_\w+)$/

/** Reasons for which Google ends an answer without a call that the model wrote. Its words are in the message. */
const LOST_CALL = /^(?:MALFORMED_FUNCTION_CALL|UNEXPECTED_TOOL_CALL)$/
const WRITTEN_CALL = /default_api[.:]([\w.:-]+)\s*([\s\S]*)$/

/** Reads the pieces of one answer of the Gemini API. Unknown parts are passed over. */
export function createGeminiReader(deps: GeminiReaderDeps): AnswerReader {
  const used = new Set<string>(deps.taken)
  let block = -1
  let channel: 'text' | 'reasoning' | 'call' | null = null
  let events = 0
  let calls = 0
  let finish: string | null = null
  let isBlocked = false
  let lostCall: { readonly message: string } | null = null
  let usage: Usage = NO_USAGE

  const sign = (signature: unknown, of: { block: number } | { callId: string }, out: ModelChunk[]) => {
    if (typeof signature !== 'string' || signature === '') return
    out.push({ t: 'replay', ...of, opaque: signatureReplay(deps.provider, signature) })
  }

  const readCall = (call: Loose, signature: unknown, out: ModelChunk[]) => {
    const { id, name, args } = call
    const callId = typeof id === 'string' && id !== '' && !used.has(id) ? id : deps.newCallId()
    used.add(callId)
    calls += 1
    channel = 'call'
    const text = isLoose(args) ? JSON.stringify(args) : '{}'
    out.push({ t: 'tool_args', callId, name: typeof name === 'string' ? name : '', text })
    sign(signature, { callId }, out)
  }

  /** Reads a call that was not well formed, so that the model can read its mistake. */
  const readLostCall = (message: unknown, out: ModelChunk[]) => {
    const [, name, text] = (typeof message === 'string' ? WRITTEN_CALL.exec(message) : null) ?? []
    if (name === undefined || text === undefined) {
      lostCall = { message: `${finish}: the model wrote a call that was not well formed.` }
      return
    }
    const callId = deps.newCallId()
    calls += 1
    out.push({ t: 'tool_args', callId, name, text: text.trim() })
  }

  const readPart = (part: Loose, out: ModelChunk[]) => {
    const { functionCall, text, thought, thoughtSignature: signature } = part
    if (isLoose(functionCall)) return readCall(functionCall, signature, out)
    if (typeof text !== 'string') return
    const kind = thought === true ? 'reasoning' : 'text'
    const isSigned = typeof signature === 'string' && signature !== ''
    if (text === '' && !isSigned) return
    // A signed part stays a part of its own: it would not be accepted together with other words.
    if (channel !== kind || isSigned) {
      channel = kind
      block += 1
    }
    out.push({ t: kind, block, text })
    sign(signature, { block }, out)
    if (isSigned) channel = null
  }

  return {
    read: (event, out) => {
      if (!isLoose(event)) return
      const { candidates, promptFeedback, usageMetadata } = event
      if (candidates === undefined && promptFeedback === undefined && usageMetadata === undefined) return
      events += 1
      if (isLoose(usageMetadata)) usage = usageOf(usageMetadata)
      if (isLoose(promptFeedback) && typeof promptFeedback['blockReason'] === 'string') isBlocked = true
      const candidate: unknown = Array.isArray(candidates) ? candidates[0] : undefined
      if (!isLoose(candidate)) return
      const { content, finishReason } = candidate
      const parts: unknown = isLoose(content) ? content['parts'] : undefined
      if (Array.isArray(parts)) for (const part of parts) if (isLoose(part)) readPart(part, out)
      if (typeof finishReason !== 'string' || finishReason === '') return
      finish = finishReason
      if (calls === 0 && LOST_CALL.test(finish)) readLostCall(candidate['finishMessage'], out)
    },
    end: (out) => void out.push({ t: 'end', stop: stopOf(finish, calls), usage }),
    breakOff: () => {},
    failure: () => lostCall,
    empty: () => events === 0,
    finished: () => finish !== null || isBlocked,
    counted: () => (usage === NO_USAGE ? null : usage),
    filtered: () => isBlocked || WITHHELD.test(finish ?? ''),
  }
}

/** `promptTokenCount` includes what the cache served here; thoughts are counted apart from the answer. */
function usageOf(told: Loose): Usage {
  const cacheRead = tokensIn(told['cachedContentTokenCount']) ?? 0
  const reasoning = tokensIn(told['thoughtsTokenCount'])
  const prompt = (tokensIn(told['promptTokenCount']) ?? 0) + (tokensIn(told['toolUsePromptTokenCount']) ?? 0)
  return {
    input: Math.max(0, prompt - cacheRead),
    output: (tokensIn(told['candidatesTokenCount']) ?? 0) + (reasoning ?? 0),
    cacheRead,
    cacheWrite: 0,
    ...(reasoning === null ? {} : { reasoning }),
  }
}

function stopOf(finish: string | null, calls: number): StopReason {
  if (finish === 'MAX_TOKENS') return 'length'
  return calls > 0 ? 'tool_calls' : 'stop'
}
