import type { ModelFacts } from '#shared/model/model.ts'
import type { Fetch } from '../http/http-fetch.ts'
import { readJson } from '../http/read-json.ts'
import type { FactsByModel } from './model-list.ts'
import { inside, sizeOf, windowIn } from './window-in.ts'

/** Of how many models a server is asked one by one. */
const MOST_ASKED = 40
const AT_ONCE = 4
/** The window assumed for Ollama until the model is loaded and reports it. */
const NOT_LOADED = 32_768

type Asked = { readonly provider: string; readonly baseUrl: string; readonly ids: readonly string[] }

/**
 * Queries a local server for facts about its models in its own format, because the standard list has few.
 * Throws only when aborted; a server without a usable answer has unknown facts.
 */
export async function askFacts(fetch: Fetch, asked: Asked, signal: AbortSignal): Promise<FactsByModel> {
  const root = asked.baseUrl.replace(/\/v1\/?$/, '')
  const ask: Ask = async (path, body) => {
    try {
      return await askJson(fetch, `${root}${path}`, body, signal)
    } catch {
      signal.throwIfAborted()
      // Whatever went wrong, the list of models stands without what was asked here.
      return null
    }
  }
  if (asked.provider === 'ollama') return ollamaFacts(ask, asked.ids)
  if (asked.provider === 'lmstudio') return lmStudioFacts(ask)
  return asked.provider === 'llamacpp' ? llamaCppFacts(ask, asked.ids) : new Map()
}

type Ask = (path: string, body?: unknown) => Promise<unknown>

async function askJson(fetch: Fetch, url: string, body: unknown, signal: AbortSignal): Promise<unknown> {
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  const response = await fetch(url, { ...sent, headers, signal, redirect: 'manual' })
  const answer = await readJson(response)
  return response.ok ? answer.body : null
}

/** A loaded model has a window; one that is not has what its file says, and no more than it was made for. */
async function ollamaFacts(ask: Ask, ids: readonly string[]): Promise<FactsByModel> {
  const loaded = new Map(
    list(await ask('/api/ps'), 'models').map((entry) => [
      inside(entry, ['model']) ?? inside(entry, ['name']),
      sizeOf(inside(entry, ['context_length'])),
    ]),
  )
  const facts = new Map<string, ModelFacts>()
  const left = ids.slice(0, MOST_ASKED)
  const one = async () => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      const shown = await ask('/api/show', { model: id })
      const abilities = inside(shown, ['capabilities'])
      const pictures = Array.isArray(abilities) ? abilities.includes('vision') : null
      const known = loaded.get(id) ?? windowWritten(shown)
      addFacts(facts, id, known ?? windowMade(shown), pictures)
      const guessed = known === null ? facts.get(id) : undefined
      if (guessed?.contextWindow !== undefined) facts.set(id, { ...guessed, isGuess: true })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
  return facts
}

/** The window that the model's own file sets. */
function windowWritten(shown: unknown): number | null {
  const parameters = inside(shown, ['parameters'])
  const set = typeof parameters === 'string' ? /^num_ctx\s+(\d{1,9})\s*$/m.exec(parameters)?.[1] : undefined
  return set === undefined ? null : sizeOf(Number(set))
}

/** The window it was made for, and no more than Ollama is believed to give. */
function windowMade(shown: unknown): number | null {
  const family = inside(shown, ['model_info', 'general.architecture'])
  const most = sizeOf(inside(shown, ['model_info', `${family}.context_length`]))
  return most === null ? null : Math.min(most, NOT_LOADED)
}

async function lmStudioFacts(ask: Ask): Promise<FactsByModel> {
  const facts = new Map<string, ModelFacts>()
  for (const entry of list(await ask('/api/v0/models'), 'data')) {
    const id = inside(entry, ['id'])
    const type = inside(entry, ['type'])
    const pictures = type === 'vlm' ? true : type === 'llm' ? false : null
    if (typeof id === 'string') addFacts(facts, id, windowIn(entry), pictures)
  }
  return facts
}

/** Reads the facts of llama.cpp, which serves one model and divides its window among parallel requests. */
async function llamaCppFacts(ask: Ask, ids: readonly string[]): Promise<FactsByModel> {
  const [id, ...others] = ids
  if (id === undefined || others.length > 0) return new Map()
  const props = await ask('/props')
  const sees = inside(props, ['modalities', 'vision'])
  const facts = new Map<string, ModelFacts>()
  const contextWindow = sizeOf(inside(props, ['default_generation_settings', 'n_ctx']))
  addFacts(facts, id, contextWindow, typeof sees === 'boolean' ? sees : null)
  return facts
}

function addFacts(
  facts: Map<string, ModelFacts>,
  id: string,
  contextWindow: number | null,
  pictures: boolean | null,
): void {
  if (contextWindow === null && pictures === null) return
  facts.set(id, {
    ...(contextWindow === null ? {} : { contextWindow }),
    ...(pictures === null ? {} : { pictures }),
  })
}

function list(body: unknown, key: string): readonly unknown[] {
  const found = inside(body, [key])
  return Array.isArray(found) ? found : []
}
