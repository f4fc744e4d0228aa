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

/** Chooses the agent the pictures of the monitor are about. */
const agent = async (page) => {
  await page.getByRole('option', { name: 'F7 vote 1, totals.ts:18, running' }).click()
  await page.getByRole('log', { name: 'Conversation' }).waitFor()
}

/** Begins a command and goes one down in what it may mean. */
const command = (text) => async (page) => {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('listbox', { name: 'Commands' }).waitFor()
  await page.keyboard.press('ArrowDown')
}

const press = (key) => async (page) => {
  await page.keyboard.press(key)
}

const typed = (text) => async (page) => {
  await page.keyboard.type(text)
}

/** Writes a line that is not allowed, then asks for completions. */
const write = async (page) => {
  await page.locator('.cm-content[contenteditable="true"]').click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type("\nimport fs from 'fs'\npara")
  await page.locator('.cm-tooltip-autocomplete').waitFor()
  await page.waitForTimeout(500)
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
  ...both('01-chat.command', 'session=none', command('/r')),
  { name: '01-chat.command.narrow', size: NARROW, act: command('/') },
  ...both('01-chat.request', '', click('button', 'What is sent')),
  { name: '01-chat.children.narrow', size: NARROW },
  { name: '01-chat.children.empty', query: 'children=none' },
  { name: '01-chat.children.failed', query: 'fail=agent.runs' },
  { name: '01-chat.children.many', query: 'children=200&theme=light' },
  { name: '01-chat.child', act: click('button', 'Open the conversation') },
  ...both('01-chat.silent', '', click('option', 'Run the whole suite')),
  { name: '01-chat.silent.narrow', size: NARROW, act: click('option', 'Run the whole suite') },
  { name: '01-chat.child.light', query: 'theme=light', act: click('button', 'Open the conversation') },
  { name: '01-chat.child.narrow', size: NARROW, act: click('button', 'Open the conversation') },
  { name: '01-chat.child.zh', query: 'locale=zh-CN', act: click('button', '打开“Callers') },
  {
    name: '01-chat.request.narrow',
    size: NARROW,
    act: then(click('button', 'Inspector'), click('button', 'What is sent')),
  },
  ...both('01-chat.earlier', '', click('button', /earlier$/)),
  { name: '01-chat.earlier.zh', query: 'locale=zh-CN', act: click('button', /更早|较早/) },
  ...both('01-chat.note', '', click('button', 'Edit note progress')),
  ...both('08-settings.chats', '', then(go('Settings'), click('button', 'Chats'))),
  {
    name: '08-settings.chats.zh',
    query: 'locale=zh-CN',
    act: then(goZh('设置'), click('button', '对话', { exact: true })),
  },
  { name: '01-chat.note.zh', query: 'locale=zh-CN', act: click('button', '添加笔记') },
  { name: '01-chat.request.empty', query: 'request=none', act: click('button', 'What is sent') },
  { name: '01-chat.request.failed', query: 'fail=context.report', act: click('button', 'What is sent') },
  { name: '01-chat.request.zh', query: 'locale=zh-CN', act: click('button', '发送的内容') },
  ...both(
    '01-chat.instructions',
    '',
    then(click('button', 'What it was told'), click('button', 'AGENTS.md')),
  ),
  {
    name: '01-chat.instructions.failed',
    query: 'fail=instructions.view',
    act: click('button', 'What it was told'),
  },
  { name: '01-chat.instructions.zh', query: 'locale=zh-CN&rules=same', act: click('button', '告知的指令') },
  { name: '01-chat.files.by-file', act: click('radio', 'By file') },
  { name: '01-chat.files.broken', query: 'files=broken&theme=light', act: click('radio', 'By file') },
  ...both('01-chat.files.undo', '', click('button', 'Undo Yes. Keep')),
  { name: '01-chat.files.look', act: click('button', 'split.test.ts') },
  {
    name: '01-chat.files.narrow',
    size: NARROW,
    act: then(click('button', 'Inspector'), click('button', 'Undo Yes. Keep')),
  },
  { name: '01-chat.files.zh', query: 'locale=zh-CN', act: click('button', '撤销 Yes. Keep') },
  ...both('02-directory-browser', '', browse),
  ...both('02-directory-browser.error', '', then(browse, mistype)),
  { name: '02-directory-browser.huge', act: then(browse, huge) },
  { name: '02-directory-browser.walk', query: 'projects=none', act: walk },
  { name: '02-directory-browser.narrow', size: NARROW, act: browse },
  ...both('07-vault', '', then(go('Vault'), click('button', 'openai'))),
  { name: '07-vault.narrow', size: NARROW, act: then(go('Vault'), click('button', 'openai')) },
  { name: '07-vault.reveal', act: then(go('Vault'), click('button', 'Reveal')) },
  { name: '07-vault.add', act: then(go('Vault'), click('button', 'Add secret')) },
  { name: '07-vault.delete', act: then(go('Vault'), click('button', 'Delete')) },
  { name: '07-vault.none', query: 'vault=none&secrets=none', act: go('Vault') },
  { name: '07-vault.locked', query: 'vault=locked&theme=light', act: go('Vault') },
  { name: '07-vault.failed', query: 'fail=vault.list', act: go('Vault') },
  { name: '07-vault.zh', query: 'locale=zh-CN', act: goZh('密钥库') },
  ...both('08-settings', '', then(go('Settings'), click('button', 'qwen3-coder:30b'))),
  { name: '08-settings.narrow', size: NARROW, act: then(go('Settings'), click('button', 'qwen3-coder:30b')) },
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
  ...both('03-workflows', '', then(go('Workflows'), agent)),
  { name: '03-workflows.narrow', size: NARROW, act: then(go('Workflows'), agent) },
  {
    name: '03-workflows.narrow.light',
    query: 'theme=light',
    size: NARROW,
    act: then(go('Workflows'), agent),
  },
  { name: '03-workflows.small', size: [900, 640], act: then(go('Workflows'), agent) },
  {
    name: '03-workflows.result',
    act: then(go('Workflows'), click('option', 'F6 vote 2, tax.ts:90, object')),
  },
  {
    name: '03-workflows.done',
    query: 'theme=light',
    act: then(go('Workflows'), click('tab', 'judge-panel')),
  },
  { name: '03-workflows.other', act: then(go('Workflows'), click('tab', 'survey-project')) },
  { name: '03-workflows.failed', act: then(go('Workflows'), click('tab', 'migrate-fixtures')) },
  { name: '03-workflows.history', act: then(go('Workflows'), click('button', 'earlier')) },
  {
    name: '03-workflows.elsewhere',
    query: 'elsewhere=1',
    act: then(go('Workflows'), agent, click('button', 'elsewhere')),
  },
  { name: '03-workflows.elsewhere.narrow', query: 'elsewhere=1', size: NARROW, act: go('Workflows') },
  { name: '03-workflows.fork', act: then(go('Workflows'), agent, click('button', 'Edit prompt and fork')) },
  { name: '03-workflows.keys', act: then(go('Workflows'), agent, press('?')) },
  { name: '03-workflows.stop', act: then(go('Workflows'), agent, press('x')) },
  {
    name: '03-workflows.compare',
    act: then(go('Workflows'), click('button', 'More run actions'), click('menuitem', 'Compare')),
  },
  { name: '03-workflows.thousand', query: 'agents=1000', act: go('Workflows') },
  { name: '03-workflows.empty', query: 'runs=none', act: go('Workflows') },
  { name: '03-workflows.broken', query: 'fail=workflow.runs', act: go('Workflows') },
  { name: '03-workflows.zh', query: 'locale=zh-CN', act: then(goZh('工作流'), click('option', 'F7 vote 1')) },
  ...both('04-launch', '', then(go('Workflows'), click('button', 'Run workflow'))),
  { name: '04-launch.narrow', size: NARROW, act: then(go('Workflows'), click('button', 'Run workflow')) },
  {
    name: '04-launch.write',
    act: then(go('Workflows'), click('button', 'Run workflow'), click('button', 'New script'), write),
  },
  {
    name: '04-launch.narrow.end',
    size: NARROW,
    act: then(go('Workflows'), click('button', 'Run workflow'), async (page) => {
      await page.getByRole('region', { name: 'Script' }).scrollIntoViewIfNeeded()
    }),
  },
  {
    name: '04-launch.zh',
    query: 'locale=zh-CN&theme=light',
    act: then(goZh('工作流'), click('button', '运行工作流')),
  },
  ...both('05-agents', '', then(go('Agents'), press('F6'), press('j'), press('k'))),
  { name: '05-agents.narrow', size: NARROW, act: go('Agents') },
  ...both('05-agents.team', 'team=1', go('Agents')),
  { name: '05-agents.team.narrow', query: 'team=1', size: NARROW, act: go('Agents') },
  {
    name: '05-agents.team.open',
    query: 'team=1',
    act: then(
      go('Agents'),
      click('button', 'mira Build'),
      click('button', 'Remove the old exporter'),
      click('button', 'splitTax keeps the order'),
    ),
  },
  { name: '05-agents.team.add', query: 'team=1', act: then(go('Agents'), click('button', 'Add card')) },
  {
    name: '05-agents.team.failed',
    query: 'fail=team.list',
    act: then(go('Agents'), click('button', 'Teams')),
  },
  {
    name: '05-agents.team.waiting',
    query: 'wait=team.list',
    act: then(go('Agents'), click('button', 'Teams')),
  },
  { name: '05-agents.team.none', query: 'theme=light', act: then(go('Agents'), click('button', 'Teams')) },
  { name: '05-agents.team.zh', query: 'team=1&locale=zh-CN&theme=light', act: goZh('智能体') },
  { name: '05-agents.batch', act: then(go('Agents'), click('button', 'F7 vote 1'), press('*')) },
  { name: '05-agents.deny', act: then(go('Agents'), click('button', 'F7 vote 1'), press('Control+d')) },
  { name: '05-agents.keys', act: then(go('Agents'), click('button', 'F7 vote 1'), press('?')) },
  { name: '05-agents.empty', query: 'inbox=none', act: go('Agents') },
  ...both('05-agents.processes', '', then(go('Agents'), click('button', 'Processes'))),
  {
    name: '05-agents.edit',
    act: then(
      go('Agents'),
      click('button', 'Reviewer'),
      click('button', 'Edit', { exact: true }),
      press('x'),
      press('Control+s'),
    ),
  },
  ...both('05-agents.new', '', then(go('Agents'), click('button', 'New agent'))),
  { name: '05-agents.new.narrow', size: NARROW, act: then(go('Agents'), click('button', 'New agent')) },
  {
    name: '05-agents.new.refused',
    act: then(go('Agents'), click('button', 'New agent'), typed('archivist'), press('Enter')),
  },
  { name: '05-agents.definition', act: then(go('Agents'), click('button', 'Reviewer')) },
  {
    name: '05-agents.problem',
    query: 'theme=light',
    act: then(go('Agents'), click('button', 'release-notes')),
  },
  { name: '05-agents.failed', query: 'fail=inbox.list', act: go('Agents') },
  { name: '05-agents.zh', query: 'locale=zh-CN&theme=light', act: goZh('智能体') },
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
