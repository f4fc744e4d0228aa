import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { BUILTIN_AGENTS } from '../../src/main/agents/definitions/builtin.ts'
import { parseSkill } from '../../src/main/extensions/skills/skill-files.ts'
import { fillAnswer } from '../../src/main/models/practice/fill-answer.ts'
import { AgentOptions } from '../../src/main/workflows/engine/agent-options.ts'
import { WORKFLOW_LIMITS } from '../../src/shared/workflow/limits.ts'
import { type BuiltSandbox, buildSandbox } from '../support/disk/script-sandbox.ts'
import { pretendAgents, runToEnd, script } from '../support/rigs/workflow-rig.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(resolve(root, file), 'utf8').replaceAll('\r\n', '\n')
const page = read('resources/skills/orchestrate/SKILL.md')
const guide = read('docs/write-a-workflow.md')

const examples = [...page.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map((match) => ({
  name:
    page
      .slice(0, match.index)
      .match(/^#+ .*$/gm)
      ?.at(-1) ?? '',
  source: match[1] ?? '',
}))

let sandbox: BuiltSandbox
beforeAll(async () => {
  sandbox = await buildSandbox()
}, 60_000)

/** Runs an example; agents answer with their form filled in, or `null` when the test says they fail. */
async function run(source: string, fails: (prompt: string) => boolean) {
  const types: (string | null)[] = []
  const { end, events } = await runToEnd(sandbox.host(), {
    source: source.includes('export const meta') ? source : script(source),
    args: {},
    agents: pretendAgents(({ schema, prompt, agentType }) => {
      types.push(agentType)
      if (fails(prompt)) return { error: 'It went wrong.' }
      return { value: schema === null ? `Done: ${prompt.slice(0, 20)}` : fillAnswer(schema, 'true 1 found') }
    }),
  })
  const warnings = events.filter((event) => event.kind === 'workflow.log' && event.payload.level === 'warn')
  return { end, warnings, types }
}

describe('the skill orchestrate', () => {
  it('is shown only to agents that can start workflows', async () => {
    expect(await parseSkill('builtin', 'orchestrate', page, null)).toMatchObject({ needs: ['workflow'] })
  })

  it('shows every pattern', () => {
    for (const pattern of [
      'The form',
      'Verify by majority',
      'Perspective-diverse verify',
      'Judge panel',
      'Loop until dry',
      'Multi-modal sweep',
      'Completeness critic',
    ])
      expect(examples.map(({ name }) => name.replace(/^#+ /, ''))).toContain(pattern)
  })

  it.each(examples)('has an example under "$name" that runs as it is written', async ({ source }) => {
    const { end, warnings, types } = await run(source, () => false)
    expect(end.error).toBeUndefined()
    expect(end.state).toBe('done')
    expect(warnings).toEqual([])
    expect(types.length).toBeGreaterThan(0)
    for (const type of types) expect([null, ...Object.keys(BUILTIN_AGENTS)]).toContain(type)
  })

  it.each(examples)('has an example under "$name" that survives agents that fail', async ({ source }) => {
    for (const fails of [() => true, (prompt: string) => prompt.length % 2 === 0]) {
      const { end } = await run(source, fails)
      expect(end.error).toBeUndefined()
      expect(end.state).toBe('done')
    }
  })

  it('says the same as the guide for people', () => {
    for (const option of Object.keys(AgentOptions.shape)) expect(page).toContain(`\`${option}\``)
    const { defaultConcurrency, maxConcurrency } = WORKFLOW_LIMITS
    expect(page).toContain(`(${defaultConcurrency} unless they choose otherwise, at most ${maxConcurrency})`)
    for (const words of ['`limit.exceeded`', '`.orrery/workflows/`', '`Math.random()`']) {
      expect(page).toContain(words)
      expect(guide).toContain(words)
    }
    for (const saved of page.match(/`(survey-project|review-changes|judge-panel)`/g) ?? [])
      expect(read(`resources/workflows/${saved.replaceAll('`', '')}.js`)).toContain('export const meta')
  })
})
