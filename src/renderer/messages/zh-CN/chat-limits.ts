import type { chatLimits as en } from '../en/chat-limits.ts'
import { translationOf } from '../message.ts'

export const chatLimits = translationOf<typeof en>()({
  'chat.limits.raise': '提高限额',
  'chat.limits.set': '设置限额',
  'chat.limits.change': '更改限额',
  'chat.limits.form': '此对话的限额',
  'chat.limits.hint':
    '适用于此对话及其所有智能体。达到第二个限额时，它们会在当前请求完成后暂停。分钟数为所有智能体之和，不含等待你的时间。',
  'chat.limits.warnCost': '提醒限额（$）',
  'chat.limits.stopCost': '暂停限额（$）',
  'chat.limits.warnTokens': '提醒限额（词元）',
  'chat.limits.stopTokens': '暂停限额（词元）',
  'chat.limits.warnMinutes': '提醒限额（分钟）',
  'chat.limits.stopMinutes': '暂停限额（分钟）',
  'chat.limits.time': '时间',
  'chat.limits.minutes': '{count} 分钟',
  'chat.limits.none': '无',
  'chat.limits.wrong': '请填写大于 0 的数量，或留空。',
  'chat.limits.late': '这样会在暂停之后才提醒。请填写不超过暂停限额的数值。',
  'chat.limits.save': '保存限额',
  'chat.limits.cancel': '取消',
  'chat.limits.tokens': '词元',
  'chat.limits.tokenCount': '{tokens} 词元',
  'chat.limits.warnsAt': '{line} 时提醒',
  'chat.limits.stopsAt': '暂停限额 {line}',
})
