import type { hooks as en } from '../en/hooks.ts'
import { translationOf } from '../message.ts'

export const hooks = translationOf<typeof en>()({
  'settings.hooks': '钩子',
  'settings.hooksHint': '智能体工作时介入的你自己的命令：可以补充、拒绝、更改，或让工作继续。',
  'settings.hooks.again': '刷新',
  'settings.hooks.waiting': { other: '这个项目自带 {count} 个钩子。在你信任该文件夹之前，它们都不会运行。' },
  'settings.hooks.all': '所有钩子',
  'settings.hooks.run': '运行钩子',
  'settings.hooks.runOn': '你自己的钩子处处运行；项目的钩子只有在你信任其文件夹之后才运行。',
  'settings.hooks.runOff': '无论文件怎么写，都不运行。',
  'settings.hooks.list': '此处的钩子',
  'settings.hooks.none': '这里没有钩子。请把文件放进 Orrery 文件夹的 {own}，或项目的 {project}。',
  'settings.hooks.source.user': '你的',
  'settings.hooks.source.project': '项目',
  'settings.hooks.turn': '运行 {name}',
  'settings.hooks.neverRan': '应用启动以来尚未运行',
  'settings.hooks.last.done': '没有意见',
  'settings.hooks.last.changed': '已介入',
  'settings.hooks.last.blocked': '已拒绝',
  'settings.hooks.last.failed': '失败',
  'settings.hooks.saying': '{label}：{words}',
  'settings.hooks.took': '{ms} 毫秒',
})
