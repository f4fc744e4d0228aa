import type { TRIGGER_SENTENCES } from '../en/trigger-sentences.ts'

/** The trigger sentences in Chinese. */
export const TRIGGER_SENTENCES_ZH = {
  'trigger.badCron': '“{expression}”不是有效的定时表达式。请填写五个字段：分、时、日、月、星期。',
  'trigger.badPattern': '“{pattern}”不是有效的文件匹配模式。',
  'trigger.notStarted': '无法启动运行。详情请查看日志。',
  'trigger.runFailed': '运行失败。请打开它查看详情。',
  'trigger.gone': '该触发器已被删除。',
  'trigger.untrusted': '该项目未被信任。请先信任项目，再启动触发器。',
  'trigger.active': '该触发器已有运行在进行。请等待其结束，或允许同时运行。',
  'trigger.failed': '触发器 {name} 运行失败。',
  'trigger.pausedAfterFailures': '触发器 {name} 连续失败三次，已暂停。',
  'trigger.pausedManyFiles': '触发器 {name} 已暂停：其匹配模式涵盖的文件或文件夹过多。',
  'trigger.pausedNoRepository': '触发器 {name} 已暂停：git 无法读取其文件夹中的仓库。',
} as const satisfies Readonly<Record<keyof typeof TRIGGER_SENTENCES, string>>
