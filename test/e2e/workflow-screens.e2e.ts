import { execFileSync } from 'node:child_process'
import { beforeAll, describe, it } from 'vitest'
import { chooseChinese, inStoryLooks } from '../support/desktop/desktop-looks.ts'
import type { Person } from '../support/desktop/desktop-person.ts'
import { tellStory } from '../support/desktop/desktop-story.ts'
import { type AgentAnswer, createAgentModel } from '../support/models/agent-model.ts'
import { personWithWorkflows, type WorkflowPerson } from '../support/stories/workflow-person.ts'

const VOTES = `export const meta = {
  name: 'weigh-findings',
  description: 'Looks for risks along three lines, puts each to three sceptics, and reports what stands.',
  phases: [{ title: 'Scope' }, { title: 'Review' }, { title: 'Verify' }, { title: 'Report' }],
  args: {
    type: 'object',
    properties: {
      against: { type: 'string', description: 'What to compare with. The main branch unless given.' },
      severity: { type: 'string', enum: ['low', 'medium', 'high'], description: 'Report from here on.' },
      votes: { type: 'integer', minimum: 1, maximum: 5, description: 'Odd, so that a vote decides.' },
      deep: { type: 'boolean', description: 'Looks into the tests as well.' },
    },
  },
}
const tools = ['read', 'grep']
const verdict = { type: 'object', properties: { verdict: { type: 'string' }, confidence: { type: 'number' }, evidence: { type: 'array', items: { type: 'object', properties: { file: { type: 'string' }, line: { type: 'integer' } } } } }, required: ['verdict'] }
phase('Scope')
await agent('Say what has changed', { label: 'Scope of the change', tools })
log('14 files, 3 lines of inquiry')
phase('Review')
const found = await parallel(['correctness', 'security', 'tests'].map((line) => () =>
  agent('Review for ' + line, { label: 'Review ' + line + ' src/tide.ts', tools })))
log(found.length + ' findings, each put to three sceptics')
phase('Verify')
const votes = await parallel(found.flatMap((_, at) => [1, 2, 3].map((vote) => () =>
  agent('Refute finding ' + at + ', vote ' + vote, { label: 'F' + (at + 1) + ' vote ' + vote + ' tide.ts:' + (18 + at * 9), tools, schema: verdict, retries: 0 }))))
phase('Report')
const report = await agent('Report ' + votes.filter(Boolean).length, { label: 'Report', tools })
return { report, votes: votes.filter(Boolean) }
`
const GIVEN = {
  verdict: 'confirmed',
  confidence: 0.82,
  evidence: [
    { file: 'src/tide.ts', line: 18 },
    { file: 'src/moon.ts', line: 64 },
  ],
}
function answer(prompt: string): AgentAnswer {
  if (prompt.includes('finding 0, vote 2')) return { give: { verdict: 12 } }
  if (prompt.startsWith('Refute')) return { give: GIVEN }
  if (prompt.startsWith('Your answer')) return { give: { verdict: 12 } }
  if (prompt.startsWith('Report')) return { say: 'Two findings stand; the tide is late by **25 minutes**.' }
  return { say: 'The period is twelve hours, but a lunar tide takes about 12 h 25 min.' }
}

const model = createAgentModel({ answer, output: 1_400 })
const story = tellStory({ inOrder: true, withModel: true, server: { respond: model.respond } })
story.write('person/my code/潮汐 tide/.orrery/workflows/weigh-findings.js', VOTES)
story.write('person/my code/潮汐 tide/.orrery/workflows/nightly-audit.js', 'export const meta = name()\n')
let person: Person
let flow: WorkflowPerson
const look = (name: string) => inStoryLooks(story.desktop(), name)

beforeAll(async () => {
  execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: story.project, stdio: 'ignore' })
  const desktop = await story.start()
  ;({ person, flow } = personWithWorkflows(desktop.page))
  await person.addProject(story.project)
  await person.trustFolder()
  await person.goTo('Workflows')
})

describe('workflows, dark and light, large and small', () => {
  it('the launch form', async () => {
    await flow.choose('weigh-findings')
    await flow.limit({ atOnce: 4, budget: 60_000 })
  })

  it('a run at work', async () => {
    model.hold('finding 1')
    await flow.start()
    await flow.agent('F2 vote 1, tide.ts:27', 'running').waitFor()
    await flow.agent('F1 vote 2, tide.ts:18', 'failed').waitFor()
    await flow.pick('F2 vote 1, tide.ts:27')
    await flow.detail.getByText('Let me look.').waitFor()
    await look('workflow-running')
  })

  it('a run that is done, with an answer in a form', async () => {
    model.letGo('finding 1')
    await flow.is('done')
    await flow.agent('F2 vote 1, tide.ts:27', 'object').waitFor()
  })

  it('an answer that did not fit, with what was wrong where it was wrong', async () => {
    await flow.pick('F1 vote 2, tide.ts:18')
    await flow.detail
      .getByText(/asked again with 1 error/)
      .first()
      .waitFor()
    await person.button('Maximise', flow.detail).click()
    await person.button('Show all panes', flow.detail).waitFor()
    await look('workflow-agent-alone')
    await person.page.keyboard.press('Escape')
    await flow.agent('F1 vote 2, tide.ts:18', 'failed').waitFor()
    await flow.detail.getByRole('button', { name: /Attempt 1$/ }).click()
    await flow.detail.getByText('object, 1 schema error').waitFor()
    await flow.detail.locator('[role="treeitem"][aria-description*="must be string"]').waitFor()
    await look('workflow-misfit')
    await flow.pick('F2 vote 1, tide.ts:27')
  })

  it('two runs side by side', async () => {
    await person.button('Edit prompt and fork', flow.detail).click()
    await flow.detail
      .getByRole('textbox', { name: 'Prompt' })
      .fill('Refute finding 1, vote 1, with the tests')
    await person.button('Start the fork', flow.detail).click()
    await flow.header.getByText(/fork of #/).waitFor()
    await flow.is('done')
    await person.button('More run actions').click()
    await person.page.getByRole('menuitem', { name: 'Compare with another run' }).click()
    const table = person.page.getByRole('table')
    await table.getByText('with the tests').waitFor()
    await person.button('F2 vote 1 tide.ts:27', table).click()
    await table.locator('mark').getByText(', with the tests').waitFor()
    await person.button('Back to the run').click()
  })

  it('the history', async () => {
    for (let count = 0; count < 4; count += 1) {
      await flow.choose('weigh-findings')
      await flow.start()
      await flow.is('done')
    }
    await person.button(/earlier$/).click()
    await person.page.getByRole('listbox', { name: 'Earlier runs' }).getByRole('option').first().waitFor()
  })

  it('in Chinese', async () => {
    const { page } = person
    await chooseChinese(page)
    await page.keyboard.press('Control+2')
    await page.getByRole('option', { name: /^F2 vote 1/ }).click()
    await page.getByText('evidence').first().waitFor()
    await person.button('运行工作流').click()
    await page.locator('[data-saved]').getByText('weigh-findings').first().click()
    await page.locator('.cm-content').waitFor()
  })
})
