import type { Catalogue } from '../message.ts'

export const snip = {
  'snip.snip': '从上下文中排除',
  'snip.restore': '包含到上下文',
  'snip.out': '已移出：模型不读这一问和它的回答',
  'snip.done': '从下一次请求起不再读它，对话中仍会保留。',
  'snip.undo': '撤销',
  'snip.row': '已从上下文中排除：',
  'snip.saves': '约少 {tokens} 词元',
  'snip.putBack': '恢复',
  'snip.list': '已从上下文中排除',
} as const satisfies Catalogue
