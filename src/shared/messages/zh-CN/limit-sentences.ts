import type { LIMIT_SENTENCES } from '../en/limit-sentences.ts'

/** The limit sentences in Chinese. */
export const LIMIT_SENTENCES_ZH = {
  'chat.costNear': '此对话及其智能体已花费 {cost}。你要求在 {line} 时提醒。',
  'chat.tokensNear': '此对话及其智能体已用 {tokens} 个词元。你要求在 {line} 时提醒。',
  'chat.timeNear': '此对话及其智能体已工作 {minutes} 分钟。你要求在 {line} 分钟时提醒。',
  'chat.costReached':
    '此对话及其智能体已花费 {cost}，到 {limit} 时暂停。已完成的部分都保留着。提高或取消限额即可继续。',
  'chat.tokensReached':
    '此对话及其智能体已用 {tokens} 个词元，到 {limit} 时暂停。已完成的部分都保留着。提高或取消限额即可继续。',
  'chat.timeReached':
    '此对话及其智能体已工作 {minutes} 分钟，到 {limit} 分钟时暂停。已完成的部分都保留着。提高或取消限额即可继续。',
  'agent.costNear': '智能体“{agent}”及为其工作的智能体已花费 {cost}。你要求在 {line} 时提醒。',
  'agent.tokensNear': '智能体“{agent}”及为其工作的智能体已用 {tokens} 个词元。你要求在 {line} 时提醒。',
  'agent.timeNear': '智能体“{agent}”及为其工作的智能体已工作 {minutes} 分钟。你要求在 {line} 分钟时提醒。',
  'agent.costReached':
    '智能体“{agent}”及为其工作的智能体已花费 {cost}，到 {limit} 时暂停。已完成的部分都保留着。提高或取消限额即可继续。',
  'agent.tokensReached':
    '智能体“{agent}”及为其工作的智能体已用 {tokens} 个词元，到 {limit} 时暂停。已完成的部分都保留着。提高或取消限额即可继续。',
  'agent.timeReached':
    '智能体“{agent}”及为其工作的智能体已工作 {minutes} 分钟，到 {limit} 分钟时暂停。已完成的部分都保留着。提高或取消限额即可继续。',
  'pool.costReached': '这一轮已花费 {cost}，上限为 {limit}。已完成的部分都会保留。提高上限后即可继续。',
  'pool.tokensReached':
    '这一轮已输出 {tokens} 个词元，上限为 {limit}。已完成的部分都会保留。提高上限后即可继续。',
  'still.ofTurn': '请先提高这一轮的上限。',
  'day.costNear': '今天总共已花费 {cost}。每日提醒设为 {line}。',
  'month.costNear': '本月总共已花费 {cost}。每月提醒设为 {line}。',
  'projectDay.costNear': '项目“{project}”今天已花费 {cost}。其每日提醒设为 {line}。',
  'projectMonth.costNear': '项目“{project}”本月已花费 {cost}。其每月提醒设为 {line}。',
  'projectDay.costReached':
    '已达到项目“{project}”的每日上限：今天已花费 {cost}，上限为 {limit}。已完成的部分都会保留。请提高上限，或明天再继续。',
  'projectMonth.costReached':
    '已达到项目“{project}”的每月上限：本月已花费 {cost}，上限为 {limit}。已完成的部分都会保留。提高上限后即可继续。',
  'day.costReached':
    '已达到每日上限 {limit}：今天已花费 {cost}。已完成的部分都会保留。请提高上限，或明天再继续。',
  'month.costReached':
    '已达到每月上限 {limit}：本月已花费 {cost}。已完成的部分都会保留。提高上限后即可继续。',
  'still.cost': '仍处于暂停：已花费 {cost}，上限为 {limit}。',
  'still.tokens': '仍处于暂停：已用 {tokens} 个词元，上限为 {limit}。',
  'still.time': '仍处于暂停：已工作 {minutes} 分钟，上限为 {limit} 分钟。',
  'still.ofChat': '请先提高该对话的限额。',
  'still.ofAgent': '请先提高“{agent}”的限额。',
  'still.ofTeam': '请先提高该团队的限额。',
  'still.ofDay': '请先提高每日上限。',
  'still.ofMonth': '请先提高每月上限。',
  'still.ofProjectDay': '请先提高项目“{project}”的每日上限。',
  'still.ofProjectMonth': '请先提高项目“{project}”的每月上限。',
} as const satisfies Readonly<Record<keyof typeof LIMIT_SENTENCES, string>>
