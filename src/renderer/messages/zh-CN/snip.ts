import type { Catalogue } from '../message.ts'

export const snip = {
  'snip.snip': '移出上下文',
  'snip.restore': '放回上下文',
  'snip.out': '已移出：模型不读这一问和它的回答',
  'snip.done': '从下一次请求起不再读它，对话中仍会保留。',
  'snip.undo': '撤销',
  'snip.row': '已移出上下文：',
  'snip.saves': '约少 {tokens} 词元',
  'snip.putBack': '放回',
  'snip.list': '移出上下文的内容',
} as const satisfies Catalogue
