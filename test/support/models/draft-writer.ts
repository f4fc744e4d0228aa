import type { ModelRequest } from '../../../src/main/models/model.ts'
import type { Writer } from '../../../src/main/runs/turns/request-once.ts'

/** A model that drafts what the test says, and keeps what it was asked. */
export function draftWriter() {
  const asked: ModelRequest[] = []
  const state = { answer: 'tide: note the depth', waits: null as Promise<void> | null }
  const writer: Writer = {
    info: {
      ref: 'test/small',
      label: 'Small',
      api: 'openai-completions',
      provider: 'test',
      id: 'small',
      contextWindow: 8_000,
      maxOutput: 1_000,
      inputPrice: null,
      outputPrice: null,
    } as Writer['info'],
    persona: 'You draft.',
    stream: async function* (request) {
      asked.push(request)
      if (state.waits !== null) await state.waits
      yield { t: 'text', block: 0, text: state.answer }
      yield { t: 'end', stop: 'stop', usage: { input: 100, output: 10, cost: { estimated: 0.01 } } }
    },
  }
  const prompt = () => {
    const [part] = asked.at(-1)?.messages[0]?.parts ?? []
    return part?.t === 'text' ? part.text : ''
  }
  return { writer, asked, state, prompt }
}
