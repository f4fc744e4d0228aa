import type { chatLimits as en } from '../en/chat-limits.ts'
import { translationOf } from '../message.ts'

export const chatLimits = translationOf<typeof en>()({
  'chat.limits.raise': '提高这条线',
  'chat.limits.set': '设置限额',
  'chat.limits.change': '更改限额',
  'chat.limits.form': '此对话的限额',
  'chat.limits.hint':
    '适用于此对话及其所有智能体。到第二条线时，它们会在两次请求之间暂停；进行中的工作不会被打断。分钟数为对话与所有智能体之和，等待你的时间不计。',
  'chat.limits.warnCost': '提醒线（$）',
  'chat.limits.stopCost': '暂停线（$）',
  'chat.limits.warnTokens': '提醒线（词元）',
  'chat.limits.stopTokens': '暂停线（词元）',
  'chat.limits.warnMinutes': '提醒线（分钟）',
  'chat.limits.stopMinutes': '暂停线（分钟）',
  'chat.limits.time': '时间',
  'chat.limits.minutes': '{count} 分钟',
  'chat.limits.none': '无',
  'chat.limits.wrong': '请填写大于 0 的数量，或留空。',
  'chat.limits.late': '这样在暂停之后才会提醒。请填写不超过旁边暂停线的数值。',
  'chat.limits.save': '保存限额',
  'chat.limits.cancel': '取消',
  'chat.limits.tokens': '词元',
  'chat.limits.tokenCount': '{tokens} 词元',
  'chat.limits.warnsAt': '提醒线 {line}',
  'chat.limits.stopsAt': '暂停线 {line}',
})
