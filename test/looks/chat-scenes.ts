import type { Page } from 'playwright'
import { click, go, goZh, inOrder, type Scene, shows } from './scene.ts'

/** Begins a command and goes one down in what it may mean. */
const command = (text: string) => async (page: Page) => {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('listbox', { name: 'Commands' }).waitFor()
  await page.keyboard.press('ArrowDown')
}

/** The chat, its agents and its settings. */
export const CHAT_SCENES: readonly Scene[] = [
  { name: 'chat' },
  { name: 'chat.zh', sample: 'locale=zh-CN' },
  { name: 'chat.bypass', sample: 'mode=bypass&session=none' },
  { name: 'chat.config', sample: 'config=broken' },
  { name: 'chat.old-electron', sample: 'electron=old&session=none' },
  { name: 'chat.old-electron.zh', sample: 'electron=old&session=none&locale=zh-CN' },
  { name: 'chat.undrawn', sample: 'session=undrawn' },
  { name: 'chat.command', sample: 'session=none', act: command('/r') },
  { name: 'chat.children.empty', sample: 'children=none' },
  { name: 'chat.children.failed', sample: 'fail=agent.runs' },
  { name: 'chat.children.many', sample: 'children=200' },
  { name: 'chat.child', act: click('button', 'Open the conversation') },
  { name: 'chat.child.zh', sample: 'locale=zh-CN', act: click('button', '打开“Callers') },
  { name: 'chat.silent', act: click('option', 'Run the whole suite') },
  { name: 'chat.earlier', act: click('button', /earlier$/) },
  {
    name: 'settings.chats',
    act: inOrder(go('Settings'), click('button', 'Chats'), shows('heading', 'Chats')),
  },
  {
    name: 'settings.chats.zh',
    sample: 'locale=zh-CN',
    act: inOrder(goZh('设置'), click('button', '对话', { exact: true })),
  },
]
