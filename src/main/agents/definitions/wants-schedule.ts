import { textOf, toolCallsOf } from '#shared/session/message-words.ts'
import { createLastingFact } from '../../context/branch/lasting-fact.ts'

/** Words by which a person asks for work at fixed times, in the languages of the window and some others. */
const WORDS =
  /\b(?:schedul\w*|cron\w*|triggers?|(?:every|each) (?:\d+ )?(?:minutes?|hours?|day|morning|evening|night|week\w*|month)|daily|nightly|hourly|weekly|remind me|planifi\w*|programa\w*)\b|定时|计划任务|触发器|每天|每日|每晚|每周|每月|每小时|每隔|提醒我|毎日|毎週|スケジュール|расписани/iu

/** Whether the person of a branch asked for work at fixed times, or its agent used a tool for it. */
export const wantsSchedule = createLastingFact((event) => {
  if (event.kind !== 'message') return false
  const { message } = event.payload
  if (message.role === 'user') return WORDS.test(textOf(message))
  return toolCallsOf(message).some(({ name }) => name.startsWith('cron_'))
})
