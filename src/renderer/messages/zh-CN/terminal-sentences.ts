import type { TERMINAL_SENTENCES } from '#shared/terminal-sentences.ts'
import { translationOf } from '../message.ts'

/** Messages about terminals. */
export const terminalSentences = translationOf<typeof TERMINAL_SENTENCES>()({
  'terminal.gone': '此终端已关闭。',
  'terminal.untrusted': '此文件夹自带程序。请先信任该项目，再在其中打开终端。',
})
