import { click, go, goZh, inOrder, press, type Scene, typed } from './scene.ts'

/** Writes a new agent under a name that is taken. */
const refused = inOrder(
  press('Tab'),
  typed('Keeps letters.'),
  press('Tab'),
  typed('You keep letters.'),
  press('Shift+Tab'),
  press('Enter'),
)

/** Inbox, agents, teams and processes. */
export const AGENT_SCENES: readonly Scene[] = [
  { name: 'agents', act: inOrder(go('Agents'), press('F6'), press('j'), press('k')) },
  { name: 'agents.team', sample: 'team=1', act: go('Agents') },
  {
    name: 'agents.team.open',
    sample: 'team=1',
    act: inOrder(
      go('Agents'),
      click('button', 'mira Build'),
      click('button', 'Remove the old exporter'),
      click('button', 'splitTax keeps the order'),
    ),
  },
  { name: 'agents.team.add', sample: 'team=1', act: inOrder(go('Agents'), click('button', 'Add card')) },
  {
    name: 'agents.team.failed',
    sample: 'fail=team.list',
    act: inOrder(go('Agents'), click('button', 'Teams')),
  },
  {
    name: 'agents.team.waiting',
    sample: 'wait=team.list',
    act: inOrder(go('Agents'), click('button', 'Teams')),
  },
  { name: 'agents.team.none', act: inOrder(go('Agents'), click('button', 'Teams')) },
  { name: 'agents.team.zh', sample: 'team=1&locale=zh-CN', act: goZh('智能体') },
  { name: 'agents.batch', act: inOrder(go('Agents'), click('button', 'F7 vote 1'), press('*')) },
  { name: 'agents.deny', act: inOrder(go('Agents'), click('button', 'F7 vote 1'), press('Control+d')) },
  { name: 'agents.keys', act: inOrder(go('Agents'), click('button', 'F7 vote 1'), press('?')) },
  { name: 'agents.empty', sample: 'inbox=none', act: go('Agents') },
  { name: 'agents.processes', act: inOrder(go('Agents'), click('button', 'Processes')) },
  {
    name: 'agents.form',
    act: inOrder(go('Agents'), click('button', 'Reviewer'), click('button', 'Edit', { exact: true })),
  },
  {
    name: 'agents.form.zh',
    sample: 'locale=zh-CN',
    act: inOrder(goZh('智能体'), click('button', 'Reviewer'), click('button', '编辑', { exact: true })),
  },
  {
    name: 'agents.edit',
    act: inOrder(
      go('Agents'),
      click('button', 'Reviewer'),
      click('button', 'Edit', { exact: true }),
      click('radio', 'File'),
      click('textbox', 'File contents'),
      press('x'),
      press('Control+s'),
    ),
  },
  { name: 'agents.new', act: inOrder(go('Agents'), click('button', 'New agent')) },
  {
    name: 'agents.new.refused',
    act: inOrder(go('Agents'), click('button', 'New agent'), typed('archivist'), refused),
  },
  { name: 'agents.definition', act: inOrder(go('Agents'), click('button', 'Reviewer')) },
  { name: 'agents.problem', act: inOrder(go('Agents'), click('button', 'release-notes')) },
  { name: 'agents.failed', sample: 'fail=inbox.list', act: go('Agents') },
  { name: 'agents.zh', sample: 'locale=zh-CN', act: goZh('智能体') },
]
