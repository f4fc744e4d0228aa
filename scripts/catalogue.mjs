// Writes the bundled model catalogue from an unpacked copy of @earendil-works/pi-ai (MIT), without any network:
//   npm pack @earendil-works/pi-ai && tar xzf *.tgz && node scripts/catalogue.mjs package 2026-11-27
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { END_OF_LIFE, HOUR_WRITE_FACTOR, OWN_MODELS, PDF_PROVIDERS, ROLES } from './catalogue/own-facts.mjs'
import { root } from './setup/paths.mjs'

/** Our provider names, and the files of the source that list their models. */
const SOURCES = {
  anthropic: 'anthropic',
  openai: 'openai',
  google: 'google',
  openrouter: 'openrouter',
  deepseek: 'deepseek',
  groq: 'groq',
  mistral: 'mistral',
  xai: 'xai',
  cerebras: 'cerebras',
  azure: 'azure',
  vertex: 'google-vertex',
}
const ALWAYS = ['off', 'minimal', 'low', 'medium', 'high']
const ON_REQUEST = ['xhigh', 'max']

/**
 * @typedef {{ input: number, output: number, cacheRead: number, cacheWrite: number }} Rates
 * @typedef {{
 *   type: string, id: string, name: string, input: string[], reasoning: boolean,
 *   contextWindow: number, maxTokens: number,
 *   thinkingLevelMap?: Record<string, string | null>, compat?: { supportsReasoningEffort?: boolean },
 *   cost: Rates & { tiers?: (Rates & { inputTokensAbove: number })[] },
 * }} Source
 */

const [folder, date] = process.argv.slice(2)
if (folder === undefined || date === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(date)) {
  console.error('Usage: node scripts/catalogue.mjs <unpacked package folder> <date as YYYY-MM-DD>')
  process.exit(2)
}

const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
const data = join(folder, 'dist', 'providers', 'data')
const there = new Set(await readdir(data))
/** @type {{ provider: string, id: string }[]} */
const models = []
for (const [provider, file] of Object.entries(SOURCES)) {
  if (!there.has(`${file}.json`)) throw new Error(`The source has no ${file}.json`)
  /** @type {Record<string, Record<string, Source>>} */
  const groups = JSON.parse(await readFile(join(data, `${file}.json`), 'utf8'))
  const listed = Object.values(groups).flatMap((group) => Object.values(group))
  for (const model of listed) if (model.type === 'chat') models.push(entryOf(provider, model))
}
models.push(...OWN_MODELS)
models.sort((one, other) => compare(one.provider, other.provider) || compare(one.id, other.id))

const target = join(root, 'src', 'main', 'models', 'catalogue', 'catalogue.json')
const head = { date, source: `@earendil-works/pi-ai ${version} and provider documentation`, roles: ROLES }
const rows = models.map((model) => `    ${JSON.stringify(model)}`).join(',\n')
await writeFile(target, `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "models": [\n${rows}\n  ]\n}\n`)
console.log(`${models.length} models, ${target}`)

/** @param {string} provider @param {Source} model */
function entryOf(provider, model) {
  const pictures = model.input.includes('image')
  const endsOn = END_OF_LIFE.get(`${provider}/${model.id}`)
  return {
    provider,
    id: model.id,
    label: labelOf(model),
    family: familyOf(model.id),
    window: model.contextWindow,
    output: Math.min(model.maxTokens, model.contextWindow),
    ...(pictures ? { pictures } : {}),
    ...(pictures && PDF_PROVIDERS.has(provider) ? { pdfs: true } : {}),
    ...(model.reasoning ? { efforts: effortsOf(model) } : {}),
    prices: pricesOf(provider, model),
    ...(endsOn === undefined ? {} : { endsOn }),
  }
}

/**
 * Names of OpenRouter repeat the publisher that the id already names.
 * @param {Source} model
 */
function labelOf({ name }) {
  return name.replace(/^[^:]{2,30}: /, '')
}

/**
 * The first word of the id, without its publisher: `claude`, `gpt`, `gemini`.
 * @param {string} id
 */
function familyOf(id) {
  const [, word = id] = /^~?(?:.*\/)?([a-z]+)/i.exec(id) ?? []
  return word.toLowerCase()
}

/**
 * A level that is null in the source cannot be asked for; the two highest exist only where they are named.
 * @param {Source} model
 */
function effortsOf({ thinkingLevelMap: map = {}, compat = {} }) {
  if (compat.supportsReasoningEffort === false) return ['off', 'high']
  const named = (/** @type {string} */ level) => typeof map[level] === 'string'
  return [...ALWAYS.filter((level) => map[level] !== null), ...ON_REQUEST.filter(named)]
}

/**
 * The source has 0 where a provider charges nothing of its own for writing to its cache.
 * @param {string} provider
 * @param {Source} model
 */
function pricesOf(provider, { cost }) {
  const rates = (/** @type {Rates} */ { input, output, cacheRead, cacheWrite }) => ({
    input,
    output,
    ...(cacheRead > 0 ? { cacheRead } : {}),
    ...(cacheWrite > 0 ? { cacheWrite } : {}),
    ...(provider === 'anthropic' ? { cacheWriteHour: Number((input * HOUR_WRITE_FACTOR).toFixed(6)) } : {}),
  })
  const tiers = (cost.tiers ?? []).map(({ inputTokensAbove, ...tier }) => ({
    above: inputTokensAbove,
    ...rates(tier),
  }))
  tiers.sort((one, other) => one.above - other.above)
  return { ...rates(cost), ...(tiers.length === 0 ? {} : { tiers }) }
}

/** @param {string} one @param {string} other */
function compare(one, other) {
  return one < other ? -1 : one > other ? 1 : 0
}
