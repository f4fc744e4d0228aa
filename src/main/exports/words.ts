/** The few words in a file for people to read. */
const WORDS = {
  en: {
    lang: 'en',
    you: 'You',
    assistant: 'Assistant',
    note: 'Note',
    reasoning: 'Reasoning',
    attachment: 'Attachment',
    result: 'Result',
    failed: 'failed',
    noResult: 'There is no result.',
    agent: 'What the agent said',
    agentDone: 'The agent “{title}” is done',
    agentPaused: 'The agent “{title}” is paused at a limit',
    agentFailed: 'The agent “{title}” did not finish',
    agentUnfinished: 'The agent did not finish.',
    agentKept: 'Its work so far is kept.',
    agentBackground: 'The agent works in the background.',
    leftOut: 'Left out of what the model reads',
    exported: 'Exported from Orrery',
  },
  'zh-CN': {
    lang: 'zh-CN',
    you: '你',
    assistant: '助手',
    note: '说明',
    reasoning: '思考',
    attachment: '附件',
    result: '结果',
    failed: '失败',
    noResult: '没有结果。',
    agent: '智能体的对话',
    agentDone: '智能体“{title}”已完成',
    agentPaused: '智能体“{title}”已在限额处暂停',
    agentFailed: '智能体“{title}”未能完成',
    agentUnfinished: '智能体没有完成。',
    agentKept: '到那时为止的工作都保留着。',
    agentBackground: '智能体在后台工作。',
    leftOut: '已移出上下文，模型不读',
    exported: '由 Orrery 导出',
  },
} as const

export type ExportLocale = keyof typeof WORDS
export type ExportWords = { readonly [K in keyof (typeof WORDS)['en']]: string }

export function exportWords(locale: ExportLocale): ExportWords {
  return WORDS[locale]
}
