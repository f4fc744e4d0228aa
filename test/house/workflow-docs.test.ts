import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { fillAnswer } from '../../src/main/models/practice/fill-answer.ts'
import { AgentOptions } from '../../src/main/workflows/engine/agent-options.ts'
import { WORKFLOW_LIMITS } from '../../src/shared/workflow/limits.ts'
import { type BuiltSandbox, buildSandbox } from '../support/disk/script-sandbox.ts'
import { pretendAgents, runToEnd, script } from '../support/rigs/workflow-rig.ts'

const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(resolve(root, 'docs/write-a-workflow.md'), 'utf8').replaceAll('\r\n', '\n')

/** Every fenced block of JavaScript, with the heading it stands under. */
const examples = [...page.matchAll(/^(`{3,})js\n([\s\S]*?)^\1$/gm)].map((match, at) => ({
  name: `${at + 1}. ${
    page
      .slice(0, match.index)
      .match(/^#+ .*$/gm)
      ?.at(-1) ?? 'the beginning'
  }`,
  source: match[2] ?? '',
}))

let sandbox: BuiltSandbox
beforeAll(async () => {
  sandbox = await buildSandbox()
}, 60_000)

describe('docs/write-a-workflow.md', () => {
  it('has examples of every hook', () => {
    expect(examples.length).toBeGreaterThan(10)
    for (const hook of [
      'agent(',
      'parallel(',
      'pipeline(',
      'phase(',
      'log(',
      'workflow(',
      'args.',
      'budget.',
    ])
      expect(
        examples.some(({ source }) => source.includes(hook)),
        hook,
      ).toBe(true)
  })

  it.each(examples)('$name runs as it is written', async ({ source }) => {
    const survey = readFileSync(resolve(root, 'resources/workflows/survey-project.js'), 'utf8')
    const { end, events } = await runToEnd(sandbox.host(), {
      source: source.includes('export const meta') ? source : script(source),
      args: { question: 'Tabs or spaces?' },
      agents: pretendAgents(({ schema, prompt }) => ({
        value: schema === null ? `Done: ${prompt.slice(0, 20)}` : fillAnswer(schema, 'true 1 found'),
      })),
      library: { find: async () => ({ source: survey, fileName: 'survey-project.js' }) },
    })
    expect(end.error).toBeUndefined()
    expect(end.state).toBe('done')
    expect(events.filter((event) => event.kind === 'workflow.log' && event.payload.level === 'warn')).toEqual(
      [],
    )
  })

  it('names every option of agent and every limit as it is', () => {
    for (const option of Object.keys(AgentOptions.shape)) expect(page).toContain(`\`${option}\``)
    const { maxAgents, maxItems, maxConcurrency, defaultConcurrency, maxRetries } = WORKFLOW_LIMITS
    expect(page).toMatch(new RegExp(`agents in a run +\\| ${maxAgents} `))
    expect(page).toMatch(new RegExp(`parallel\` or \`pipeline\` +\\| ${maxItems} `))
    expect(page).toContain(`${defaultConcurrency} unless you choose, 1 to ${maxConcurrency}`)
    expect(page).toContain(`at most ${maxRetries}.`)
  })
})
