const NARROW = [1000, 700]
const go = (name) => async (page) => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name }).click()
}
const goZh = (name) => async (page) => {
  await page.getByRole('navigation', { name: '主导航' }).getByRole('button', { name }).click()
}
const then =
  (...steps) =>
  async (page) => {
    for (const step of steps) await step(page)
  }
const click =
  (role, name, more = {}) =>
  async (page) => {
    await page
      .getByRole(role, { name, ...more })
      .first()
      .click()
  }

/** Walks the tree with the keyboard alone: opens code, goes to tariff-tables, opens it. */
const browse = async (page) => {
  await page.keyboard.press('Control+o')
  await page.getByRole('treeitem', { name: 'code', exact: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.getByRole('treeitem', { name: 'tariff-tables' }).waitFor()
  await page.keyboard.type('tariff')
  await page.keyboard.press('ArrowRight')
  await page.getByRole('treeitem', { name: 'scripts' }).waitFor()
  await page.getByText('AGENTS.md').waitFor()
}

/** From the first screen to an open project without touching the pointer. */
const walk = async (page) => {
  await page.getByRole('button', { name: 'Add project' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('treeitem', { name: 'code', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.getByRole('treeitem', { name: 'code', exact: true }).waitFor()
  await page.keyboard.press('F6')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('~/code/atl')
  await page.waitForTimeout(400)
  await page.keyboard.press('Tab')
  await page.getByRole('heading', { name: 'atlas-web' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
}

const mistype = async (page) => {
  await page.getByRole('treeitem', { name: 'team-share' }).click()
  await page.keyboard.press('ArrowRight')
  await page.getByText('permission denied').first().waitFor()
  const path = page.getByRole('textbox', { name: 'Path' })
  await path.fill('~/code/tarif-tables')
  await page.getByText('Did you mean').waitFor()
}

const huge = async (page) => {
  await page.getByRole('treeitem', { name: 'specimens' }).click()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('treeitem', { name: 'plate-00001' }).waitFor()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('PageDown')
}

/** Every picture: its name, the sample it shows, and what is done before it is taken. */
export const SCENES = [
  ...both('09-first-run', 'projects=none'),
  { name: '09-first-run.narrow', query: 'projects=none', size: NARROW },
  { name: '09-first-run.zh', query: 'projects=none&locale=zh-CN' },
  ...both('01-chat', ''),
  { name: '01-chat.narrow', size: NARROW },
  { name: '01-chat.zh', query: 'locale=zh-CN' },
  { name: '01-chat.bypass', query: 'mode=bypass&session=none' },
  { name: '01-chat.config', query: 'config=broken' },
  ...both('02-directory-browser', '', browse),
  ...both('02-directory-browser.error', '', then(browse, mistype)),
  { name: '02-directory-browser.huge', act: then(browse, huge) },
  { name: '02-directory-browser.walk', query: 'projects=none', act: walk },
  { name: '02-directory-browser.narrow', size: NARROW, act: browse },
  ...both('07-vault', '', then(go('Vault'), click('button', 'openai'))),
  { name: '07-vault.narrow', size: NARROW, act: go('Vault') },
  { name: '07-vault.reveal', act: then(go('Vault'), click('button', 'Reveal')) },
  { name: '07-vault.add', act: then(go('Vault'), click('button', 'Add secret')) },
  { name: '07-vault.delete', act: then(go('Vault'), click('button', 'Delete')) },
  { name: '07-vault.none', query: 'vault=none&secrets=none', act: go('Vault') },
  { name: '07-vault.locked', query: 'vault=locked&theme=light', act: go('Vault') },
  { name: '07-vault.failed', query: 'fail=vault.list', act: go('Vault') },
  { name: '07-vault.zh', query: 'locale=zh-CN', act: goZh('密钥库') },
  ...both('08-settings', '', then(go('Settings'), click('button', 'qwen3-coder:30b'))),
  { name: '08-settings.narrow', size: NARROW, act: go('Settings') },
  {
    name: '08-settings.test',
    act: then(go('Settings'), click('button', 'gpt-5-mini'), click('button', 'Test connection')),
  },
  {
    name: '08-settings.add',
    act: then(go('Settings'), click('button', 'Add model'), click('button', 'Save')),
  },
  { name: '08-settings.permissions', act: then(go('Settings'), click('button', 'Permissions')) },
  { name: '08-settings.appearance', act: then(go('Settings'), click('button', 'Appearance')) },
  { name: '08-settings.diagnostics', act: then(go('Settings'), click('button', 'Diagnostics')) },
  { name: '08-settings.zh', query: 'locale=zh-CN&theme=light', act: goZh('设置') },
  { name: '03-workflows', act: go('Workflows') },
  { name: '06-memory', query: 'theme=light', act: go('Memory') },
  ...both('10-palette', '', async (page) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('ro')
  }),
]

function both(name, query, act) {
  const more = act === undefined ? {} : { act }
  return [
    { name: `${name}.dark`, query, ...more },
    { name: `${name}.light`, query: `${query}&theme=light`, ...more },
  ]
}
