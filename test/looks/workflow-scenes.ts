import type { Page } from 'playwright'
import { click, go, goZh, inOrder, press, type Scene } from './scene.ts'

/** Selects the agent that the pictures of the monitor are about. */
const agent = async (page: Page) => {
  await page.getByRole('option', { name: 'F7 vote 1, totals.ts:18, running' }).click()
  await page.getByRole('log', { name: 'Conversation' }).waitFor()
}

/** Writes a line that is not allowed, then asks for completions. */
const write = async (page: Page) => {
  await page.locator('.cm-content[contenteditable="true"]').click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type("\nimport fs from 'fs'\npara")
  await page.locator('.cm-tooltip-autocomplete').waitFor()
}

const toScript = async (page: Page) => {
  await page.getByRole('region', { name: 'Script' }).scrollIntoViewIfNeeded()
}

/** The monitor of workflow runs, and the form that starts one. */
export const WORKFLOW_SCENES: readonly Scene[] = [
  { name: 'workflows', act: inOrder(go('Workflows'), agent) },
  {
    name: 'workflows.result',
    act: inOrder(go('Workflows'), click('option', 'F6 vote 2, tax.ts:90, object')),
  },
  { name: 'workflows.done', act: inOrder(go('Workflows'), click('tab', 'judge-panel')) },
  { name: 'workflows.other', act: inOrder(go('Workflows'), click('tab', 'survey-project')) },
  { name: 'workflows.failed', act: inOrder(go('Workflows'), click('tab', 'migrate-fixtures')) },
  { name: 'workflows.history', act: inOrder(go('Workflows'), click('button', 'earlier')) },
  {
    name: 'workflows.elsewhere',
    sample: 'elsewhere=1',
    act: inOrder(go('Workflows'), agent, click('button', 'elsewhere')),
  },
  { name: 'workflows.fork', act: inOrder(go('Workflows'), agent, click('button', 'Edit prompt and fork')) },
  { name: 'workflows.keys', act: inOrder(go('Workflows'), agent, press('?')) },
  { name: 'workflows.stop', act: inOrder(go('Workflows'), agent, press('x')) },
  {
    name: 'workflows.compare',
    act: inOrder(go('Workflows'), click('button', 'More run actions'), click('menuitem', 'Compare')),
  },
  { name: 'workflows.thousand', sample: 'agents=1000', act: go('Workflows') },
  { name: 'workflows.empty', sample: 'runs=none', act: go('Workflows') },
  { name: 'workflows.broken', sample: 'fail=workflow.runs', act: go('Workflows') },
  {
    name: 'workflows.zh',
    sample: 'locale=zh-CN',
    act: inOrder(goZh('工作流'), click('option', 'F7 vote 1')),
  },
  { name: 'launch', act: inOrder(go('Workflows'), click('button', 'Run workflow')) },
  {
    name: 'launch.script',
    act: inOrder(go('Workflows'), click('button', 'Run workflow'), toScript),
  },
  {
    name: 'launch.write',
    act: inOrder(go('Workflows'), click('button', 'Run workflow'), click('button', 'New script'), write),
  },
  {
    name: 'launch.zh',
    sample: 'locale=zh-CN',
    act: inOrder(goZh('工作流'), click('button', '运行工作流')),
  },
]
