import type { Page } from 'playwright'
import { click, go, goZh, inOrder, type Scene, shows } from './scene.ts'

/** Begins a command and goes one down in what it may mean. */
const command = (text: string) => async (page: Page) => {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('listbox', { name: 'Commands' }).waitFor()
  await page.keyboard.press('ArrowDown')
}

/** The chat and what stands beside it. */
export const CHAT_SCENES: readonly Scene[] = [
  { name: 'chat' },
  { name: 'chat.zh', sample: 'locale=zh-CN' },
  { name: 'chat.bypass', sample: 'mode=bypass&session=none' },
  { name: 'chat.config', sample: 'config=broken' },
  { name: 'chat.old-electron', sample: 'electron=old&session=none' },
  { name: 'chat.old-electron.zh', sample: 'electron=old&session=none&locale=zh-CN' },
  { name: 'chat.undrawn', sample: 'session=undrawn' },
  { name: 'chat.command', sample: 'session=none', act: command('/r') },
  { name: 'chat.request', act: click('button', 'View request') },
  { name: 'chat.request.empty', sample: 'request=none', act: click('button', 'View request') },
  { name: 'chat.request.failed', sample: 'fail=context.report', act: click('button', 'View request') },
  { name: 'chat.request.zh', sample: 'locale=zh-CN', act: click('button', '查看请求') },
  { name: 'chat.cache', act: click('button', 'View cache use') },
  { name: 'chat.cache.empty', sample: 'cache=none', act: click('button', 'View cache use') },
  { name: 'chat.cache.failed', sample: 'fail=context.cache', act: click('button', 'View cache use') },
  { name: 'chat.cache.waiting', sample: 'wait=context.cache', act: click('button', 'View cache use') },
  { name: 'chat.cache.zh', sample: 'locale=zh-CN', act: click('button', '查看缓存使用情况') },
  { name: 'chat.children.empty', sample: 'children=none' },
  { name: 'chat.children.failed', sample: 'fail=agent.runs' },
  { name: 'chat.children.many', sample: 'children=200' },
  { name: 'chat.child', act: click('button', 'Open the conversation') },
  { name: 'chat.child.zh', sample: 'locale=zh-CN', act: click('button', '打开“Callers') },
  { name: 'chat.silent', act: click('option', 'Run the whole suite') },
  { name: 'chat.earlier', act: click('button', /earlier$/) },
  { name: 'chat.note', act: click('button', 'Edit note progress') },
  { name: 'chat.note.zh', sample: 'locale=zh-CN', act: click('button', '添加笔记') },
  {
    name: 'chat.instructions',
    act: inOrder(click('button', 'View instructions'), click('button', 'AGENTS.md')),
  },
  {
    name: 'chat.instructions.failed',
    sample: 'fail=instructions.view',
    act: click('button', 'View instructions'),
  },
  { name: 'chat.instructions.zh', sample: 'locale=zh-CN&rules=same', act: click('button', '查看指令') },
  { name: 'chat.files.by-file', act: click('radio', 'By file') },
  { name: 'chat.files.broken', sample: 'files=broken', act: click('radio', 'By file') },
  { name: 'chat.files.undo', act: click('button', 'Undo Yes. Keep') },
  { name: 'chat.files.diff', act: click('button', 'split.test.ts') },
  { name: 'chat.files.zh', sample: 'locale=zh-CN', act: click('button', '撤销 Yes. Keep') },
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
