import type { figures as en } from '../en/figures.ts'
import { translationOf } from '../message.ts'

export const figures = translationOf<typeof en>()({
  'settings.figures': '速度与费用',
  'settings.figures.span': '统计天数',
  'settings.figures.days': '{count} 天',
  'settings.figures.none': '此期间没有使用记录。',
  'settings.figures.hint':
    '来自保留的对话，分支只计一次。首字时间和速度取所有回答的中位数；费用按当前设置的价格计算。',
  'settings.figures.provider': '提供方',
  'settings.figures.requests': '请求',
  'settings.figures.first': '首字',
  'settings.figures.rate': '词元/秒',
  'settings.figures.input': '读取',
  'settings.figures.cache': '来自缓存',
  'settings.figures.output': '写出',
  'settings.figures.cost': '费用',
  'settings.figures.failed': '失败',
  'settings.figures.notMeasured': '未测得',
  'settings.figures.priceUnknown': '未设置价格',
})
