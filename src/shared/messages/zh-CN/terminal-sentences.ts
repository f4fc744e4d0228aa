import type { TERMINAL_SENTENCES } from '../en/terminal-sentences.ts'

/** The terminal sentences in Chinese. */
export const TERMINAL_SENTENCES_ZH = {
  'terminal.gone': '此终端已关闭。',
  'terminal.untrusted': '此文件夹自带程序。请先信任该项目，再在其中打开终端。',
  'terminal.noShell': '“{file}”不是此计算机上某个程序的完整路径。',
  'terminal.shellGone': 'Shell“{file}”已不存在。请在“设置 > 终端”中选择其他 Shell。',
} as const satisfies Readonly<Record<keyof typeof TERMINAL_SENTENCES, string>>
