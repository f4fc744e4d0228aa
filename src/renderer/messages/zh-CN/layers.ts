import type { layers as en } from '../en/layers.ts'
import { translationOf } from '../message.ts'

export const layers = translationOf<typeof en>()({
  'settings.layers': '生效的设置',
  'settings.layers.hint': '所有生效的设置及其来源层级。高层级优先。',
  'settings.layers.here': '适用于当前项目。',
  'settings.layers.nowhere': '未打开项目。打开一个对话即可查看其文件夹的设置。',
  'settings.layers.files': '文件',
  'settings.layers.filter': '筛选设置',
  'settings.layers.defaults': '显示默认值',
  'settings.layers.list': '生效的设置',
  'settings.layers.none': '没有匹配的设置。',
  'settings.layers.hidden': '未生效：{values}',
  'settings.layers.hiddenValue': '{value}（{layer}）',
  'settings.layers.of.builtin': '默认',
  'settings.layers.of.user': '你的文件',
  'settings.layers.of.window': '你的选择',
  'settings.layers.of.project': '项目',
  'settings.layers.of.local': '项目（本地）',
  'settings.layers.of.commandLine': '命令行',
  'settings.layers.of.managed': '管理员',
  'settings.skills.fixed': '已被设置文件停用。',
  'settings.hooks.source.managed': '管理员',
  'settings.hooks.onlyManaged': '管理员只允许运行其自己的钩子。',
  'settings.hooks.noneAllowed': '管理员已关闭所有钩子。',
})
