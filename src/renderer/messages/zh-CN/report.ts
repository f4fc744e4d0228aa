import type { report as english } from '../en/report.ts'
import { translationOf } from '../message.ts'

export const report = translationOf<typeof english>()({
  'report.title': '报告问题',
  'report.hint': '不会发送任何内容。请保存或复制报告，再自行转交。',
  'report.line': '版本、健康状况和最近的错误，以文本形式供你查看、编辑和保存',
  'report.open': '撰写报告…',
  'report.words': '发生了什么',
  'report.wordsHint': '你做了什么、期望什么、实际看到什么',
  'report.parts': '包含内容',
  'report.part.health': '健康状况',
  'report.part.errors': '最近的错误',
  'report.part.environment': '环境变量',
  'report.part.chat': '当前对话的日志（不含对话内容）',
  'report.text': '完整报告',
  'report.textHint': '已知密钥已隐藏，主目录显示为“~”。转交前请先阅读。',
  'report.isEdited': '你修改了文本，因此内容不再变动。',
  'report.reading': '正在收集…',
  'report.discard': '放弃我的修改',
  'report.copy': '复制',
  'report.copied': '已复制',
  'report.save': '保存…',
  'report.saved': '已保存为 {file}',
  'commands.report': '撰写问题报告；不会发送任何内容',
})
