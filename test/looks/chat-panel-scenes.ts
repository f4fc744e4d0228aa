import { click, inOrder, type Scene } from './scene.ts'

/** The panels beside a chat: request, cache, notes, instructions and changed files. */
export const CHAT_PANEL_SCENES: readonly Scene[] = [
  { name: 'chat.request', act: click('button', 'View request') },
  { name: 'chat.request.empty', sample: 'request=none', act: click('button', 'View request') },
  { name: 'chat.request.failed', sample: 'fail=context.report', act: click('button', 'View request') },
  { name: 'chat.request.zh', sample: 'locale=zh-CN', act: click('button', '查看请求') },
  { name: 'chat.cache', act: click('button', 'View cache use') },
  { name: 'chat.cache.empty', sample: 'cache=none', act: click('button', 'View cache use') },
  { name: 'chat.cache.failed', sample: 'fail=context.cache', act: click('button', 'View cache use') },
  { name: 'chat.cache.waiting', sample: 'wait=context.cache', act: click('button', 'View cache use') },
  { name: 'chat.cache.zh', sample: 'locale=zh-CN', act: click('button', '查看缓存使用情况') },
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
]
