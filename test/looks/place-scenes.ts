import type { Page } from 'playwright'
import { click, go, goZh, inOrder, press, type Scene } from './scene.ts'

/** Walks the tree with the keyboard alone: opens code, goes to tariff-tables, opens it. */
const browse = async (page: Page) => {
  // The keys act once the window is drawn.
  await page.getByRole('status', { name: 'Status bar' }).waitFor()
  await page.keyboard.press('Control+o')
  await page.getByRole('treeitem', { name: 'code', exact: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.getByRole('treeitem', { name: 'tariff-tables' }).waitFor()
  await page.keyboard.type('tariff')
  await page.keyboard.press('ArrowRight')
  await page.getByRole('treeitem', { name: 'scripts' }).waitFor()
  await page.getByText('AGENTS.md').first().waitFor()
}

const mistype = async (page: Page) => {
  await page.getByRole('treeitem', { name: 'team-share' }).click()
  await page.keyboard.press('ArrowRight')
  await page.getByText('permission denied').first().waitFor()
  await page.getByRole('textbox', { name: 'Path' }).fill('~/code/tarif-tables')
  await page.getByText('Did you mean').waitFor()
}

const huge = async (page: Page) => {
  await page.getByRole('treeitem', { name: 'specimens' }).click()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('treeitem', { name: 'plate-00001' }).waitFor()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('PageDown')
}

/** First run, folders, vault, memory and palette. */
export const PLACE_SCENES: readonly Scene[] = [
  { name: 'first-run', sample: 'projects=none' },
  { name: 'first-run.zh', sample: 'projects=none&locale=zh-CN' },
  { name: 'directory-browser', act: browse },
  { name: 'directory-browser.error', act: inOrder(browse, mistype) },
  { name: 'directory-browser.huge', act: inOrder(browse, huge) },
  { name: 'vault', act: inOrder(go('Vault'), click('button', 'openai')) },
  { name: 'vault.reveal', act: inOrder(go('Vault'), click('button', 'Reveal')) },
  { name: 'vault.add', act: inOrder(go('Vault'), click('button', 'Add secret')) },
  { name: 'vault.delete', act: inOrder(go('Vault'), click('button', 'Delete')) },
  { name: 'vault.none', sample: 'vault=none&secrets=none', act: go('Vault') },
  { name: 'vault.locked', sample: 'vault=locked', act: go('Vault') },
  { name: 'vault.failed', sample: 'fail=vault.list', act: go('Vault') },
  { name: 'vault.zh', sample: 'locale=zh-CN', act: goZh('密钥库') },
  { name: 'memory', act: go('Memory') },
  { name: 'palette', act: press('Control+k') },
  {
    name: 'palette.typed',
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill('ro')
    },
  },
]
