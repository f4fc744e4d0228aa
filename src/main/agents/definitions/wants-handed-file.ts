import { textOf, toolCallsOf } from '#shared/session/message-words.ts'
import { createLastingFact } from '../../context/branch/lasting-fact.ts'

/** Words by which a person asks for a file to take away, in the languages of the window and some others. */
const WORDS =
  /\b(?:reports?|exports?|downloads?|spreadsheets?|excel|xlsx|docx|pptx|pdfs?|csv|zip|archives?|charts?|diagrams?|slides|screenshots?|(?:give|send|hand|show|get) me (?:the|a|that|this) \w*\s?file|save (?:it|this|that) as|rapports?|berichte?|informes?)\b|报告|报表|导出|下载|表格|图表|幻灯片|压缩包|截图|文件(?:发|给|交)|(?:发|给|交)(?:给)?我|レポート|отчёт/iu

/** Whether the person of a branch asked for a file to take away, or its agent handed one over. */
export const wantsHandedFile = createLastingFact((event) => {
  if (event.kind !== 'message') return false
  const { message } = event.payload
  if (message.role === 'user') return WORDS.test(textOf(message))
  return toolCallsOf(message).some(({ name }) => name === 'present_file')
})
