import { parserWords } from './parser-words.ts'

type Facts = Readonly<Record<string, string>>
type Say = (text: string) => string

/** The app's own stored reasons: why a run stopped, and replacements for a missing reason. */
const REASONS: Facts = {
  'Stopped by you.': '由你停止。',
  'Orrery was closed.': 'Orrery 已关闭。',
  'Orrery is closing.': 'Orrery 正在关闭。',
  'Orrery is closing, so nothing more is started.': 'Orrery 正在关闭，不再开始新的工作。',
  'Orrery was closed before the run began.': '运行开始之前 Orrery 已关闭。',
  'Stopped.': '已停止。',
  'It was stopped.': '已停止。',
  'The agent was stopped.': '智能体已停止。',
  'The request was stopped.': '请求已停止。',
  'The run was stopped before it began.': '运行在开始之前已停止。',
  'The workflow run was stopped.': '工作流运行已停止。',
  'The workflow run was interrupted.': '工作流运行已中断。',
  'The workflow run was paused.': '工作流运行已暂停。',
  'The workflow run was failed.': '工作流运行没有成功。',
  'Nobody waits for this any more.': '已经没有人等待它了。',
  'Something else was looked for.': '已改为查找别的内容。',
  'Not over when it was exported.': '导出时尚未结束。',
  'The keychain was no longer needed.': '已不再需要钥匙串。',
  'It was at work when the app ended.': '应用结束时它仍在工作。',
  'It gave no reason.': '没有说明原因。',
  interrupted: '已中断',
}

/** Returns the Chinese text of a reason of the app; null for text by another author. */
export const knownReason = (text: string): string | null =>
  Object.hasOwn(REASONS, text) ? (REASONS[text] ?? null) : null

/** Returns a stop reason: the app's own in Chinese, any other as a quote. */
export function reasonWords(text: string): string {
  const known = knownReason(text)
  if (known !== null) return known
  return /\p{Script=Latin}{2}/u.test(text) ? `“${text}”` : text
}

const NAMES: Facts = {
  config: '设置',
  agent: '智能体',
  skill: '技能',
  hook: '钩子',
  command: '命令',
  tool: '工具',
  plugin: '插件',
  pending: '等待',
  running: '运行中',
  awaiting_user: '等待你',
  paused: '已暂停',
  completed: '已完成',
  failed: '失败',
  cancelled: '已取消',
  promise: ' promise ',
  function: '函数',
  object: '对象',
  string: '文本',
  number: '数字',
  undefined: '空缺',
  null: '空值',
  boolean: ' true 或 false',
  array: '列表',
}
const EFFORT_WORDS: Facts = {
  off: '不思考',
  minimal: '最低',
  low: '低',
  medium: '中',
  high: '高',
  xhigh: '极高',
  max: '最高',
  'model default': '模型默认',
}
const effortOf: Say = (text) => (Object.hasOwn(EFFORT_WORDS, text) ? (EFFORT_WORDS[text] ?? text) : text)
const nameOf: Say = (text) => (Object.hasOwn(NAMES, text) ? (NAMES[text] ?? text) : text)

/** The gaps that hold words and not names or figures, by sentence. What is quoted in the sentence itself is not here. */
export const WORDED: Readonly<Record<string, Readonly<Record<string, Say>>>> = {
  'setting.wrong': { what: parserWords },
  'setting.wrongAt': { what: parserWords },
  'setting.syntax': { what: parserWords },
  'setting.unknown': { noun: nameOf },
  'setting.unknownAt': { noun: nameOf },
  'header.none': { noun: nameOf },
  'hook.wrongPlace': { what: parserWords },
  'hook.blocked': { reason: reasonWords },
  'team.fell': { problem: reasonWords },
  'script.syntax': { what: parserWords },
  'meta.notRight': { what: parserWords },
  'agent.wrongOption': { what: parserWords },
  'args.schema': { what: parserWords },
  'args.misfit': { what: parserWords },
  'agent.schemaWrong': { what: parserWords },
  'agent.misfit': { problems: parserWords },
  'call.holdsBag': { found: nameOf },
  'run.cannotGo': { from: nameOf, to: nameOf },
  'call.notList': { found: nameOf },
  'call.itemNoFunction': { found: nameOf },
  'call.stageNoFunction': { found: nameOf },
  'plan.couldNot': { reason: reasonWords },
  'run.effortChanged': { before: effortOf, after: effortOf },
  'run.notKeptBecause': { why: reasonWords },
  'script.noAgent': { what: reasonWords },
}

/** The particulars of a sentence in Chinese, where they are words. */
export function factsInChinese(name: string, facts: Facts): Facts {
  const worded = WORDED[name]
  if (worded === undefined) return facts
  return Object.fromEntries(Object.entries(facts).map(([gap, text]) => [gap, worded[gap]?.(text) ?? text]))
}
