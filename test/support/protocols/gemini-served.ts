import {
  isLoose,
  type Loose,
  listOf,
  type ProtocolRequest,
  piecesOf,
  type ScriptedAnswer,
  type ServedProtocol,
  signed,
  USAGE,
} from './scripted-answer.ts'

/** The signature that Google accepts for calls of other models. */
const UNSIGNED = 'skip_thought_signature_validator'

/** The Gemini API as its documentation and its refusals describe it (2026-11). */
export const geminiServed: ServedProtocol = {
  accepts: (path) => /\/models\/[^/]+:streamGenerateContent\?alt=sse$/.test(path),
  list: (path, ids) => {
    const methods = { supportedGenerationMethods: ['generateContent'] }
    const models = ids.map((id) => ({ name: `models/${id}`, inputTokenLimit: 1_000_000, ...methods }))
    const other = { name: 'models/embedding', supportedGenerationMethods: ['embedContent'] }
    return path.startsWith('/v1beta/models?') ? { models: [...models, other] } : null
  },
  fault: (request) => {
    const { headers, body } = request
    if (headers['x-goog-api-key'] === undefined && headers['authorization'] === undefined)
      return 'API key not valid.'
    return configFault(body) ?? contentsFault(listOf(body['contents']), modelOf(request))
  },
  stream: streamOf,
  refusal: (status, message) => ({ error: { code: status, message, status: 'INVALID_ARGUMENT' } }),
}

function modelOf({ path }: ProtocolRequest): string {
  return decodeURIComponent(/\/models\/([^/]+):/.exec(path)?.[1] ?? '')
}

function configFault(body: Loose): string | null {
  const config = isLoose(body['generationConfig']) ? body['generationConfig'] : {}
  const thinking = isLoose(config['thinkingConfig']) ? config['thinkingConfig'] : {}
  if (thinking['thinkingLevel'] !== undefined && thinking['thinkingBudget'] !== undefined) {
    return 'You can only set one of thinking budget and thinking level.'
  }
  for (const tool of listOf(body['tools'])) {
    for (const { name, parametersJsonSchema: schema } of listOf(tool['functionDeclarations'])) {
      if (!/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/.test(String(name))) return 'Invalid function name.'
      if (!isLoose(schema)) return 'functionDeclaration parameters schema should be of type OBJECT.'
    }
  }
  return null
}

function contentsFault(contents: readonly Loose[], model: string): string | null {
  if (contents.length === 0) return 'contents is not specified'
  for (const [at, content] of contents.entries()) {
    const role = at % 2 === 0 ? 'user' : 'model'
    if (content['role'] !== role)
      return `Please ensure that multiturn requests alternate between user and model (${at}).`
    const parts = listOf(content['parts'])
    if (parts.length === 0) return 'Unable to submit request because it must have at least one part.'
    const fault = parts.map((part) => partFault(part, model)).find((found) => found !== null)
    if (fault !== undefined) return fault
    const calls = named(at === 0 ? [] : listOf(contents[at - 1]?.['parts']), 'functionCall')
    const answers = named(parts, 'functionResponse')
    if (role === 'user' && calls.join() !== answers.join()) {
      return 'Please ensure that the number of function response parts is equal to the number of function call parts.'
    }
    if (role === 'model' && lacksSignature(parts, model))
      return 'Function call is missing a thought_signature.'
  }
  return contents.at(-1)?.['role'] === 'user' ? null : 'Please ensure that the last turn is of the user.'
}

function partFault(part: Loose, model: string): string | null {
  const { text, functionCall, functionResponse, inlineData, thoughtSignature: signature } = part
  if (text === '' && signature === undefined) return 'contents.parts must not be empty.'
  if (
    text === undefined &&
    functionCall === undefined &&
    functionResponse === undefined &&
    inlineData === undefined
  ) {
    return "contents.parts.data: required oneof field 'data' must have one initialized field"
  }
  if (signature === undefined || signature === UNSIGNED) return null
  const signs = isLoose(functionCall) ? JSON.stringify(functionCall['args']) : String(text)
  return signature === signed(model, signs) ? null : 'Thought signature is not valid.'
}

function named(parts: readonly Loose[], kind: 'functionCall' | 'functionResponse'): string[] {
  return parts.flatMap((part) => {
    const found = part[kind]
    return isLoose(found) ? [String(found['name'])] : []
  })
}

/** Gemini 3 wants a signature at the first call of each answer. */
function lacksSignature(parts: readonly Loose[], model: string): boolean {
  const first = parts.find(({ functionCall }) => functionCall !== undefined)
  return first !== undefined && first['thoughtSignature'] === undefined && model.startsWith('gemini-3')
}

function streamOf({ parts, stop, usage: told }: ScriptedAnswer, request: ProtocolRequest): string[] {
  const model = modelOf(request)
  const usage = { ...USAGE, ...told }
  const lines: string[] = []
  const send = (data: object) =>
    void lines.push(`data: ${JSON.stringify({ ...data, modelVersion: model, responseId: 'r1' })}\r\n\r\n`)
  const say = (part: object) =>
    send({ candidates: [{ index: 0, content: { role: 'model', parts: [part] } }] })
  let isSigned = false
  let malformed: string | null = null
  for (const part of parts) {
    if (part.t === 'call') {
      const args = part.written === undefined ? part.args : objectIn(part.written)
      if (args === null) {
        malformed = `Malformed function call: call:default_api:${part.name}${part.written}`
        continue
      }
      const functionCall = { name: part.name, args }
      // Only the first call of an answer is signed.
      say(
        isSigned ? { functionCall } : { functionCall, thoughtSignature: signed(model, JSON.stringify(args)) },
      )
      isSigned = true
    } else if (part.t === 'hidden') say({ text: '', thoughtSignature: signed(model, '') })
    else if (part.t === 'text') for (const text of piecesOf(part.text)) say({ text })
    else for (const text of piecesOf(part.text)) say({ text, thought: true })
  }
  const ends = {
    length: 'MAX_TOKENS',
    refusal: 'SAFETY',
    none: malformed === null ? 'STOP' : 'MALFORMED_FUNCTION_CALL',
  }
  const finishReason = ends[stop ?? 'none']
  send({
    candidates: [
      {
        index: 0,
        content: { role: 'model', parts: [] },
        finishReason,
        ...(finishReason === 'MALFORMED_FUNCTION_CALL' ? { finishMessage: malformed } : {}),
      },
    ],
    usageMetadata: {
      promptTokenCount: usage.input + usage.cacheRead,
      cachedContentTokenCount: usage.cacheRead,
      candidatesTokenCount: usage.output - usage.reasoning,
      thoughtsTokenCount: usage.reasoning,
      totalTokenCount: usage.input + usage.cacheRead + usage.output,
    },
  })
  return lines
}

/** Arguments as an object. Google ends the answer where a model writes something else. */
function objectIn(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return isLoose(value) ? value : null
  } catch {
    return null
  }
}
