import { click, clickLast, go, goZh, inOrder, type Scene, scrollTo } from './scene.ts'

/** The sections of the settings, with the forms that open from them. */
export const SETTINGS_SCENES: readonly Scene[] = [
  { name: 'settings.model', act: inOrder(go('Settings'), click('button', 'qwen3-coder:30b')) },
  {
    name: 'settings.test',
    act: inOrder(go('Settings'), click('button', 'gpt-5-mini'), click('button', 'Test connection')),
  },
  {
    name: 'settings.add',
    act: inOrder(go('Settings'), click('button', 'Add model'), click('button', 'Save')),
  },
  { name: 'requests', act: inOrder(go('Settings'), click('button', 'Chats'), scrollTo('Requests')) },
  {
    name: 'requests.profile',
    act: inOrder(go('Settings'), click('button', 'Chats'), click('button', 'Edit profile thrifty')),
  },
  {
    name: 'requests.zh',
    sample: 'locale=zh-CN',
    act: inOrder(goZh('设置'), click('button', '外观'), clickLast('button', '对话'), scrollTo('请求')),
  },
  { name: 'settings.permissions', act: inOrder(go('Settings'), click('button', 'Permissions')) },
  { name: 'settings.appearance', act: inOrder(go('Settings'), click('button', 'Appearance')) },
  { name: 'settings.data', act: inOrder(go('Settings'), click('button', 'Data')) },
  { name: 'settings.data.zh', sample: 'locale=zh-CN', act: inOrder(goZh('设置'), click('button', '数据')) },
  {
    name: 'report',
    act: inOrder(go('Settings'), click('button', 'Diagnostics'), click('button', 'Write a report…')),
  },
  { name: 'settings.diagnostics', act: inOrder(go('Settings'), click('button', 'Diagnostics')) },
  { name: 'settings.skills', act: inOrder(go('Settings'), click('button', 'Skills')) },
  { name: 'settings.terminal', act: inOrder(go('Settings'), click('button', /^Terminal$/)) },
  {
    name: 'settings.terminal.zh',
    sample: 'locale=zh-CN',
    act: inOrder(goZh('设置'), click('button', /^终端$/)),
  },
  { name: 'settings.layers', act: inOrder(go('Settings'), click('button', 'Which settings apply')) },
  { name: 'settings.hooks', act: inOrder(go('Settings'), click('button', 'Hooks')) },
  {
    name: 'skills.new',
    act: inOrder(go('Settings'), click('button', 'Skills'), click('button', 'New skill')),
  },
  {
    name: 'hooks.new.zh',
    sample: 'locale=zh-CN',
    act: inOrder(goZh('设置'), click('button', '钩子'), click('button', '新建钩子')),
  },
  { name: 'settings.extensions', act: inOrder(go('Settings'), click('button', 'Extensions')) },
  { name: 'settings.zh', sample: 'locale=zh-CN', act: goZh('设置') },
]
