import { beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { englishOf } from '#shared/sentences.ts'
import { type BuiltSandbox, buildSandbox } from '../../../../test/support/disk/script-sandbox.ts'
import {
  createTestEngine,
  memoryJournal,
  pretendAgents,
  requestOf,
  script,
} from '../../../../test/support/rigs/workflow-rig.ts'
import { GLOBAL_NAMES } from '../engine/unknown-names.ts'

let sandbox: BuiltSandbox
beforeAll(async () => {
  sandbox = await buildSandbox()
}, 60_000)

/** Why a script does not start, as the sentence a person reads. */
async function refusalOf(source: string): Promise<string> {
  const engine = createTestEngine(sandbox.host({ computeMs: 800, silentMs: 4_000 }))
  const request = requestOf({ source, agents: pretendAgents(({ prompt }) => prompt) }, memoryJournal())
  const refusal: unknown = await engine.start(request, new AbortController().signal).then(
    () => new Error('It was started.'),
    (error: unknown) => error,
  )
  if (!(refusal instanceof AppError)) return String(refusal)
  // Every window can say it in its own language.
  expect(englishOf(refusal.said ?? [])).toBe(refusal.message)
  return refusal.message
}

const REFUSED: readonly (readonly [what: string, source: string, seen: RegExp])[] = [
  ['no meta', `return 1`, /test\.js, line 1, column 1: The script needs `export const meta/],
  ['two metas', `export const meta = { name: 'a', description: 'b' }\nexport const meta = {}`, /line 2/],
  [
    'meta with a getter',
    `export const meta = { get name() { for (;;) {} } }`,
    /column 23: meta may not have getters/,
  ],
  ['meta that is called', `export const meta = (() => ({}))()`, /meta may not call anything/],
  ['meta with a spread', `export const meta = { ...globalThis }`, /meta may not spread/],
  ['meta with a computed key', `export const meta = { ['name']: 'a' }`, /meta may not have computed keys/],
  [
    'meta with a calculated text',
    ['export const meta = { name: `a$', '{1}` }'].join(''),
    /meta may not calculate inside a text/,
  ],
  [
    'meta with a variable',
    `const n = 'a'\nexport const meta = { name: n }`,
    /line 2, column 29: meta may not use the variable n/,
  ],
  ['meta with __proto__', `export const meta = { __proto__: { name: 'a' } }`, /meta may not set __proto__/],
  ['meta that is let', `export let meta = { name: 'a', description: 'b' }`, /Only `export const meta`/],
  ['meta without a description', `export const meta = { name: 'a' }`, /meta\.description is not right/],
  [
    'meta with a field too many',
    `export const meta = { name: 'a', description: 'b', model: 'c' }`,
    /meta has no field model/,
  ],
  [
    'meta with a path for a name',
    `export const meta = { name: '../../x', description: 'b' }`,
    /meta\.name is not right/,
  ],
  [
    'a default export',
    `export const meta = { name: 'a', description: 'b' }\nexport default 1`,
    /line 2, column 1: Only `export const meta`/,
  ],
  [
    'a static import',
    `import fs from 'node:fs'\nexport const meta = { name: 'a', description: 'b' }`,
    /line 1, column 1: A workflow cannot import/,
  ],
  [
    'a dynamic import',
    script(`const x = 1\n  await import('node:fs')`),
    /line 3, column 9: A workflow cannot import/,
  ],
  ['import.meta', script(`return import.meta.url`), /line 2, column 8: A workflow cannot import/],
  ['a syntax error', script(`const x = = 1`), /line 2, column 11: This is not valid JavaScript/],
  ['types', script(`const x: string = 'a'`), /line 2, column 8: .*types are not understood/],
  [
    'code that closes the function around it',
    script(`}); globalThis.x = 1; (async () => {`),
    /not valid JavaScript/,
  ],
  ['a hashbang', `#!/usr/bin/env node\n${script('return 1')}`, /not valid JavaScript/],
  ['nesting without end', script(`${'['.repeat(50_000)}${']'.repeat(50_000)}`), /nested too deeply/],
  ['a file without end', script('// x\n'.repeat(200_000)), /longer than 524288 characters/],
]

describe('a script that is not one is refused before it starts', () => {
  it.each(REFUSED)('%s', async (_what, source, seen) => {
    expect(await refusalOf(source)).toMatch(seen)
  })
})

it('knows every name the sandbox has, and no other', async () => {
  const engine = createTestEngine(sandbox.host({ computeMs: 800, silentMs: 4_000 }))
  const source = script('return Object.getOwnPropertyNames(globalThis)')
  const request = requestOf({ source, agents: pretendAgents(({ prompt }) => prompt) }, memoryJournal())
  const run = await engine.start(request, new AbortController().signal)
  const { value } = (await run.done) as { readonly value: readonly string[] }
  expect([...value].sort()).toEqual([...GLOBAL_NAMES].sort())
})
