import type { ATTEMPT_SENTENCES } from '../en/attempt-sentences.ts'

/** The attempt sentences in Chinese. */
export const ATTEMPT_SENTENCES_ZH = {
  'attempts.gone': '找不到这些尝试。请刷新列表。',
  'attempts.noPick': '还没有组合任何内容。请先选取更改并组合。',
  'attempts.noCheck': '这些尝试没有检查命令。',
  'attempts.noTrust': '使用检查命令前需要信任项目。请在“设置 › 权限”中信任此项目。',
  'attempts.checking': '检查正在此工作树中运行。请先停止它。未删除任何内容。',
  'attempts.most': '一个任务最多可以有 {most} 次尝试。',
  'attempts.limit': '这些尝试已达到 {limit} 的花费上限，已停止。',
  'attempts.noUndo': '项目文件已在此后更改。未撤销任何内容：“{reason}”',
} as const satisfies Readonly<Record<keyof typeof ATTEMPT_SENTENCES, string>>
